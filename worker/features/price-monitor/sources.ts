import { DomainError } from '../../../shared/errors.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import type { Ctx } from '../../context.ts';
import {
  type EventReading,
  gatherPrices,
  readEventPage,
} from '../../providers/event-page/index.ts';
import { PageError } from '../../providers/public-page/index.ts';
import {
  createDiscoveryClient,
  eventIdOf,
  readEvent,
  readEventsByIds,
} from '../../providers/ticketmaster/index.ts';
import type { Outcome } from './check.ts';
import type { StoredTarget } from './store-targets.ts';

type SourceCtx = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'log' | 'signal' | 'gateOf'>;
type Target = Pick<StoredTarget, 'url' | 'host' | 'providerId'>;

/** The provider id of an event that the Discovery API does not list. */
const NOT_LISTED = '';
const DISCOVERY = 'the Discovery API';
const PAGE = 'the public page';
const LISTED_HOST = /(?:^|\.)(?:ticketmaster|livenation)\.[a-z.]+$/;
/** Background work does not wait for a pause of the provider: the next check is soon enough. */
const LIMITS = { priority: 'background', overallMs: 30_000, longestPauseMs: 1_000 } as const;

/**
 * The prices of events whose provider id is known, in one call to the Discovery API for a hundred of them. Events without
 * prices there are missing, and so are all of them while its quota is used up: their pages are read instead.
 */
export async function readListed(
  ctx: SourceCtx,
  targets: readonly (Target & { id: number })[],
): Promise<Map<number, Outcome>> {
  const ids = targets.flatMap(({ providerId }) => providerId ?? []);
  const outcomes = new Map<number, Outcome>();
  if (ids.length === 0) return outcomes;
  try {
    const { events } = await readEventsByIds(createDiscoveryClient(ctx, LIMITS), ids, ctx.clock());
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const { id, providerId } of targets) {
      const event = byId.get(providerId ?? '');
      const reading = event === undefined ? null : readOffered(event);
      if (reading !== null) outcomes.set(id, { kind: 'read', reading, source: DISCOVERY });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info('price source left out', { source: DISCOVERY, reason: error.message });
  }
  return outcomes;
}

/** Reads the prices of an event from the first source that has any: the Discovery API, else the public page. */
export async function readPrices(ctx: SourceCtx, target: Target): Promise<Outcome> {
  const event = await findListed(ctx, target);
  const known = event === undefined ? {} : { providerId: event?.id ?? NOT_LISTED };
  const offered = event ? readOffered(event) : null;
  if (offered) return { kind: 'read', reading: offered, source: DISCOVERY, ...known };
  try {
    const reading = await readEventPage(ctx, target.url);
    return { kind: 'read', reading, source: PAGE, ...known };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'failed', reason: describeFailure(error), ...pauseOf(error), ...known };
  }
}

/** The event as the Discovery API lists it; null if it does not, undefined if that could not be asked now. */
async function findListed(
  ctx: SourceCtx,
  { url, host, providerId }: Target,
): Promise<TicketingEvent | null | undefined> {
  const id = providerId ?? eventIdOf(url);
  // Known ids are read together, and an event that is not listed once is not looked up again.
  if (providerId !== null || id === null || !LISTED_HOST.test(host)) return undefined;
  try {
    return await readEvent(createDiscoveryClient(ctx, LIMITS), id, ctx.clock());
  } catch (error) {
    // Its quota may be used up, or no key is set: the public page is the next source.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * The lowest and the highest price, which is all that the Discovery API gives: not how many tickets there are. Null without
 * prices.
 */
function readOffered(event: TicketingEvent): EventReading | null {
  const { price_range: range } = event;
  if (range === null) return null;
  const count = event.status === 'offsale' ? 0 : 1;
  const areas: string[] = [];
  const offers = [...new Set([range.min, range.max])].map((price) => ({
    price,
    count,
    areas,
    currency: range.currency,
  }));
  return {
    title: orNull(event.artist),
    venue: orNull(event.venue),
    city: orNull(event.location.replace(/, [^,]*$/, '')),
    country: orNull(event.nation),
    date: /^\d/.test(event.date) ? event.date : null,
    image: orNull(event.image),
    ...gatherPrices(offers),
  };
}

const orNull = (text: string): string | null => (text === NOT_AVAILABLE ? null : text);

/** Short enough for a card. */
function describeFailure(error: DomainError): string {
  if (!(error instanceof PageError)) return error.message;
  return error.fault === 'refused' ? `Refused by the site (${error.status})` : error.message;
}

/** Statuses by which a site says that it is asked too often, or down for everybody. */
const BUSY = new Set([429, 503]);
/** The pause of a busy site that names none. */
const PAUSE_MS = 60_000;

function pauseOf(error: DomainError): { retryAfterMs?: number } {
  if (!(error instanceof PageError) || !BUSY.has(error.status)) return {};
  return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS };
}
