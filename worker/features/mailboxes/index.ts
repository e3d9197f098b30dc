export { checkMailboxes, isCheckDue, recordReports, toJobMailbox } from './health/service.ts';
export {
  deleteAccount as deleteImapAccount,
  importMailboxes,
  listAccounts as listImapAccounts,
} from './service.ts';
export { findAccounts } from './store.ts';
