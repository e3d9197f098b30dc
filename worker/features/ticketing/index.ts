export { findArtists, listEventsByIds } from './service.ts';
export { listSearches } from './store.ts';
