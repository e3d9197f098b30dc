export {
  chartQueues,
  countQueues,
  findUnknownCategories,
  listPooledAccounts,
} from './service-numbers.ts';
export { dropOldUploads } from './service-uploads.ts';
