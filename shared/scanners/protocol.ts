import * as z from 'zod';
import { learnedCodes } from '../code-memory/scanner.ts';
import { mailboxFolder } from '../mailboxes/schema.ts';
import { HIGHEST_CONFIDENCE } from '../presale-codes/constants.ts';
import { foundCode, mailboxReport, mailText } from '../presale-codes/events.ts';
import { presence } from '../presale-codes/schema.ts';

/** Path of the scanners' socket, and the heartbeat texts of both sides. */
export const SCANNER_PATH = '/api/scanner';
export const PING = 'ping';
export const PONG = 'pong';

/**
 * The mail server of the provider simulator, under a name that no live server can have. A scanner
 * that is configured with the simulator's port connects there; others report an unknown host.
 */
export const SIMULATED_MAIL_SERVER = { host: 'imap.simulator.test', port: 143 } as const;

/**
 * The data for connecting to one mailbox. Password and token are sent only to the scanner, over its
 * authenticated connections.
 */
const mailboxAccess = z.object({
  id: z.number().int(),
  user: z.string(),
  host: z.string(),
  port: z.number().int(),
  /** Empty with an access token. */
  password: z.string(),
  /** Of a mailbox that signs in by OAuth (XOAUTH2). */
  accessToken: z.string().optional(),
  /** The same, sealed: the scanner exchanges it for another one if the mail server refuses the token. */
  sealedToken: z.string().optional(),
  /** The folders to search; absent or null: the inbox and the junk folders. */
  folders: z.array(z.string()).nullish(),
});
export type MailboxAccess = z.infer<typeof mailboxAccess>;

export const scanQuery = z.object({
  keywords: z.array(z.string()),
  mustInclude: z.array(z.string()),
  caseSensitive: z.boolean(),
  /** The arrival of the oldest mail to read, in milliseconds since the epoch. */
  since: z.number(),
  minLength: z.number().int(),
  maxLength: z.number().int(),
  numbers: presence,
  capitals: presence,
  specials: presence,
  allowedSpecials: z.string(),
  excluded: z.array(z.string()),
  /** The answers about codes of earlier mails; those for a watch come with its plan. */
  learned: z.optional(learnedCodes),
});
export type ScanQuery = z.infer<typeof scanQuery>;

/** Messages to a scanner. `withinMs` is the time left for the job. */
export const toScanner = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('scan'),
    job: z.string(),
    withinMs: z.number(),
    mailboxes: z.array(mailboxAccess),
    query: scanQuery,
  }),
  /** Signs in to each mailbox and opens its inbox. */
  z.object({
    type: z.literal('probe'),
    job: z.string(),
    withinMs: z.number(),
    mailboxes: z.array(mailboxAccess),
  }),
  /** Lists the folders of one mailbox. */
  z.object({
    type: z.literal('folders'),
    job: z.string(),
    withinMs: z.number(),
    mailboxes: z.array(mailboxAccess),
  }),
  /** Reads one mail of one mailbox. */
  z.object({
    type: z.literal('fetch'),
    job: z.string(),
    withinMs: z.number(),
    mailboxes: z.array(mailboxAccess),
    mail: z.string(),
  }),
  z.object({ type: z.literal('cancel'), job: z.string() }),
  /** Reads the new mails of a mailbox as they arrive (shared/presale-watches/scanner.ts), until `unwatch`. */
  z.object({ type: z.literal('watch'), mailbox: mailboxAccess, revision: z.string() }),
  z.object({ type: z.literal('unwatch'), mailbox: z.number().int() }),
  /**
   * Catalogues are due: the scanner claims them one after the other (shared/catalogues/feed.ts).
   */
  z.object({ type: z.literal('catalogues') }),
]);
export type ToScanner = z.infer<typeof toScanner>;
/** A job about mailboxes. */
export type ScannerJob = Exclude<
  ToScanner,
  { type: 'cancel' | 'catalogues' | 'watch' | 'unwatch' }
>;

/** A code and its mail: if both are repeated, they are stored once. */
const codeSighting = z.object({
  mailbox: z.number().int(),
  mail: z.string(),
  found: z.object({
    ...foundCode.shape,
    confidence: z.number().transform((chance) => Math.min(chance, HIGHEST_CONFIDENCE)),
  }),
});
export type CodeSighting = z.infer<typeof codeSighting>;

/** Messages from a scanner. */
export const fromScanner = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: z.string(),
    name: z.string(),
    /** Identifies the process across all of its connections. */
    process: z.string().min(1).max(64).optional(),
  }),
  /** Sent every few seconds: extends the leases of these jobs. */
  z.object({ type: z.literal('alive'), jobs: z.array(z.string()) }),
  z.object({ type: z.literal('progress'), job: z.string(), mailbox: mailboxReport }),
  z.object({ type: z.literal('codes'), job: z.string(), sightings: z.array(codeSighting) }),
  z.object({ type: z.literal('mail'), job: z.string(), mail: mailText }),
  z.object({ type: z.literal('folders'), job: z.string(), folders: z.array(mailboxFolder) }),
  z.object({ type: z.literal('done'), job: z.string() }),
]);
export type FromScanner = z.infer<typeof fromScanner>;
