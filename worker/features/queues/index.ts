export {
  countQueues,
  listPooledAccounts,
  type PooledAccount,
  type QueueNumbers,
} from './service-numbers.ts';
