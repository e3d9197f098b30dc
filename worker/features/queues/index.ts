export {
  countQueues,
  listPooledAccounts,
  type PooledAccount,
  type QueueNumbers,
} from './service-numbers.ts';
export { dropUnfinishedUploads } from './service-uploads.ts';
