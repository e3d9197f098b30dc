import { saleOpenings } from '../../../../shared/artist-monitor/changes.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { NOT_AVAILABLE } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { cityOf } from '../../../../shared/ticketing/texts.ts';
import type { Ctx } from '../../../context/context.ts';
import {
  type EventReading,
  gatherPrices,
  readEventPage,
  UnreadEvent,
} from '../../../providers/event-page/index.ts';
import { HumanCheck, PageError } from '../../../providers/public-page/index.ts';
import {
  createDiscoveryClient,
  eventIdOf,
  findEventsByIds,
} from '../../../providers/ticketmaster/index.ts';
import type { StoredEvent } from '../events/store.ts';
import type { FailedState, Outcome } from './outcome.ts';

type SourceCtx = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'log' | 'signal' | 'gateOf'>;
type Watched = Pick<StoredEvent, 'url' | 'providerId'>;

/** The stored provider id of an event that the Discovery API does not list. */
const NOT_LISTED = '';
/**
 * Background work does not wait for a pause of the provider, because the next check is soon enough.
 */
const LIMITS = { priority: 'background', overallMs: 30_000, longestPauseMs: 1_000 } as const;

/** An event in the Discovery API. */
interface Listing {
  targetId: number;
  providerId: string;
  /** Null if the Discovery API has no prices of the event. */
  outcome: Outcome | null;
}

/**
 * Reads events from the Discovery API, a hundred in one call. A new event that is found only by the
 * id of its page needs one separate call, once. Returns nothing while the API fails or its quota is
 * used up; then the pages are read instead.
 */
export async function readListings(
  ctx: SourceCtx,
  watched: readonly (Watched & { id: number })[],
): Promise<Listing[]> {
  const idOf = ({ providerId, url }: Watched) => providerId ?? eventIdOf(url) ?? NOT_LISTED;
  const ids = [...new Set(watched.map(idOf))].filter((id) => id !== NOT_LISTED);
  const events = await findEvents(ctx, ids);
  if (events === null) return [];
  return watched.map((watchedEvent) => {
    const event = events.get(idOf(watchedEvent));
    const reading = event === undefined ? null : readOffered(event, ctx.clock());
    return {
      targetId: watchedEvent.id,
      providerId: event?.id ?? NOT_LISTED,
      outcome: reading && { kind: 'read', reading, source: 'discovery' },
    };
  });
}

/** The listed events by the requested ids; null if the Discovery API cannot be called now. */
async function findEvents(
  ctx: SourceCtx,
  ids: readonly string[],
): Promise<Map<string, TicketingEvent> | null> {
  if (ids.length === 0) return new Map();
  try {
    return await findEventsByIds(createDiscoveryClient(ctx, LIMITS), ids, ctx.clock());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info('price source left out', { source: 'discovery', reason: error.message });
    return null;
  }
}

/** Reads the prices of an event from its public page. */
export async function readPage(ctx: SourceCtx, { url }: Watched): Promise<Outcome> {
  try {
    return { kind: 'read', reading: await readEventPage(ctx, url), source: 'page' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const state = stateOf(error);
    return { kind: 'failed', state, reason: describeFailure(error), ...pauseOf(error) };
  }
}

/**
 * The lowest and the highest price, which is all that the Discovery API provides; it has no number
 * of tickets. Null without prices.
 */
function readOffered(event: TicketingEvent, now: number): EventReading | null {
  const { price_range: range } = event;
  if (range === null) return null;
  const count = event.status === 'offsale' ? 0 : 1;
  const areas: string[] = [];
  const offers = [...new Set([range.min, range.max])].map((price) => ({
    price,
    count,
    isCounted: false,
    areas,
    currency: range.currency,
  }));
  return {
    title: orNull(event.artist),
    venue: orNull(event.venue),
    city: orNull(cityOf(event.location)),
    country: orNull(event.nation),
    date: /^\d/.test(event.date) ? event.date : null,
    image: orNull(event.image),
    ...saleOf(event, now),
    states: { availability: true, eventStatus: true, saleStart: true },
    ...gatherPrices(offers),
  };
}

/** Whether the tickets of a listed event can be bought. */
function saleOf(event: TicketingEvent, now: number): Pick<EventReading, 'state' | 'opensAt'> {
  if (event.sale_note === 'Cancelled') return { state: 'cancelled', opensAt: null };
  if (event.status !== 'offsale') return { state: 'on_sale', opensAt: null };
  const openings = saleOpenings(event).filter((opening) => opening > now);
  if (openings.length === 0) return { state: 'sold_out', opensAt: null };
  return { state: 'not_yet', opensAt: Math.min(...openings) };
}

const orNull = (text: string): string | null => (text === NOT_AVAILABLE ? null : text);

/** The state of the sale that follows from a page without prices. */
function stateOf(error: DomainError): FailedState {
  if (error instanceof UnreadEvent) return error.state;
  return error instanceof PageError ? STATES[error.fault] : 'unknown';
}

const STATES: Record<PageError['fault'], FailedState> = {
  missing: 'no_event',
  not_a_page: 'unreadable',
  too_large: 'unreadable',
  refused: 'refused',
  not_allowed: 'unknown',
  failed: 'unknown',
  redirected: 'unknown',
  too_slow: 'unknown',
  unreachable: 'unknown',
};

/** Short enough for a card. */
function describeFailure(error: DomainError): string {
  if (error instanceof HumanCheck) return 'The site asks whether a human reads';
  if (!(error instanceof PageError) || error.fault !== 'refused') return error.message;
  return error.status === 200 ? error.message : `Refused by the site (${error.status})`;
}

/** Statuses by which a site reports too many calls or an outage. */
const BUSY = new Set([429, 503]);
/** The pause for a busy site that does not name one. */
const PAUSE_MS = 60_000;

function pauseOf(error: DomainError): { retryAfterMs?: number } {
  if (!(error instanceof PageError) || !BUSY.has(error.status)) return {};
  return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS };
}
