import * as z from 'zod/mini';
import { LONGEST_NAME, MOST_EVENT_IDS } from './constants.ts';
import { artistId, eventId } from './ids.ts';

export {
  NO_MANIFEST,
  NOT_AVAILABLE,
  PROVIDER_AGE_HEADER,
  PROVIDER_MISSING_HEADER,
  PROVIDER_QUOTA_HEADER,
} from './constants.ts';

const artistImage = z.object({ url: z.string(), fallback: z.boolean() });

/** One artist of GET /events/get_artists/{name}. */
const artistResult = z.object({
  id: z.string(),
  name: z.string(),
  images: z.array(artistImage),
  classifications: z.array(
    z.object({ segment: z.object({ name: z.string() }), genre: z.object({ name: z.string() }) }),
  ),
  upcomingEvents: z.object({ _total: z.int() }),
});
export type ArtistResult = z.infer<typeof artistResult>;

const saleStatus = z.enum(['onsale', 'presale', 'offsale']);
export type SaleStatus = z.infer<typeof saleStatus>;

/** One presale: `opens` and `closes` are ISO instants, null if unknown. */
const presaleWindow = z.object({
  name: z.string(),
  opens: z.nullable(z.string()),
  closes: z.nullable(z.string()),
});
export type PresaleWindow = z.infer<typeof presaleWindow>;

/**
 * The lowest and highest price of an event; `currency` is an ISO 4217 code, null if the provider
 * states none.
 */
const price = z.object({ min: z.number(), max: z.number(), currency: z.nullable(z.string()) });
export type Price = z.infer<typeof price>;

/**
 * One event. Missing texts are 'N/A'.
 * - `date`: the venue's local `YYYY-MM-DD HH:mm`; `YYYY-MM-DD` while the time is open; 'TBA' or 'TBD' while the date
 *   is.
 * - `timezone`: the IANA zone of the venue.
 * - `nation`: an ISO 3166 two-letter code. `location`: `city, state`. `image`: 16:9, near 640 pixels wide.
 * - `generalSaleStart`: an ISO instant.
 * - `price`: 'min - max CUR'; `price_range` holds the same figures, null where unknown.
 * - `presales`: 'name: start to end; ...' with ISO instants; `presale_windows` holds the same presales.
 * - `sale_note`: names a cancelled, postponed or rescheduled event; null for any other.
 */
export const ticketingEvent = z.object({
  id: z.string(),
  artist: z.string(),
  date: z.string(),
  timezone: z.string(),
  venue: z.string(),
  location: z.string(),
  nation: z.string(),
  status: saleStatus,
  sale_note: z.nullable(z.string()),
  price: z.string(),
  price_range: z.nullable(price),
  presaleCount: z.int(),
  presales: z.string(),
  presale_windows: z.array(presaleWindow),
  generalSaleStart: z.string(),
  ticketLimit: z.string(),
  promoter: z.string(),
  manifestLink: z.string(),
  eventLink: z.string(),
  manifest: z.string(),
  image: z.string(),
});
export type TicketingEvent = z.infer<typeof ticketingEvent>;

/** The fields of an event that lists, badges and links need, and that the artist monitor compares. */
export const comparedFacts = z.pick(ticketingEvent, {
  id: true,
  artist: true,
  date: true,
  timezone: true,
  venue: true,
  location: true,
  nation: true,
  status: true,
  sale_note: true,
  presale_windows: true,
  generalSaleStart: true,
  eventLink: true,
});
/** The stored data of an event. */
export const eventFacts = z.extend(comparedFacts, {
  /** Absent if none is published, and in facts from before it was stored. */
  ticketLimit: z.optional(z.string()),
});
export type EventFacts = z.infer<typeof eventFacts>;

/** GET /events/get_artists/{name} */
export const artistNameParam = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter an artist name'),
      z.maxLength(LONGEST_NAME, `At most ${LONGEST_NAME} characters`),
    ),
});

/** GET /events/artist/{id} */
export const artistIdParam = z.object({ id: artistId });

export const artistSearchAnswer = z.object({
  success: z.literal(true),
  artists: z.array(artistResult),
});

export const artistEventsAnswer = z.object({
  success: z.literal(true),
  data: z.array(ticketingEvent),
  eventCount: z.int(),
});

/** GET /events/by-ids?ids=a,b */
export const eventsByIdsQuery = z.object({
  ids: z.pipe(
    z.pipe(
      z.string(),
      z.transform((ids: string) => [
        ...new Set(
          ids
            .split(',')
            .map((id) => id.trim())
            .filter((id) => id !== ''),
        ),
      ]),
    ),
    z
      .array(eventId)
      .check(
        z.minLength(1, 'Name at least one event id'),
        z.maxLength(MOST_EVENT_IDS, `Name at most ${MOST_EVENT_IDS} event ids in one call`),
      ),
  ),
});

export const eventsByIdsAnswer = z.object({
  success: z.literal(true),
  data: z.array(ticketingEvent),
  missing: z.array(z.string()),
});

/** POST /events/get-available-sections */
export const availableSectionsRequest = z.object({
  event_url: z.url().check(z.maxLength(2048)),
});

/**
 * The sections of an event and their source: offers of the seller, or the event's seat map with the
 * sections last read (possibly none). `manifest_link` is '' without a seat map.
 */
const availableSections = z.object({
  sections: z.array(z.string()),
  manifest_link: z.string(),
  source: z.enum(['offers', 'seat_map']),
});
export type AvailableSections = z.infer<typeof availableSections>;

export const availableSectionsAnswer = z.object({
  success: z.literal(true),
  data: availableSections,
});
