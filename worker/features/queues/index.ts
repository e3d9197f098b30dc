export {
  addCategoryAccounts,
  deleteCategory,
  findHolders,
  removeAccounts,
  summarizeCategories,
} from './categories/service.ts';
export {
  chartQueues,
  countQueues,
  findUnknownCategories,
  listPooledAccounts,
} from './numbers/service.ts';
export { deleteOldUploads, deleteQueue, listQueues, uploadQueue } from './uploads/service.ts';
