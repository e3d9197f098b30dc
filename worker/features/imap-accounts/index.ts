export {
  deleteAccount as deleteImapAccount,
  importMailboxes,
  listAccounts as listImapAccounts,
  sealPassword,
} from './service.ts';
export { findAccounts } from './store.ts';
