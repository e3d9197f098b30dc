/** What the scanner and the Worker exchange about watched mailboxes. Instants are milliseconds since the epoch. */
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import { learnedCodes } from '../code-memory/scanner.ts';
import { HIGHEST_CONFIDENCE } from '../presale-codes/constants.ts';
import { scanQuery } from '../scanners/protocol.ts';
import { watchMode } from './schema.ts';

/** The paths of the calls of a scanner, which bring its token. */
export const WATCHING_PATHS = {
  open: '/api/scanner/watches/open',
  memory: '/api/scanner/watches/memory',
  results: '/api/scanner/watches/results',
  states: '/api/scanner/watches/states',
} as const;

/** The most codes of one call, mailboxes of one call, and characters of texts; the scanner cuts longer ones. */
export const WATCHING_LIMITS = {
  codes: 300,
  states: 500,
  text: 1_000,
  mail: 1_200,
  place: 120,
} as const;

const text = z.string().max(WATCHING_LIMITS.text);
const mailbox = z.number().int().positive();
/** The path of a folder on the server. */
const path = z.string().min(1).max(WATCHING_LIMITS.text);
const revision = z.string().max(64);

/** Address and host of a mailbox: after a change of either one, it has other mails. */
export const placeOf = ({ user, host }: { user: string; host: string }): string =>
  `${user.toLowerCase()} ${host.toLowerCase()}`;
const place = z.string().min(1).max(WATCHING_LIMITS.text);

/** How far a folder was read: all mails up to `uid` under this validity of its uids. */
const folderMark = z.object({
  path: z.string(),
  validity: z.string(),
  uid: z.number().int(),
  /** When it was stored. */
  readAt: z.number(),
});
export type FolderMark = z.infer<typeof folderMark>;

export const openRequest = z.object({ mailbox });

/** The watches of a mailbox, and how far its folders were read. */
const watchPlan = z.object({
  /** Names this set of watches: results for another one are refused. */
  revision,
  /** The mailbox to which it applies. */
  place,
  /** `since` of a query: mails that arrived before do not belong to the watch. */
  watches: z.array(z.object({ id: z.number().int(), query: scanQuery.omit({ learned: true }) })),
  folders: z.array(folderMark),
  /** Names the answers about codes of earlier mails, which the scanner fetches once for all mailboxes. */
  memory: z.optional(revision),
});
export type WatchPlan = z.infer<typeof watchPlan>;

/** The answer to POST open; null if nothing watches the mailbox any more. */
export const openAnswer = answerOf({ plan: z.nullable(watchPlan) });

/** The code memory, as a scanner keeps it for all mailboxes. */
const memoryCopy = z.object({
  /** A hash of the key, a full stop, and a text that changes with the answers. */
  revision,
  learned: learnedCodes,
});
export type MemoryCopy = z.infer<typeof memoryCopy>;
export const memoryAnswer = answerOf({ memory: memoryCopy });

/** Whether two revisions of the code memory have the same key. */
export const isOfKey = (one: string, other: string): boolean =>
  one.split('.', 1)[0] === other.split('.', 1)[0];

/** A code of a mail for a watch. */
const watchSighting = z.object({
  watch: z.number().int(),
  /** The same for copies of a mail in other folders, and if the uids of a folder become invalid. */
  mail: z.string().min(1).max(64),
  /** Folder, validity of the uids and uid. */
  key: z.string().min(1).max(WATCHING_LIMITS.mail),
  code: text,
  confidence: z.number().transform((chance) => Math.min(chance, HIGHEST_CONFIDENCE)),
  evidence: text,
  subject: text,
  from: text,
  /** Time of arrival as ISO 8601; empty if the server gave none. */
  date: z.string().max(40),
  /** Hash of the sender and text of the trace; absent without a key. */
  place: z.string().max(WATCHING_LIMITS.place).optional(),
});
export type WatchSighting = z.infer<typeof watchSighting>;

/** Results of some mails of a folder. Storing them again changes nothing. */
export const resultsRequest = z.object({
  mailbox,
  /** Where the mails were read: results of another place are refused. */
  place,
  revision,
  path,
  validity: z.string().max(40),
  /** All mails up to this one are read; null if further parts of the same mails follow. */
  uid: z.number().int().nullable(),
  /** Mails that could not be read since the mark of before; counted as often as the mark moves. */
  unread: z.number().int().nonnegative(),
  codes: z.array(watchSighting).max(WATCHING_LIMITS.codes),
});
export type WatchResults = z.infer<typeof resultsRequest>;

const mailboxState = z.object({
  mailbox,
  mode: watchMode,
  reason: text.nullable(),
  seenAt: z.number().nullable(),
});
export type WatchedMailboxState = z.infer<typeof mailboxState>;

export const statesRequest = z.object({
  states: z.array(mailboxState).max(WATCHING_LIMITS.states),
});
