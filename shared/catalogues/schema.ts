import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** The countries for which Ticketmaster publishes a file of all events (Discovery Feed 2.0). */
export const CATALOGUE_COUNTRIES = [
  ...(['AE', 'AT', 'AU', 'BE', 'CA', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR'] as const),
  ...(['GB', 'IE', 'IT', 'MX', 'NL', 'NO', 'NZ', 'PL', 'SE', 'TR', 'US', 'ZA'] as const),
] as const;

const country = z.enum(CATALOGUE_COUNTRIES, 'There is no catalogue of this country.');
export type CatalogueCountry = z.infer<typeof country>;

/**
 * The catalogue of a country. `waiting`: on, and not read yet; `failing`: the last reading failed,
 * and the events come from the reading before it.
 */
const catalogue = z.object({
  country,
  state: z.enum(['off', 'waiting', 'ok', 'failing']),
  /** The number of events in the last file that was read to its end. */
  events: z.int(),
  /** Events that were new, changed or removed in that file. */
  changes: z.int(),
  read_at: z.nullable(instant),
  /** When it will be read again; null while it is off. */
  next_at: z.nullable(instant),
  /** Why it waits or fails, in a sentence. */
  reason: z.nullable(z.string()),
});
export type Catalogue = z.infer<typeof catalogue>;

/** The answer of GET /catalogues: every country, by its code. */
export const cataloguesAnswer = answerOf({ data: z.array(catalogue) });

/** PUT /catalogues: the countries whose catalogues are read; all others are off. */
export const chosenCatalogues = z.object({
  countries: z.array(country).check(z.maxLength(CATALOGUE_COUNTRIES.length)),
});

/** /catalogues/{country} */
export const catalogueParam = z.object({ country });
/** PUT /catalogues/{country} */
export const switchedCatalogue = z.object({ is_on: z.boolean('Say whether the catalogue is on.') });

const MOST_SALES = 500;
const FIRST_SALES = 50;

/** GET /sales: `from` is now by default. `search` is a part of an artist, event, venue or city. */
export const salesQuery = z.object({
  from: z.optional(instant),
  to: z.optional(instant),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter a country such as DE.'))),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_SALES)),
    FIRST_SALES,
  ),
});
export type SalesQuery = z.output<typeof salesQuery>;

/** A presale or the general sale of an event. Texts are '' if the provider omits them. */
const sale = z.object({
  event_id: z.string(),
  artist: z.string(),
  name: z.string(),
  venue: z.string(),
  city: z.string(),
  country: z.string(),
  /** The IANA zone of the venue; null if no source states it and its country has several. */
  timezone: z.nullable(z.string()),
  kind: z.enum(['presale', 'general']),
  /** Null for the general sale. */
  presale_name: z.nullable(z.string()),
  opens_at: instant,
  closes_at: z.nullable(instant),
  url: z.string(),
  /**
   * Tickets per order; null if none is published. The files of catalogues contain no limits, but
   * the monitor's data does.
   */
  ticket_limit: z.nullable(z.int()),
  known_from: z.array(z.enum(['catalogue', 'monitor'])),
  /** Whether the operator gets reminders of it. */
  is_followed: z.boolean(),
});
export type Sale = z.infer<typeof sale>;

/** The answer of GET /sales: the soonest first. */
export const salesAnswer = answerOf({
  data: z.array(sale),
  next_cursor: z.nullable(z.string()),
});
