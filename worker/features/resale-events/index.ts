export {
  listDueRefreshes,
  refreshArtistIds,
  refreshConcerts,
  refreshListeners,
  refreshViews,
} from './service-refresh.ts';
export { readFeedNumbers } from './store-numbers.ts';
