export {
  addCategoryAccounts,
  deleteCategory,
  findHolders,
  removeAccounts,
  summarizeCategories,
} from './categories/service.ts';
export { countStatistics, isCountDue } from './counting/service.ts';
export {
  assertCategories,
  chartQueues,
  listPooledAccounts,
} from './numbers/service.ts';
export { countQueues } from './numbers/store.ts';
export { deleteOldUploads, deleteQueue, listQueues, uploadQueue } from './uploads/service.ts';
