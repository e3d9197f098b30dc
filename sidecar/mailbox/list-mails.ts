import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { readEnvelope } from '../../mail-lines/mime-tree.ts';
import { cut } from '../../shared/text.ts';
import { LIMITS } from '../limits.ts';
import { troubleOf } from './connect.ts';
import { isRefusal, MailboxError } from './mailbox-error.ts';
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

/** The items of a listing. An answer without any of them was sent for another reason, such as a changed flag. */
type Listing = Pick<FetchMessageObject, 'envelope' | 'bodyStructure' | 'internalDate'>;
const isListing = ({ envelope, bodyStructure, internalDate }: Listing): boolean =>
  envelope !== undefined || bodyStructure !== undefined || internalDate !== undefined;

const LISTING = { uid: true, envelope: true, bodyStructure: true, internalDate: true } as const;

/** The listings of some mails, one for each; servers may send one in several answers. */
export async function fetchListings(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, FetchMessageObject>> {
  const asked = new Set(uids);
  const listings = new Map<number, FetchMessageObject>();
  for await (const message of client.fetch(compactUids(uids), LISTING, { uid: true })) {
    if (!asked.has(message.uid) || !isListing(message)) continue;
    listings.set(message.uid, { ...listings.get(message.uid), ...message });
  }
  return listings;
}

const MISREAD = '\ufffd';

/** Reads subject and sender again where they were sent in letters that are not UTF-8: the library has replaced them. */
export async function mendNames(client: ImapFlow, mails: readonly ListedMail[]): Promise<void> {
  const misread = new Map(
    mails
      .filter(({ subject, from }) => subject.includes(MISREAD) || from.includes(MISREAD))
      .map((mail) => [mail.uid, mail]),
  );
  if (misread.size === 0) return;
  const query = { uid: true, headers: ['subject', 'from'] };
  const uids = compactUids([...misread.keys()]);
  for await (const { uid, headers } of client.fetch(uids, query, { uid: true })) {
    const mail = misread.get(uid);
    if (!mail || !headers) continue;
    const { subject, from } = readEnvelope(headers, mail.parts[0]?.charset ?? '');
    if (mail.subject.includes(MISREAD)) mail.subject = cut(subject, 1_000);
    if (mail.from.includes(MISREAD)) mail.from = cut(from, 500);
  }
}

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

/**
 * Runs a command over several mails. One that the server refuses is repeated for each half, until the refused mails are
 * left: one broken mail costs no other.
 */
export async function inHalves<Mail>(
  mails: readonly Mail[],
  run: (mails: readonly Mail[]) => Promise<void>,
): Promise<void> {
  try {
    await run(mails);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (mails.length < 2) return;
    const half = Math.ceil(mails.length / 2);
    await inHalves(mails.slice(0, half), run);
    await inHalves(mails.slice(half), run);
  }
}

/** The open folder, and how far the mailbox has been read. */
export interface OpenFolder {
  client: ImapFlow;
  name: string;
  progress: ReadProgress;
  keyOf: (uid: number) => string;
  /** All mails of the folder. */
  mailCount: number;
}

/** Mails that one SEARCH looks through: its answer is one line, and a line has a limit. */
const SEARCHED_AT_ONCE = 50_000;

/** The uids of a folder's mails since a time. Large folders are searched from their newest mails on, part by part. */
async function searchSince(client: ImapFlow, since: number, mailCount: number): Promise<number[]> {
  const uids: number[] = [];
  // SEARCH compares days only, in the server's own time zone: a day of slack, then the exact arrival.
  const period = { since: new Date(since - 24 * 3600_000) };
  for (let last = mailCount; last > 0; last -= SEARCHED_AT_ONCE) {
    const first = Math.max(1, last - SEARCHED_AT_ONCE + 1);
    const isAll = mailCount <= SEARCHED_AT_ONCE;
    const query = isAll ? period : { seq: `${first}:${last}`, ...period };
    const found = await client.search(query, { uid: true });
    if (!Array.isArray(found))
      throw troubleOf(client).refusal ?? new MailboxError('closed', client.host);
    for (const uid of found) uids.push(uid);
  }
  return [...new Set(uids)];
}

async function listSlice(
  { client, name, progress, keyOf }: OpenFolder,
  slice: readonly number[],
  since: number,
): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  const delivered = new Set<string>();
  const list = async (asked: readonly number[]): Promise<void> => {
    const uids = asked.filter((uid) => !delivered.has(keyOf(uid)));
    const [only] = uids;
    if (only === undefined) return;
    if (uids.length === 1) progress.begin(keyOf(only));
    for (const [uid, message] of await fetchListings(client, uids)) {
      if (delivered.has(keyOf(uid))) continue;
      delivered.add(keyOf(uid));
      const mail = toListed(message);
      if (!(mail.receivedAt < since)) mails.push(mail);
    }
  };
  for (const uids of progress.isCareful ? await carefully(client, slice) : [slice])
    await inHalves(uids, list);
  await mendNames(client, mails);
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
  const found = await searchSince(client, since, folder.mailCount);
  progress.expect(name, found.length);
  for (const slice of slices(found)) {
    signal.throwIfAborted();
    const left = slice.filter((uid) => !progress.isFinished(keyOf(uid)));
    if (left.length > 0) yield await listSlice(folder, left, since);
  }
}
