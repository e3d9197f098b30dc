import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { cut } from '../../shared/text.ts';
import { LIMITS } from '../limits.ts';
import { troubleOf } from './connect.ts';
import { MailboxError } from './mailbox-error.ts';
import type { ReadProgress } from './read-progress.ts';
import { type MailPlan, planParts } from './structure.ts';

/** A mail with its header and structure. */
export interface ListedMail extends MailPlan {
  uid: number;
  subject: string;
  from: string;
  /** Time of arrival, in milliseconds since the epoch; NaN if the server gave none. */
  receivedAt: number;
}

/** `1,2,3,7` as `1:3,7`: a command line has a length. */
export function compactUids(uids: readonly number[]): string {
  const sorted = [...uids].sort((a, b) => a - b);
  const ranges: string[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i];
    while (sorted[i + 1] === (sorted[i] ?? 0) + 1) i++;
    ranges.push(from === sorted[i] ? `${from}` : `${from}:${sorted[i]}`);
  }
  return ranges.join(',');
}

const fromOf = (message: FetchMessageObject): string => {
  const sender = message.envelope?.from?.[0];
  if (!sender) return '';
  return sender.name ? `${sender.name} <${sender.address ?? ''}>` : (sender.address ?? '');
};

/** A mail in the list of a search. */
export function toListed(message: FetchMessageObject): ListedMail {
  const received = message.internalDate ? new Date(message.internalDate).getTime() : Number.NaN;
  return {
    ...planParts(message.bodyStructure),
    uid: message.uid,
    subject: cut(message.envelope?.subject ?? '', 1_000),
    from: cut(fromOf(message), 500),
    receivedAt: received,
  };
}

/** Newest first; the first slice is small, so that its texts can be read soon. */
function* slices(uids: readonly number[]): Generator<number[]> {
  const newestFirst = uids.toSorted((a, b) => b - a).slice(0, LIMITS.mailsPerFolder);
  yield newestFirst.slice(0, LIMITS.firstStructureBatch);
  for (let at = LIMITS.firstStructureBatch; at < newestFirst.length; at += LIMITS.structureBatch)
    yield newestFirst.slice(at, at + LIMITS.structureBatch);
}

/** Splits a slice so that every large mail is requested alone. */
async function carefully(client: ImapFlow, slice: readonly number[]): Promise<number[][]> {
  const harmless: number[] = [];
  const alone: number[][] = [];
  const query = { uid: true, size: true };
  for await (const { uid, size } of client.fetch(compactUids(slice), query, { uid: true })) {
    if ((size ?? 0) <= LIMITS.harmlessBytes) harmless.push(uid);
    else alone.push([uid]);
  }
  return harmless.length > 0 ? [harmless, ...alone] : alone;
}

/** The open folder, and how far the mailbox has been read. */
export interface OpenFolder {
  client: ImapFlow;
  name: string;
  progress: ReadProgress;
  keyOf: (uid: number) => string;
}

async function listSlice(
  { client, name, progress, keyOf }: OpenFolder,
  slice: readonly number[],
  since: number,
): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  const delivered = new Set<string>();
  const query = { uid: true, envelope: true, bodyStructure: true, internalDate: true };
  for (const uids of progress.isCareful ? await carefully(client, slice) : [slice]) {
    const [only] = uids;
    if (uids.length === 1 && only !== undefined) progress.begin(keyOf(only));
    for await (const message of client.fetch(compactUids(uids), query, { uid: true })) {
      delivered.add(keyOf(message.uid));
      const mail = toListed(message);
      if (!(mail.receivedAt < since)) mails.push(mail);
    }
  }
  progress.compare(slice.map(keyOf), delivered);
  progress.discount(name, delivered.size - mails.length);
  return mails.sort((a, b) => b.receivedAt - a.receivedAt);
}

/**
 * Lists the open folder's mails since `since` that are not finished, newest first, some at a time: search on the
 * server, then header and structure.
 */
export async function* listMails(
  folder: OpenFolder,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<ListedMail[]> {
  const { client, name, progress, keyOf } = folder;
  // SEARCH compares days only, in the server's own time zone: a day of slack, then the exact arrival.
  const found = await client.search({ since: new Date(since - 24 * 3600_000) }, { uid: true });
  if (!Array.isArray(found))
    throw troubleOf(client).refusal ?? new MailboxError('closed', client.host);
  progress.expect(name, found.length);
  for (const slice of slices(found)) {
    signal.throwIfAborted();
    const left = slice.filter((uid) => !progress.isFinished(keyOf(uid)));
    if (left.length > 0) yield await listSlice(folder, left, since);
  }
}
