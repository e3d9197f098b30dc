export { databaseFailure, examineDatabase } from './service.ts';
export { isNewDatabase, listApplied, listMailServers, readLastBackup } from './store.ts';
