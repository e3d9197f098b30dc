export { checkHealth, readUptime, recordTick } from './service.ts';
