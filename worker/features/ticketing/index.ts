export { listSearches } from './store.ts';
