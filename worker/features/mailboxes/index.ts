export { checkMailboxes, isCheckDue, recordReports } from './health/service.ts';
export {
  deleteAccount as deleteImapAccount,
  importMailboxes,
  listAccounts as listImapAccounts,
} from './service.ts';
export { deleteOldSignIns } from './sign-in/service.ts';
export { findAccounts } from './store.ts';
export { toJobMailboxes } from './tokens/service.ts';
