export { importMailboxes, sealPassword } from './import-service.ts';
