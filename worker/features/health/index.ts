export { checkHealth, readUptime, recordDiskUse, recordTick } from './service.ts';
export { readDiskUse } from './store.ts';
