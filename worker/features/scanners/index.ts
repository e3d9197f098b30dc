export { admitScanner, disconnectRevoked } from './service.ts';
