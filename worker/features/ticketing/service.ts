import { openingsOf } from '../../../shared/dashboard/openings.ts';
import { DomainError } from '../../../shared/errors.ts';
import { isEventId } from '../../../shared/ticketing/ids.ts';
import {
  type ArtistResult,
  type AvailableSections,
  NOT_AVAILABLE,
  type TicketingEvent,
} from '../../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../../shared/ticketing/ticket-limit.ts';
import { isRecent, MINUTE_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import {
  createDiscoveryClient,
  type DiscoveryClient,
  findEventsByIds,
  formatQuota,
  isKnownArtist,
  type OperationTimes,
  readEventsByIds,
  readEventsOfArtist,
  searchArtists,
} from '../../providers/ticketmaster/index.ts';
import { readAvailableSections, requireEventId, withManifests } from './sections.ts';
import { keepSearch } from './store.ts';

/** The headers of an answer. */
export interface ProviderReport {
  /**
   * The provider's daily quota in the form of X-Provider-Quota; '' if the provider reported none.
   */
  quota: string;
  /** Events or artists that the provider counts but that are not in the answer. */
  missing: number;
  times: OperationTimes;
  /** How long ago the provider gave a cached answer, in milliseconds; absent for a new answer. */
  ageMs?: number;
}

/** An answer with its report. */
export interface Reported<T> {
  value: T;
  report: ProviderReport;
}

const KEPT_MS = MINUTE_MS;
/**
 * The number of cached answers: one of 2,500 events is about 3 MB, and an isolate has 128 MB in
 * total.
 */
const KEPT_ANSWERS = 4;

/**
 * The last answers by artist, in the memory of this isolate. The Cache API would share them between isolates of one
 * location, but writing and parsing 3 MB again costs more time than it saves calls: a reload mostly reaches the same
 * isolate, and the provider gate already keeps all isolates within one quota.
 */
const recentEvents = new Map<string, { answer: Reported<TicketingEvent[]>; at: number }>();

const NO_TIME: OperationTimes = { providerMs: 0, waitedMs: 0, ownMs: 0, calls: 0 };
const NO_ARTIST = 'Artist not found or no events available';

/** Artists by name; no match is an empty list. */
export function findArtists(ctx: Ctx, name: string): Promise<Reported<ArtistResult[]>> {
  return report(ctx, 'artist search', async (client) => {
    const { artists, missing } = await searchArtists(client, name);
    return { value: artists, missing };
  });
}

/**
 * All events of an artist; an artist without events is an empty list. The latest answers are cached
 * for a minute, so that a reload or a second operator uses nothing of the daily quota.
 * @throws DomainError `not_found` for an artist that the provider does not have.
 */
export async function listArtistEvents(
  ctx: Ctx,
  artistId: string,
): Promise<Reported<TicketingEvent[]>> {
  const recent = recentEvents.get(artistId);
  if (recent && isRecent(recent.at, ctx.clock(), KEPT_MS)) {
    const { answer } = recent;
    await rememberSearch(ctx, artistId, answer.value);
    const ageMs = Math.max(0, ctx.clock() - recent.at);
    return { ...answer, report: { ...answer.report, times: NO_TIME, ageMs } };
  }
  const answer = await report(ctx, 'events of artist', async (client) => {
    const { events, missing } = await readEventsOfArtist(client, artistId, ctx.clock());
    const isUnknown = events.length === 0 && !(await isKnownArtist(client, artistId));
    if (isUnknown) throw new DomainError('not_found', NO_ARTIST);
    return { value: await withManifests(ctx, events), missing };
  });
  recentEvents.delete(artistId);
  recentEvents.set(artistId, { answer, at: ctx.clock() });
  const [oldest = ''] = recentEvents.keys();
  if (recentEvents.size > KEPT_ANSWERS) recentEvents.delete(oldest);
  await rememberSearch(ctx, artistId, answer.value);
  return answer;
}

async function rememberSearch(
  ctx: Ctx,
  artistId: string,
  events: readonly TicketingEvent[],
): Promise<void> {
  const [first] = events;
  const image = first?.image === NOT_AVAILABLE ? null : (first?.image ?? null);
  const openings = openingsOf(events, ctx.clock());
  const searched = first ? { artistId, artist: first.artist, image, openings } : null;
  await keepSearch(ctx, searched, events.length);
}

/** Events by id, in the given order; `missing` holds the ids that the provider does not have. */
export function listEventsByIds(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Reported<{ events: TicketingEvent[]; missing: string[] }>> {
  return report(ctx, 'events by id', async (client) => {
    const { events, missing } = await readEventsByIds(client, ids, ctx.clock());
    return { value: { events: await withManifests(ctx, events), missing }, missing: 0 };
  });
}

/**
 * The ticket limits that the provider publishes as a number, by the given ids, which may be those
 * of event pages. `unread` contains the ids without an event, and those whose separate request
 * failed, so that their limits are unknown.
 * @throws DomainError of the provider
 */
export async function readTicketLimits(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ limits: Map<string, number>; unread: string[] }> {
  const { value: events } = await report(ctx, 'ticket limits', async (client) => {
    const wanted = ids.filter(isEventId);
    const value = await findEventsByIds(client, wanted, ctx.clock(), MOST_ALONE);
    return { value, missing: 0 };
  });
  const limits = new Map(
    [...events].flatMap(([id, { ticketLimit }]) => {
      const limit = readTicketLimit(ticketLimit);
      return limit === null ? [] : [[id, limit] as const];
    }),
  );
  return { limits, unread: ids.filter((id) => !events.has(id)) };
}

/**
 * Ids that no search finds cost a call each. At five calls a second, a dispatch waits five seconds
 * for this many.
 */
const MOST_ALONE = 25;

/**
 * The sections of the event behind a page's address.
 * @throws DomainError `bad_request` for an address that is not an event page, `not_found` if no
 * sections are known.
 */
export function findSections(ctx: Ctx, eventUrl: string): Promise<Reported<AvailableSections>> {
  const eventId = requireEventId(eventUrl);
  return report(ctx, 'available sections', async (client) => ({
    value: await readAvailableSections(ctx, client, eventId),
    missing: 0,
  }));
}

/** Runs one operation and logs how its time was spent, whether it succeeded or not. */
async function report<T>(
  ctx: Ctx,
  operation: string,
  work: (client: DiscoveryClient) => Promise<{ value: T; missing: number }>,
): Promise<Reported<T>> {
  const client = createDiscoveryClient(ctx);
  try {
    const { value, missing } = await work(client);
    const quota = client.quota();
    const header = quota ? formatQuota(quota) : '';
    return { value, report: { quota: header, missing, times: client.meter.times() } };
  } catch (error) {
    // The caller has disconnected and does not read this answer. Otherwise the log would report a failure of the
    // server.
    if (ctx.signal.aborted) throw new DomainError('bad_request', 'The browser cancelled the call.');
    throw error;
  } finally {
    const { providerMs, waitedMs, ownMs, calls } = client.meter.times();
    ctx.log.info('provider', {
      provider: 'ticketmaster',
      operation,
      calls,
      providerMs: Math.round(providerMs),
      waitedMs: Math.round(waitedMs),
      ownMs: Math.round(ownMs),
    });
  }
}
