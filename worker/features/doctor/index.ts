export { databaseFailure, examineDatabase } from './service.ts';
export { listMailServers } from './store.ts';
