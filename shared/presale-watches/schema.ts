import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { foundCode } from '../presale-codes/events.ts';
import { watchedSearch } from '../presale-codes/schema.ts';
import { eventId } from '../ticketing/ids.ts';

export const WATCH_LIMITS = {
  /** Watches of an operator. */
  watches: 20,
  /** Characters of a name. */
  name: 200,
  /** Codes of one page. */
  codes: 100,
} as const;

/** Whether new mails of a mailbox are announced by its server, read once a minute, or not read. */
export const watchMode = z.enum(['idle', 'polling', 'failing']);
export type WatchMode = z.infer<typeof watchMode>;

const watchedMailbox = z.object({
  id: z.int(),
  mode: watchMode,
  /** Why it fails or is polled, and how many mails could not be read. */
  reason: z.nullable(z.string()),
  /** Whether a scanner reads it now. */
  is_read: z.boolean(),
  /** When it was read last; null before the first time. */
  seen_at: z.nullable(instant),
});
export type WatchedMailbox = z.infer<typeof watchedMailbox>;

const watchState = z.enum(['watching', 'polling', 'waiting', 'failing']);

/** A search that continues on the server: new mails of its mailboxes are read as they arrive. */
export const presaleWatch = z.object({
  id: z.int(),
  name: z.string(),
  search: watchedSearch,
  is_paused: z.boolean(),
  state: watchState,
  /** Why it waits or fails, or how many mails could not be read. */
  reason: z.nullable(z.string()),
  mailboxes: z.array(watchedMailbox),
  /** How many codes it has found. */
  codes: z.int(),
  last_code_at: z.nullable(instant),
  created_at: instant,
});
export type PresaleWatch = z.infer<typeof presaleWatch>;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(WATCH_LIMITS.name, `A name has at most ${WATCH_LIMITS.name} characters.`),
  );

/** POST /presale-watches. */
export const newPresaleWatch = z.object({
  name,
  search: watchedSearch,
  /** The event for which it is made: its notifications lead to the page of this event. */
  event_id: z.optional(eventId),
});
export type NewPresaleWatch = z.output<typeof newPresaleWatch>;
export type NewPresaleWatchInput = z.input<typeof newPresaleWatch>;

/** PATCH /presale-watches/{id}. */
export const changedPresaleWatch = z
  .object({ name: z.optional(name), is_paused: z.optional(z.boolean()) })
  .check(
    z.refine(
      (given) => given.name !== undefined || given.is_paused !== undefined,
      'Give a name or is_paused.',
    ),
  );
export type ChangedPresaleWatch = z.output<typeof changedPresaleWatch>;

export const presaleWatchAnswer = answerOf({ data: presaleWatch });
/** GET /presale-watches: those of the operator, the newest first. */
export const presaleWatchesAnswer = answerOf({ data: z.array(presaleWatch) });

/** GET /presale-watches/{id}/codes. */
export const watchedCodesQuery = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(WATCH_LIMITS.codes)),
    50,
  ),
  cursor: z.optional(z.string()),
});
export type WatchedCodesQuery = z.output<typeof watchedCodesQuery>;

/** A code that a watch has found; those of less than 0.5 are listed, but not notified. */
const watchedCode = z.extend(foundCode, { id: z.int(), found_at: instant });
export type WatchedCode = z.infer<typeof watchedCode>;

/** The answer of GET /presale-watches/{id}/codes: the newest first. */
export const watchedCodesAnswer = answerOf({
  data: z.array(watchedCode),
  next_cursor: z.nullable(z.string()),
});
