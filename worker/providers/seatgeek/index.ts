import * as z from 'zod';
import { DomainError } from '../../../shared/errors.ts';
import type { ResaleEvent } from '../../../shared/resale-events/schema.ts';
import {
  type BackgroundClient,
  createBackgroundClient,
  type ProviderContext,
} from '../background-client.ts';
import { spacingOf } from '../paces.ts';
import { countryCodeOf } from './country-code.ts';

const ARTISTS_PER_PAGE = 100;
const EVENTS_PER_PAGE = 500;
/** The provider answers an empty list beyond 10,000 entries. */
const LAST_PAGE = 10_000 / EVENTS_PER_PAGE;
/** Its prices have no currency: they are in US dollars. */
const CURRENCY = 'USD';

/** An artist of the provider's list. `score` is 0 to 1. */
export interface FeedArtist {
  id: number;
  name: string;
  score: number;
}

/** A concert with the values for the ranking. Instants are milliseconds since the epoch. */
export interface FeedEvent {
  event: ResaleEvent;
  onSaleAt: number | null;
  startsAt: number | null;
  /** 0 to 1; null if the provider publishes none. */
  score: number | null;
  /** Null if the provider publishes none: public clients get no statistics since May 2024. */
  listings: number | null;
}

const text = z.string().min(1).nullable().catch(null);
const number = z.number().nullable().catch(null);
const flag = z.boolean().catch(false);

const rawArtist = z.object({
  id: z.number().int(),
  name: z.string().trim().min(1),
  score: z.number(),
  has_upcoming_events: z.boolean().catch(true),
});

const rawEvent = z.object({
  id: z.number().int(),
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .catch(null),
  score: number,
  announce_date: text,
  datetime_local: text,
  datetime_utc: text,
  time_tbd: flag,
  date_tbd: flag,
  venue: z.object({ name: text, city: text, country: text }).catch({
    name: null,
    city: null,
    country: null,
  }),
  stats: z
    .object({ listing_count: number, lowest_price: number })
    .catch({ listing_count: null, lowest_price: null }),
});

const meta = z.object({ total: z.number() });
const artistPage = z.object({ meta, performers: z.array(z.unknown()) });
const eventPage = z.object({ meta, events: z.array(z.unknown()) });

/** @throws DomainError `unavailable` when no client id is set. */
export function createSeatGeekClient(ctx: ProviderContext): BackgroundClient {
  const { SEATGEEK_API_URL, SEATGEEK_CLIENT_ID, PROVIDERS } = ctx.env;
  const clientId = SEATGEEK_CLIENT_ID || (PROVIDERS === 'simulated' ? 'simulated' : '');
  if (clientId === '') {
    throw new DomainError(
      'unavailable',
      'This desk has no client id of SeatGeek. An administrator can set SEATGEEK_CLIENT_ID after SeatGeek has approved one.',
    );
  }
  return createBackgroundClient(ctx, {
    gate: 'seatgeek',
    spacingMs: spacingOf('seatgeek'),
    label: 'SeatGeek',
    baseUrl: SEATGEEK_API_URL,
    query: { client_id: clientId },
  });
}

/**
 * A page of the concert artists with the highest scores first, counted from 1. Entries without a name or a score are
 * left out.
 */
export async function readArtists(
  client: BackgroundClient,
  pageNumber: number,
): Promise<{ artists: FeedArtist[]; isLast: boolean }> {
  const { meta, performers } = artistPage.parse(
    await client('performers', {
      'taxonomies.name': 'concert',
      sort: 'score.desc',
      per_page: String(ARTISTS_PER_PAGE),
      page: String(pageNumber),
    }),
  );
  const artists = readable(performers, rawArtist).filter((one) => one.has_upcoming_events);
  return {
    artists: artists.map(({ id, name, score }) => ({ id, name, score })),
    isLast: performers.length === 0 || pageNumber * ARTISTS_PER_PAGE >= meta.total,
  };
}

/** All coming concerts of an artist by date. Entries without an id are left out. */
export async function readConcerts(
  client: BackgroundClient,
  artistId: number,
  now: number,
): Promise<FeedEvent[]> {
  const all: FeedEvent[] = [];
  for (let pageNumber = 1; pageNumber <= LAST_PAGE; pageNumber += 1) {
    const { meta, events } = eventPage.parse(
      await client('events', {
        'performers.id': String(artistId),
        'datetime_utc.gte': new Date(now).toISOString().slice(0, 19),
        sort: 'datetime_utc.asc',
        per_page: String(EVENTS_PER_PAGE),
        page: String(pageNumber),
      }),
    );
    all.push(...readable(events, rawEvent).map(readConcert));
    if (events.length === 0 || pageNumber * EVENTS_PER_PAGE >= meta.total) break;
  }
  return all;
}

function readable<Schema extends z.ZodType>(
  entries: readonly unknown[],
  schema: Schema,
): z.output<Schema>[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * The provider publishes no on-sale date. `announce_date`, from which it lists the concert, is used
 * instead; it counts listings, not single tickets.
 */
function readConcert(raw: z.output<typeof rawEvent>): FeedEvent {
  const { venue, stats } = raw;
  const start = raw.date_tbd ? null : raw.datetime_local;
  return {
    event: {
      id: raw.id,
      venue_name: venue.name,
      city_name: venue.city,
      country: venue.country === null ? null : countryCodeOf(venue.country),
      on_sale_date: raw.announce_date && onSaleText(raw.announce_date),
      event_date: start && raw.time_tbd ? start.slice(0, 10) : start,
      number_of_tickets: stats.listing_count,
      min_price_amount: stats.lowest_price,
      min_price_currency: stats.lowest_price === null ? null : CURRENCY,
      website_event_details_url: raw.url,
    },
    onSaleAt: instantOf(raw.announce_date),
    startsAt: instantOf(raw.datetime_utc),
    score: raw.score,
    listings: stats.listing_count,
  };
}

/** Midnight means a day without a time. */
const onSaleText = (announced: string): string =>
  announced.endsWith('T00:00:00') ? announced.slice(0, 10) : `${announced}Z`;

/** Times without a zone are UTC. */
function instantOf(time: string | null): number | null {
  const instant = time === null ? Number.NaN : Date.parse(`${time}Z`);
  return Number.isNaN(instant) ? null : instant;
}
