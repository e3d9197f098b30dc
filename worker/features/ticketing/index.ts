export { findArtists, listEventsByIds, readTicketLimits } from './service.ts';
export { listSearches } from './store.ts';
