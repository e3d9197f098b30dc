import { type Answer, discoveryError, gatewayFault, json, type Request } from './answers.ts';
import { ARTISTS, FAILING_SEARCH, findArtists, type SimulatedArtist } from './artists.ts';
import type { AsOf } from './as-of.ts';
import { writeAttraction } from './attraction-writer.ts';
import { findEvent, searchEvents } from './event-search.ts';
import { writeEvent } from './event-writer.ts';
import { answerMood } from './moods.ts';
import { readPaging, writePage } from './paging.ts';
import type { ScheduledEvent } from './schedule.ts';

const PREFIX = '/discovery/v2/';

/** The Discovery API v2: attraction search and details, event search and details; null for other paths. */
export const createDiscovery =
  (asOf: AsOf) =>
  (request: Request): Answer | null =>
    answerDiscovery(request, asOf);

function answerDiscovery(request: Request, asOf: AsOf): Answer | null {
  if (!request.path.startsWith(PREFIX)) return null;
  const resource = request.path.slice(PREFIX.length).replace(/\.json$/, '');
  if (resource === 'attractions') return answerAttractionSearch(request);
  if (resource === 'events') return answerEventSearch(request, asOf);
  const [kind, id = ''] = resource.split('/');
  if (kind === 'attractions') return answerAttraction(request, id);
  if (kind === 'events') return answerEvent(request, id, asOf);
  return discoveryError(404, 'DIS1004', 'Resource not found with provided criteria');
}

function notFound(id: string): Answer {
  const detail = `Resource not found with provided criteria (locale=en-us, id=${id})`;
  return discoveryError(404, 'DIS1004', detail);
}

function answerAttractionSearch(request: Request): Answer {
  const keyword = request.query.get('keyword') ?? '';
  if (keyword.toLowerCase() === FAILING_SEARCH) {
    return gatewayFault(500, 'Internal Server Error', 'messaging.runtime.ExecutionFailed');
  }
  const paging = readPaging(request.query);
  if ('status' in paging) return paging;
  const write = (artist: SimulatedArtist) => writeAttraction(artist, request.origin);
  return json(writePage(request, paging, 'attractions', findArtists(keyword), write));
}

function answerAttraction(request: Request, id: string): Answer {
  const artist = ARTISTS.find((candidate) => candidate.id === id);
  return artist ? json(writeAttraction(artist, request.origin)) : notFound(id);
}

function answerEventSearch(request: Request, asOf: AsOf): Answer {
  const moody = answerMood(request);
  if (moody?.instead) return moody.instead;
  const paging = readPaging(request.query);
  if ('status' in paging) return paging;
  const events = searchEvents(request);
  if (!Array.isArray(events)) return events;
  const write = (event: ScheduledEvent) =>
    spoil(event, writeEvent(event, { origin: request.origin, asOf }));
  const answer = json(writePage(request, paging, 'events', events, write));
  return moody?.delayMs ? { ...answer, delayMs: moody.delayMs } : answer;
}

/** Every fourth event of a 'malformed' artist differs from the documentation. */
function spoil(event: ScheduledEvent, written: object): unknown {
  if (event.artist.mood !== 'malformed' || event.index % 4 !== 1) return written;
  if (event.index % 3 === 0) return { ...written, id: null };
  if (event.index % 3 === 1) return { ...written, dates: null, sales: 'unknown', images: {} };
  return { ...written, _embedded: null, priceRanges: [{ min: 'free', max: null }] };
}

function answerEvent(request: Request, id: string, asOf: AsOf): Answer {
  const event = findEvent(id, request.today);
  return event ? json(writeEvent(event, { origin: request.origin, asOf })) : notFound(id);
}
