export { signMail } from './mail-ids.ts';
export { searchableAccounts, toQuery } from './service.ts';
