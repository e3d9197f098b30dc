export {
  addCategoryAccounts,
  deleteCategory,
  findHolders,
  removeAccounts,
  summarizeCategories,
} from './categories/service.ts';
export { countStatistics, isCountDue, readCountMessage } from './counting/service.ts';
export { assertCategories, listPooledAccounts } from './pools/service.ts';
export { chartQueues, countQueues } from './totals/service.ts';
export {
  applyBegunUploads,
  deleteOldUploads,
  deleteQueue,
  isApplyDue,
  listQueues,
  uploadQueue,
} from './uploads/service.ts';
