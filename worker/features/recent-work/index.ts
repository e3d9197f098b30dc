export { eraseDeletedWork } from './store.ts';
