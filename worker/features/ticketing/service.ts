import { DomainError } from '../../../shared/errors.ts';
import type {
  ArtistResult,
  AvailableSections,
  TicketingEvent,
} from '../../../shared/ticketing/schema.ts';
import type { Ctx } from '../../context.ts';
import {
  type ClientContext,
  createDiscoveryClient,
  type DiscoveryClient,
  formatQuota,
  isKnownArtist,
  type OperationTimes,
  readEventsByIds,
  readEventsOfArtist,
  searchArtists,
} from '../../providers/ticketmaster/index.ts';
import { keepAnswer, recallAnswer } from './recent-answers.ts';
import { readAvailableSections, requireEventId, withManifests } from './sections.ts';

/** What is told beside an answer, in headers: the body keeps exactly the specified fields. */
export interface ProviderReport {
  /** The provider's allowance, ready for X-Provider-Quota; '' when it told none. */
  quota: string;
  /** Events that the provider counts but that could not be read. */
  missing: number;
  times: OperationTimes;
}

/** An answer and the report of how it came about. */
export interface Reported<T> {
  value: T;
  report: ProviderReport;
}

const NO_ARTIST = 'Artist not found or no events available';

/** Artists by name (part 1, "GET /events/get_artists/{name}"); no match is an empty list. */
export function findArtists(ctx: ClientContext, name: string): Promise<Reported<ArtistResult[]>> {
  return report(ctx, 'artist search', async (client) => ({
    value: await searchArtists(client, name),
    missing: 0,
  }));
}

/**
 * All events of an artist. The last answers are kept for a minute, so that a reload or a second operator costs the
 * provider's allowance nothing; an artist without events is an empty list.
 * @throws DomainError `not_found` for an artist that the provider does not know.
 */
export async function listArtistEvents(
  ctx: ClientContext & Pick<Ctx, 'db'>,
  artistId: string,
): Promise<Reported<TicketingEvent[]>> {
  const recent = recallAnswer(artistId, ctx.clock());
  if (recent) return recent;
  const found = await report(ctx, 'events of artist', async (client) => {
    const { events, missing } = await readEventsOfArtist(client, artistId, ctx.clock());
    const isNobody = events.length === 0 && !(await isKnownArtist(client, artistId));
    if (isNobody) throw new DomainError('not_found', NO_ARTIST);
    return { value: await withManifests(ctx, events), missing };
  });
  keepAnswer(artistId, found, ctx.clock());
  return found;
}

/** Events by id, in the order asked for; `missing` names those that the provider does not know. */
export function listEventsByIds(
  ctx: ClientContext & Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Reported<{ events: TicketingEvent[]; missing: string[] }>> {
  return report(ctx, 'events by id', async (client) => {
    const { events, missing } = await readEventsByIds(client, ids, ctx.clock());
    return { value: { events: await withManifests(ctx, events), missing }, missing: 0 };
  });
}

/**
 * The sections of the event behind a page's address.
 * @throws DomainError `bad_request` for an address that is no event page, `not_found` where no sections are known.
 */
export function findSections(
  ctx: ClientContext & Pick<Ctx, 'db'>,
  eventUrl: string,
): Promise<Reported<AvailableSections>> {
  const eventId = requireEventId(eventUrl);
  return report(ctx, 'available sections', async (client) => ({
    value: await readAvailableSections(ctx, client, eventId),
    missing: 0,
  }));
}

/** Runs one operation and logs where its time went, whether it succeeded or not. */
async function report<T>(
  ctx: ClientContext,
  operation: string,
  work: (client: DiscoveryClient) => Promise<{ value: T; missing: number }>,
): Promise<Reported<T>> {
  const client = createDiscoveryClient(ctx);
  try {
    const { value, missing } = await work(client);
    const quota = client.quota();
    const told = quota ? formatQuota(quota) : '';
    return { value, report: { quota: told, missing, times: client.meter.times() } };
  } catch (error) {
    // Nobody reads this answer any more; it only keeps the log from calling it a failure of ours.
    if (ctx.signal.aborted) throw new DomainError('bad_request', 'The browser cancelled the call.');
    throw error;
  } finally {
    const { providerMs, ownMs, calls } = client.meter.times();
    ctx.log.info('provider', {
      provider: 'ticketmaster',
      operation,
      calls,
      providerMs: Math.round(providerMs),
      ownMs: Math.round(ownMs),
    });
  }
}
