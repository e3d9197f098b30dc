export { findArtists } from './service.ts';
export { listSearches } from './store.ts';
