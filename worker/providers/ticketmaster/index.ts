export { isKnownArtist, searchArtists } from './attractions.ts';
export { createDiscoveryClient, type DiscoveryClient } from './client.ts';
export {
  type EventStatements,
  findEventsByIds,
  readEvent,
  readEventsByIds,
  readEventsOfArtist,
} from './events.ts';
export { admitFeedCalls } from './feed.ts';
export type { OperationTimes } from './meter.ts';
export type { ClientContext } from './operation.ts';
export { formatQuota } from './quota.ts';
export { eventIdOf, readOfferedSections } from './sections.ts';
