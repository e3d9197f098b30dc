export { admitScanner, checkScanner, disconnectRevoked } from './service.ts';
