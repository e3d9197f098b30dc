export { importMailboxes, sealPassword } from './service.ts';
