import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { artistId } from '../ticketing/ids.ts';
import { CHANGE_KINDS } from './change-kinds.ts';
import type { MonitoringWindow } from './status.ts';
import { artistChange } from './stored.ts';

/** A monitored artist. Days are `YYYY-MM-DD`; null if the call omitted one. */
const monitoredArtist = z.object({
  artist_id: z.string(),
  artist_name: z.string(),
  /** Address of a picture, or ''. */
  artist_image: z.string(),
  start_monitoring: z.nullable(z.string()),
  end_monitoring: z.nullable(z.string()),
});
export type MonitoredArtist = z.infer<typeof monitoredArtist>;
export const monitoredArtistsAnswer = answerOf({ data: z.array(monitoredArtist) });

/** The results of the checks of an artist. */
const artistCheck = z.object({
  artist_id: z.string(),
  /** Null until the first check. */
  checked_at: z.nullable(instant),
  next_check_at: instant,
  /** Why the last check failed; null after one that succeeded. */
  failure: z.nullable(z.string()),
  /**
   * The source that reports changes first: catalogues that have all countries of the artist, or
   * checks by call.
   */
  source: z.enum(['calls', 'catalogues']),
  event_count: z.int(),
  /** The day of the last known event. */
  last_event_day: z.nullable(z.string()),
  /** The next opening of a presale or of the general sale. */
  next_sale_at: z.nullable(instant),
  /** The number of changes that the operator has not seen. */
  new_count: z.int(),
});
export type ArtistCheck = z.infer<typeof artistCheck>;

/** The rate of artist checks, and the provider's quota. */
const checkPlan = z.object({
  /** The time between two checks of an artist whose tickets go on sale soon. */
  soon_minutes: z.number(),
  other_minutes: z.number(),
  /** The time between two checks of an artist that catalogues cover. */
  covered_minutes: z.number(),
  covered_artists: z.int(),
  /** The maximum age of the state of an artist that no catalogue covers. */
  oldest_minutes: z.number(),
  checks_per_day: z.number(),
  /** The maximum number of calls a day for checks. */
  calls_share: z.number(),
  /** Calls of the whole product; null until the provider has reported its quota. */
  calls_used: z.nullable(z.int()),
  calls_limit: z.nullable(z.int()),
});
export type CheckPlan = z.infer<typeof checkPlan>;
export const artistChecksAnswer = answerOf({ data: z.array(artistCheck), plan: checkPlan });

export const artistChangesAnswer = answerOf({
  data: z.array(artistChange),
  total: z.int(),
  next_cursor: z.nullable(z.string()),
});

export const BOTH_DATES = 'Both start and end dates are required';
const END_FIRST = 'The end date is before the start date';
/** The time from the start to the end of a new entry. */
export const DEFAULT_WINDOW_DAYS = 7;

const isOrdered = ({ start_monitoring: start, end_monitoring: end }: MonitoringWindow) =>
  !start || !end || start <= end;
const endFirst = { path: ['end_monitoring'], error: END_FIRST };

/** A day, or the day of an instant; empty and absent ones are null. */
const day = z._default(
  z.pipe(
    z.transform((value: unknown) => {
      if (value === undefined || value === null) return null;
      return typeof value === 'string' ? value.trim().replace(/T.*$/, '') || null : value;
    }),
    z.nullable(z.iso.date('Enter a date as YYYY-MM-DD.')),
  ),
  null,
);

/** PUT /events/monitored-artists/{artist_id} */
const artistSettings = z.object({
  artist_name: z
    .string('Enter the name of the artist.')
    .check(z.trim(), z.minLength(1, 'Enter the name of the artist.'))
    .check(z.maxLength(300, 'A name has at most 300 characters.')),
  artist_image: z._default(
    z.pipe(
      z.nullable(z.string().check(z.maxLength(2_000, 'An address has at most 2,000 characters.'))),
      z.transform((address: string | null) => address ?? ''),
    ),
    '',
  ),
  start_monitoring: day,
  end_monitoring: day,
});
export const changedMonitoredArtist = artistSettings.check(z.refine(isOrdered, endFirst));

/** POST /events/monitored-artists */
export const newMonitoredArtist = z
  .extend(artistSettings, { artist_id: artistId })
  .check(z.refine(isOrdered, endFirst));

export const monitoredArtistParam = z.object({ artist_id: artistId });

export type NewMonitoredArtist = z.output<typeof newMonitoredArtist>;
export type ArtistSettings = z.output<typeof changedMonitoredArtist>;

/** The dates of the screen: both are required there. */
export const monitoringDates = z
  .object({ start_monitoring: z.iso.date(BOTH_DATES), end_monitoring: z.iso.date(BOTH_DATES) })
  .check(z.refine(isOrdered, endFirst));

/** GET /events/artist-checks: `seen` is the id of the last change that the operator has seen. */
export const artistChecksQuery = z.object({
  seen: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
});

const MOST_CHANGES = 200;

/** GET /events/artist-changes: newest first. */
export const artistChangesQuery = z.object({
  artist_id: z.optional(artistId),
  kind: z.optional(z.enum(CHANGE_KINDS)),
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_CHANGES)),
    MOST_CHANGES / 4,
  ),
});
export type ArtistChangesQuery = z.output<typeof artistChangesQuery>;
