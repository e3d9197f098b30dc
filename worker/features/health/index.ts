export { beat, checkHealth, readUptime } from './service.ts';
