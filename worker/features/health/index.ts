export { checkHealth, readUptime, recordDiskUse, recordTick } from './service.ts';
