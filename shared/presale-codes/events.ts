import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { readStored } from '../json.ts';
import { mailboxFolder } from '../mailboxes/schema.ts';
import { folderReport, leftOutReason } from './left-out.ts';

/** A code as found in one mail; `evidence` is the sentence that shows why. */
export const foundCode = z.object({
  code: z.string(),
  account: z.string(),
  email_subject: z.string(),
  email_from: z.string(),
  email_date: z.string(),
  confidence: z.number(),
  evidence: z.string(),
  /** Names the mail in its mailbox: GET /presale-codes/mail reads it. */
  mail_id: z.string(),
  /** Names the code in its mail: POST /found-codes/{id}/verdict answers about it. */
  code_id: z.optional(z.string()),
});
export type FoundCode = z.infer<typeof foundCode>;

/** A mail for a person to open: its code can only be in a picture, or it could not be read, for a reason. */
const needsLook = z.object({
  subject: z.string(),
  from: z.string(),
  date: z.string(),
  reason: z.optional(leftOutReason),
});

/** A mail whose code comes another way, with the sentence that names it. */
const codeDelivery = z.object({
  mail_id: z.string(),
  kind: z.enum(['code_by_text_message', 'code_in_app']),
  evidence: z.string(),
});
export type CodeDelivery = z.infer<typeof codeDelivery>;

/** Likely codes of one length that the search's own criteria have removed. */
const leftOutCodes = z.object({ length: z.int(), codes: z.int() });
export type LeftOutCodes = z.infer<typeof leftOutCodes>;

/**
 * The state of one mailbox. `running` occurs in the stream only; of an `incomplete` one some mails were left out, and
 * the message has their number.
 */
export const mailboxReport = z.object({
  id: z.int(),
  user: z.string(),
  status: z.enum(['running', 'ok', 'incomplete', 'failed', 'cancelled']),
  message: z.string(),
  scanned: z.int(),
  matched: z.int(),
  needs_look: z.array(needsLook),
  /** The progress in each folder; absent before the first one was opened. */
  folders: z.optional(z.array(folderReport)),
  /**
   * Codes that the mailbox left out. Only the scanner's reports have them: the answer counts them over all mailboxes.
   */
  left_out_codes: z.optional(z.array(z.string())),
  notes: z.optional(z.array(codeDelivery)),
  /** True if the mailbox or its server caused the failure, so that another search fails too. */
  unreachable: z.optional(z.boolean()),
});
export type MailboxReport = z.infer<typeof mailboxReport>;

/** The whole answer of POST /presale-codes/search. */
export const presaleAnswer = answerOf({
  codes: z.array(foundCode),
  message: z.string(),
  mailboxes: z.array(mailboxReport),
  left_out_codes: z.optional(z.array(leftOutCodes)),
  notes: z.optional(z.array(codeDelivery)),
});
export type PresaleAnswer = z.infer<typeof presaleAnswer>;

/** The codes that the mailboxes left out and none has, by their length. */
function countLeftOut(codes: readonly FoundCode[], mailboxes: readonly MailboxReport[]) {
  const foundCodes = new Set(codes.map(({ code }) => code.toLowerCase()));
  const leftOut = new Map(
    mailboxes
      .flatMap(({ left_out_codes = [] }) => left_out_codes)
      .map((code) => [code.toLowerCase(), [...code].length] as const)
      .filter(([code]) => !foundCodes.has(code)),
  );
  const byLength = Map.groupBy(leftOut.values(), (length) => length);
  return [...byLength]
    .map(([length, all]) => ({ length, codes: all.length }))
    .sort((a, b) => a.length - b.length);
}

/** Builds the answer with the message that the specification fixes. */
export const answerWith = (codes: FoundCode[], mailboxes: MailboxReport[]): PresaleAnswer => ({
  success: true,
  codes,
  message:
    codes.length === 0 ? 'No codes found matching your criteria' : `${codes.length} code(s) found`,
  mailboxes: mailboxes.map(({ left_out_codes: _codes, notes: _notes, ...report }) => report),
  left_out_codes: countLeftOut(codes, mailboxes),
  notes: mailboxes.flatMap(({ notes = [] }) => notes),
});

const searchFailure = z.object({
  success: z.literal(false),
  message: z.string(),
  /** The status that the call would have had: the stream's own is 200. */
  status: z.optional(z.int()),
  /** The server lost the search for a moment: a call with the same id joins it again. */
  is_interrupted: z.optional(z.boolean()),
});
export type SearchFailure = z.infer<typeof searchFailure>;

/** A whole mail as text. Markup is removed and links are written out. */
export const mailText = z.object({
  subject: z.string(),
  from: z.string(),
  /** ISO 8601; empty if the server gave none. */
  date: z.string(),
  text: z.string(),
  /** Only the beginning of the mail fits. */
  is_cut: z.boolean(),
});
export type MailText = z.infer<typeof mailText>;

/** The answer of GET /presale-codes/mail. */
export const mailAnswer = answerOf({ mail: mailText });

/**
 * The events of a job of the scanner, in one vocabulary from the scanner to the browser. `done` and `failed` are the
 * last event. `beat` shows that the sender is alive. The browser streams searches only, which have no `mail` and no
 * `folders`.
 */
export const searchEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('beat') }),
  z.object({ type: z.literal('progress'), mailbox: mailboxReport }),
  z.object({ type: z.literal('codes'), codes: z.array(foundCode) }),
  z.object({ type: z.literal('mail'), mail: mailText }),
  z.object({ type: z.literal('folders'), folders: z.array(mailboxFolder) }),
  z.object({
    type: z.literal('done'),
    answer: presaleAnswer,
    /** The job ended before it was joined. */
    isRepeat: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('failed'), failure: searchFailure }),
]);
export type SearchEvent = z.infer<typeof searchEvent>;

/** The data of each server-sent event of a search, by its name. A beat is a comment. */
export const searchEvents = {
  progress: mailboxReport,
  code: foundCode,
  done: presaleAnswer,
  error: searchFailure,
};

const line = (event: keyof typeof searchEvents, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Writes an event as server-sent events: `progress`, `code` (one for each code), `done`, `error`; a beat is a comment.
 */
export function toServerSentEvents(event: SearchEvent): string {
  if (event.type === 'progress') return line('progress', event.mailbox);
  if (event.type === 'codes') return event.codes.map((code) => line('code', code)).join('');
  if (event.type === 'done') return line('done', event.answer);
  if (event.type === 'failed') return line('error', event.failure);
  return ': beat\n\n';
}

/**
 * Reads a server-sent event back; null for a name that is unknown here.
 * @throws when `data` is not the JSON of such an event.
 */
export function fromServerSentEvent(name: string, data: string): SearchEvent | null {
  const value = readStored(z.unknown(), data);
  if (name === 'progress') return searchEvent.parse({ type: 'progress', mailbox: value });
  if (name === 'code') return searchEvent.parse({ type: 'codes', codes: [value] });
  if (name === 'done') return searchEvent.parse({ type: 'done', answer: value });
  if (name === 'error') return searchEvent.parse({ type: 'failed', failure: value });
  return null;
}
