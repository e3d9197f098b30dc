/**
 * The data that the scanner and the Worker exchange about the reading of a catalogue. Instants are
 * milliseconds since the epoch.
 */
import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { CATALOGUE_COUNTRIES } from './schema.ts';

/**
 * The paths of a scanner's calls. The first requires its token, the others the token of the
 * reading.
 */
export const READING_PATHS = {
  claim: '/api/scanner/catalogues/claim',
  alive: '/api/scanner/catalogues/alive',
  hashes: '/api/scanner/catalogues/hashes',
  changes: '/api/scanner/catalogues/changes',
  end: '/api/scanner/catalogues/end',
} as const;

/** The maximum lengths of texts; the scanner cuts longer ones. */
export const FEED_TEXT = { id: 64, short: 100, name: 300, url: 2_000 } as const;
/** The maximum numbers of artists and sales of an event, and of events in one call. */
export const FEED_LIST = { artists: 30, sales: 40, events: 500 } as const;

const text = (length: number) => z.string().check(z.maxLength(length));

const feedSale = z.object({
  kind: z.enum(['presale', 'general']),
  /** '' for the general sale. */
  name: text(FEED_TEXT.name),
  opensAt: z.int(),
  closesAt: z.nullable(z.int()),
});
export type FeedSale = z.infer<typeof feedSale>;

/** An event as a catalogue stores it. Texts are '' if the file omits them. */
export const feedEvent = z.object({
  id: text(FEED_TEXT.id).check(z.minLength(1)),
  /** Identifies the content of all other fields. */
  hash: text(FEED_TEXT.short),
  name: text(FEED_TEXT.name),
  artists: z
    .array(z.object({ id: text(FEED_TEXT.id), name: text(FEED_TEXT.name) }))
    .check(z.maxLength(FEED_LIST.artists)),
  venue: text(FEED_TEXT.name),
  city: text(FEED_TEXT.name),
  /** The IANA zone of the venue, or ''. Scanners of version 1.0.0 leave it out. */
  timezone: z._default(text(FEED_TEXT.short), ''),
  segment: text(FEED_TEXT.short),
  genre: text(FEED_TEXT.short),
  url: text(FEED_TEXT.url),
  /** The provider's word, in lower case. */
  status: text(FEED_TEXT.short),
  /** Null unless the start is known to the minute. */
  startsAt: z.nullable(z.int()),
  /** The day at the venue, or ''. */
  day: text(FEED_TEXT.short),
  sales: z.array(feedSale).check(z.maxLength(FEED_LIST.sales)),
});
export type FeedEvent = z.infer<typeof feedEvent>;

/** A reading that a scanner has claimed. */
const reading = z.object({
  /** Authorizes the calls of this reading. */
  token: z.string(),
  country: z.enum(CATALOGUE_COUNTRIES),
  /** The address of the file, with the provider's key. */
  url: z.string(),
  /**
   * The address of the list of files, which has the size of the file; null if there are stored
   * events to compare with.
   */
  listUrl: z.nullable(z.string()),
});
export type Reading = z.infer<typeof reading>;

/** The answer to a claim; null if no reading is due. */
export const claimAnswer = answerOf({ reading: z.nullable(reading) });

/** The ids of events, their hashes and whether they are past, after an id in the order of ids. */
export const hashesRequest = z.object({ after: text(FEED_TEXT.id) });
export const hashesAnswer = answerOf({
  data: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
});

/** A part of the changes; storing it again changes nothing. */
export const changesRequest = z.object({
  events: z.array(feedEvent).check(z.maxLength(FEED_LIST.events)),
  gone: z.array(text(FEED_TEXT.id)).check(z.maxLength(10 * FEED_LIST.events)),
});
export type FeedChanges = z.infer<typeof changesRequest>;

/** How a reading ended: the numbers of the file, or why nothing was changed. */
export const endRequest = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('complete'),
    events: z.int(),
    changes: z.int(),
  }),
  z.object({
    outcome: z.literal('failed'),
    reason: text(500),
    /** The pause that the provider requested after it refused the call. */
    pauseMs: z.nullable(z.int()),
  }),
]);
export type ReadingEnd = z.infer<typeof endRequest>;
