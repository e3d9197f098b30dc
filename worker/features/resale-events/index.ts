export { refreshConcerts, refreshViews } from './service-refresh.ts';
export { readFeedNumbers } from './store-numbers.ts';
