export { deleteAccount as deleteImapAccount, listAccounts as listImapAccounts } from './service.ts';
export { findAccounts } from './store.ts';
