export { deleteImapAccount, listImapAccounts, passwordMissing } from './service.ts';
export { findAccounts } from './store.ts';
