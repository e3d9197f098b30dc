export { disconnectRevoked } from './service.ts';
