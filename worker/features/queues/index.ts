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
export { deleteQueue, dropOldUploads, insertQueue, listQueues } from './service-uploads.ts';
