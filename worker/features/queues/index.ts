export {
  addCategoryAccounts,
  deleteCategory,
  findHolders,
  removeAccounts,
  summarizeCategories,
} from './service-categories.ts';
export {
  chartQueues,
  countQueues,
  findUnknownCategories,
  listPooledAccounts,
} from './service-numbers.ts';
export { deleteOldUploads, deleteQueue, listQueues, uploadQueue } from './service-uploads.ts';
