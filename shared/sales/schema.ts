import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { historyPoint, watchedEvent } from '../price-monitor/schema.ts';
import { eventId } from '../ticketing/ids.ts';
import { ticketingEvent } from '../ticketing/schema.ts';

export const NOTE_LIMITS = {
  /** The maximum number of characters of a note. */
  text: 2_000,
  /** The maximum number of notes of one event. */
  notes: 100,
} as const;

/**
 * The prefix of the id of a watched event that the provider does not list; the number of its row
 * follows.
 */
export const WATCHED_PREFIX = 'watched-';

/**
 * The id of the page of a watched event.
 * @param providerId in the form that `price_targets` stores
 */
export const salePageId = (watchedId: number, providerId: string | null): string =>
  providerId || `${WATCHED_PREFIX}${watchedId}`;

/** The path of the page of an event, in the web app. */
export const salePath = (eventId: string): string => `/sale/${encodeURIComponent(eventId)}`;

/** /sale/{event_id}: the provider's id of an event, or `watched-12` for a watched event without one. */
export const saleParam = z.object({ event_id: eventId });

/** A presale or the general sale of an event. */
const saleWindow = z.object({
  kind: z.enum(['presale', 'general']),
  /** Null for the general sale. */
  presale_name: z.nullable(z.string()),
  /** Null if only the name of the presale is published. */
  opens_at: z.nullable(instant),
  closes_at: z.nullable(instant),
  /** Whether the operator gets reminders of it. */
  is_followed: z.boolean(),
  /** Null if no reminder is due. */
  next_reminder_at: z.nullable(instant),
});
export type SaleWindow = z.infer<typeof saleWindow>;

/**
 * The parts of the desk that list an event; `search`: the provider returned it, just now or for its
 * reminders.
 */
const saleSource = z.object({
  source: z.enum(['monitor', 'catalogue', 'calendar', 'search', 'prices']),
  /** When it was last read. */
  read_at: z.nullable(instant),
  /** When it is next read; null if that is not planned. */
  next_at: z.nullable(instant),
});
export type SaleSource = z.infer<typeof saleSource>;

/** An event and its sales. Texts are '' if no source has them. */
const saleEvent = z.object({
  event_id: z.string(),
  artist: z.string(),
  name: z.string(),
  venue: z.string(),
  city: z.string(),
  country: z.string(),
  /** The IANA zone of the venue; null if no source states it. */
  timezone: z.nullable(z.string()),
  /** `YYYY-MM-DD HH:mm` or `YYYY-MM-DD` at the venue, or ''. */
  date: z.string(),
  /**
   * Whether the event is cancelled, postponed, rescheduled or no longer listed; null for any other.
   */
  note: z.nullable(z.string()),
  url: z.string(),
  known_from: z.array(saleSource),
  /** In the order of their openings; those without a time are the last. */
  windows: z.array(saleWindow),
});
export type SaleEvent = z.infer<typeof saleEvent>;

/**
 * How certain it is that a code is for this event: its presale is named, the artist is, or only the
 * time fits.
 */
export const FITS = ['presale', 'artist', 'time'] as const;

/** A code of a mail that fits the event. */
const saleCode = z.object({
  code: z.string(),
  confidence: z.number(),
  /** The presale that it fits; null if none is named and several are possible. */
  presale_name: z.nullable(z.string()),
  fit: z.enum(FITS),
  /** Why it fits, in a sentence. */
  why: z.string(),
  /**
   * The start and end of a code's validity, in the words of the mail; null if the mail does not
   * state them.
   */
  valid_from: z.nullable(z.string()),
  valid_until: z.nullable(z.string()),
  evidence: z.string(),
  email_subject: z.string(),
  email_from: z.string(),
  /** ISO 8601, or ''. */
  email_date: z.string(),
  account: z.string(),
  /** How many mailboxes contain it. */
  mailboxes: z.int(),
  /** The name of the watch that found it; '' for a one-time search. */
  watch: z.string(),
  found_at: instant,
});
export type SaleCode = z.infer<typeof saleCode>;

/** Something that the desk did for the event. */
const saleDeed = z.object({
  kind: z.enum(['work', 'change', 'notification']),
  at: instant,
  /** The e-mail of the operator, or `system`. */
  who: z.string(),
  title: z.string(),
  detail: z.string(),
  /** A path of the web app that shows more; null if the operator has none. */
  href: z.nullable(z.string()),
});
export type SaleDeed = z.infer<typeof saleDeed>;

/** A note of the team. */
const saleNote = z.object({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  is_own: z.boolean(),
  created_at: instant,
  /** Null if it was never changed. */
  changed_at: z.nullable(instant),
});
export type SaleNote = z.infer<typeof saleNote>;

const noteText = z
  .string('Enter a note.')
  .check(
    z.trim(),
    z.minLength(1, 'Enter a note.'),
    z.maxLength(
      NOTE_LIMITS.text,
      `A note has at most ${NOTE_LIMITS.text.toLocaleString('en')} characters.`,
    ),
  );

/** POST /sale/{event_id}/notes and PATCH /sale-notes/{id}. */
export const saleNoteText = z.object({ text: noteText });
export type SaleNoteText = z.output<typeof saleNoteText>;

/** The answer of GET /sale/{event_id}. */
export const saleAnswer = answerOf({
  /** The time of the server, for countdowns. */
  now: instant,
  event: saleEvent,
  /** The most likely and best fitting first, at most 100: `GET /sale/{event_id}/codes` returns all. */
  codes: z.array(saleCode),
  /** How many codes fit; if more mails may fit than are compared at once, how many fit at most. */
  codes_total: z.int(),
  /** How many mailboxes the watches of the team read for new codes. */
  watched_mailboxes: z.int(),
  /** Whether the operator has a watch for codes of this event. */
  is_watched_for_codes: z.boolean(),
  /** The prices, if the event is watched. */
  prices: z.nullable(watchedEvent),
  /** How the prices moved in the last seven days, oldest first; empty if the event is not watched. */
  price_history: z.array(historyPoint),
  /** The newest first. */
  deeds: z.array(saleDeed),
  /** The oldest first. */
  notes: z.array(saleNote),
  /** The event as the provider returned it; null if a part of the desk lists it: GET /events/by-ids returns it then. */
  listing: z.nullable(ticketingEvent),
});
/** The answer of GET /sale/{event_id}/codes: all that fit of the newest 5,000 codes of the desk, the best fitting first. */
export const saleCodesAnswer = answerOf({ codes: z.array(saleCode) });
export type SaleAnswer = Omit<z.infer<typeof saleAnswer>, 'success'>;
