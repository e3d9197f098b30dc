export { checkMailboxes, isCheckDue, recordReports, toJobMailbox } from './service.ts';
