export { deleteOldCodes, watchMailboxesAgain } from './service.ts';
