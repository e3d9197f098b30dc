export { databaseFailure, examineDatabase, examineReplica } from './service.ts';
export { isNewDatabase, listApplied, listMailServers, readLastBackup } from './store.ts';
