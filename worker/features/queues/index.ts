export { countQueues, findUnknownCategories, listPooledAccounts } from './service-numbers.ts';
export { dropUnfinishedUploads } from './service-uploads.ts';
