import { createHash } from 'node:crypto';
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow';
import { readEnvelope, readListId } from '../../mail-lines/mime-tree.ts';
import { cut } from '../../shared/text.ts';
import { DAY_MS } from '../../shared/times.ts';
import { LIMITS } from '../limits.ts';
import { troubleOf } from './connect.ts';
import type { Copies } from './copies.ts';
import { isRefusal, MailboxError } from './mailbox-error.ts';
import type { FolderSearch, ReadProgress } from './read-progress.ts';
import type { FolderRecall } from './recall.ts';
import { isRotating, type Sender } from './sender-key.ts';
import { type MailPlan, planParts } from './structure.ts';

/** A mail with its header and structure. */
export interface ListedMail extends MailPlan, Sender {
  uid: number;
  subject: string;
  /** Time of arrival, in milliseconds since the epoch; NaN if the server gave none. */
  receivedAt: number;
  /** The same for copies of a mail in other folders; 0 if the mail has no Message-ID. */
  identity: number;
}

/** `1,2,3,7` as `1:3,7`, because a command line has a maximum length. */
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
  const requested = new Set(uids);
  const listings = new Map<number, FetchMessageObject>();
  for await (const message of client.fetch(compactUids(uids), LISTING, { uid: true })) {
    if (!requested.has(message.uid) || !isListing(message)) continue;
    listings.set(message.uid, { ...listings.get(message.uid), ...message });
  }
  return listings;
}

const MISREAD = '\ufffd';

/**
 * Reads subject and sender again if they were sent in a charset other than UTF-8, because the
 * library has replaced their letters.
 */
export async function mendNames(client: ImapFlow, mails: readonly ListedMail[]): Promise<void> {
  const misread = new Map(
    mails
      .filter(({ subject, from }) => subject.includes(MISREAD) || from.includes(MISREAD))
      .map((mail) => [mail.uid, mail]),
  );
  if (misread.size === 0) return;
  const query = { uid: true, headers: ['subject', 'from'] };
  await inHalves([...misread.keys()], async (uids) => {
    for await (const message of client.fetch(compactUids(uids), query, { uid: true })) {
      const mail = misread.get(message.uid);
      if (!mail || !message.headers) continue;
      const { subject, from } = readEnvelope(message.headers, mail.parts[0]?.charset ?? '');
      if (mail.subject.includes(MISREAD)) mail.subject = cut(subject, 1_000);
      if (mail.from.includes(MISREAD)) mail.from = cut(from, 500);
    }
  });
}

/** The beginning of a header. */
const HEADER = { key: 'header', start: 0, maxLength: LIMITS.headerBytes };

/** The library delivers a part of this name as headers. */
const headerOf = ({ headers, bodyParts }: FetchMessageObject): Uint8Array | undefined =>
  headers ?? bodyParts?.get(HEADER.key) ?? undefined;

/**
 * Reads the List-Id of mails whose sender has another address in each of them, as with mailing
 * programs.
 */
async function readListIds(client: ImapFlow, mails: readonly ListedMail[]): Promise<void> {
  const rotating = new Map(
    mails.filter(({ from }) => isRotating(from)).map((mail) => [mail.uid, mail]),
  );
  if (rotating.size === 0) return;
  const query = { uid: true, bodyParts: [HEADER] };
  await inHalves([...rotating.keys()], async (uids) => {
    for await (const message of client.fetch(compactUids(uids), query, { uid: true })) {
      const mail = rotating.get(message.uid);
      const header = headerOf(message);
      if (mail && header) mail.listId = readListId(header);
    }
  });
}

/**
 * Identifies a mail by its envelope, in 48 bits. The Message-ID alone is not enough, because some
 * senders give all of their mails the same one.
 */
function identityOf({ envelope }: FetchMessageObject): number {
  if (!envelope?.messageId) return 0;
  const { messageId, subject, date, from } = envelope;
  const facts = [messageId, subject ?? '', date ? new Date(date).getTime() : 0, from?.[0]?.address];
  return createHash('sha1').update(JSON.stringify(facts)).digest().readUIntBE(0, 6);
}

/**
 * Lists one mail by the beginning of its header if the server refuses to list it: its structure is
 * read from the whole mail.
 * @returns null if the server also refuses that.
 */
export async function listByHeader(client: ImapFlow, uid: number): Promise<ListedMail | null> {
  const query = { uid: true, internalDate: true, bodyParts: [HEADER] };
  let listed: ListedMail | null = null;
  try {
    for await (const message of client.fetch(String(uid), query, { uid: true })) {
      const block = headerOf(message);
      if (message.uid !== uid || !block) continue;
      const { subject, from } = readEnvelope(block, '');
      listed = {
        ...toListed(message),
        subject: cut(subject, 1_000),
        from: cut(from, 500),
        listId: readListId(block),
      };
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return listed;
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
    identity: identityOf(message),
  };
}

/** Splits a slice so that every large mail is requested alone. */
async function carefully(client: ImapFlow, slice: readonly number[]): Promise<number[][]> {
  const sizes = new Map<number, number>();
  const query = { uid: true, size: true };
  const readSizes = async (uids: readonly number[]): Promise<void> => {
    for await (const { uid, size } of client.fetch(compactUids(uids), query, { uid: true }))
      sizes.set(uid, size ?? 0);
  };
  // A mail whose size the server refuses may be large.
  await inHalves(slice, readSizes, async (uid) => {
    sizes.set(uid, Number.POSITIVE_INFINITY);
  });
  const harmless: number[] = [];
  const alone: number[][] = [];
  for (const [uid, size] of sizes)
    if (size <= LIMITS.harmlessBytes) harmless.push(uid);
    else alone.push([uid]);
  return harmless.length > 0 ? [harmless, ...alone] : alone;
}

/**
 * Runs a command over several mails. One that the server refuses is repeated for each half, until
 * only the refused mails are left: one broken mail affects no other.
 */
export async function inHalves<Mail>(
  mails: readonly Mail[],
  run: (mails: readonly Mail[]) => Promise<void>,
  onRefused: (mail: Mail) => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await run(mails);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [only] = mails;
    if (mails.length < 2) {
      if (only !== undefined) await onRefused(only);
      return;
    }
    const half = Math.ceil(mails.length / 2);
    await inHalves(mails.slice(0, half), run, onRefused);
    await inHalves(mails.slice(half), run, onRefused);
  }
}

/**
 * The open folder, the progress of the mailbox, and what earlier searches have read of the folder.
 */
export interface OpenFolder {
  client: ImapFlow;
  name: string;
  /** The validity of the folder's uids. */
  validity: string;
  progress: ReadProgress;
  keyOf: (uid: number) => string;
  /** All mails of the folder. */
  mailCount: number;
  recall: FolderRecall;
  /** Null if the mailbox has one folder. */
  copies: Copies | null;
  /** The mails to list in place of a search. */
  uids?: readonly number[];
}

/** `3,7:9` as numbers, the largest first, and no more than `most`. */
function uidsOf(list: string, most: number): number[] {
  const ranges = list
    .split(',')
    .map((range) => {
      const [from = 0, to = from] = range.split(':').map(Number);
      return [Math.min(from, to), Math.max(from, to)] as const;
    })
    .sort(([, a], [, b]) => b - a);
  const uids: number[] = [];
  for (const [from, to] of ranges)
    for (let uid = to; uid >= from && uids.length < most; uid--) uids.push(uid);
  return [...new Set(uids)];
}

const hasRanges = ({ capabilities }: ImapFlow): boolean => capabilities.has('ESEARCH');

/** The uids of the mails that a search of the server finds, at most `most`, in any order. */
async function searchUids(client: ImapFlow, query: SearchObject, most: number): Promise<number[]> {
  if (hasRanges(client)) {
    const listed = await client.search(query, { uid: true, returnOptions: ['ALL'] });
    // An answer without a list means that no mail is in the period, or that the server does not support what it announces.
    // A plain search decides.
    if (typeof listed === 'object' && !Array.isArray(listed) && listed.all)
      return uidsOf(listed.all, most);
  }
  const matches = await client.search(query, { uid: true });
  if (!Array.isArray(matches))
    throw troubleOf(client).refusal ?? new MailboxError('closed', client.host);
  return [...new Set(matches)];
}

/**
 * The uids above `uid` of mails that arrived since a time, including a day of slack, the smallest
 * first.
 */
export async function searchAfter(client: ImapFlow, uid: number, since: number): Promise<number[]> {
  const query = { uid: `${uid + 1}:*`, since: new Date(since - DAY_MS) };
  const uids = await searchUids(client, query, LIMITS.mailsPerFolder);
  // The range of a folder without new mails contains its last one.
  return uids.filter((found) => found > uid).sort((a, b) => a - b);
}

/** The uids of the mails since a time between two numbers of the folder, the newest first. */
async function searchBetween(
  client: ImapFlow,
  since: number,
  [first, last]: readonly [number, number],
  mailCount: number,
): Promise<number[]> {
  // SEARCH compares days only, in the server's own time zone: a day of slack, then the exact arrival.
  const period = { since: new Date(since - DAY_MS) };
  const isAll = first === 1 && last === mailCount;
  const query = isAll ? period : { seq: `${first}:${last}`, ...period };
  const uids = await searchUids(client, query, last - first + 1);
  return uids.sort((a, b) => b - a);
}

/**
 * Ranges of a large folder's mails, the newest first: a small one, so that it can be read soon, and
 * then all others.
 */
function ranges(mailCount: number, atOnce: number): [first: number, last: number][] {
  if (mailCount <= atOnce) return [[1, mailCount]];
  const all: [first: number, last: number][] = [];
  let last = mailCount;
  for (let size: number = LIMITS.searchedFirst; last > 0; size = atOnce) {
    const first = Math.max(1, last - size + 1);
    all.push([first, last]);
    last = first - 1;
  }
  return all;
}

/**
 * Reports the mails that an earlier search has read.
 * @returns the others.
 */
function recallMails(folder: OpenFolder, uids: readonly number[], since: number): number[] {
  const { name, progress, keyOf, recall, copies } = folder;
  return uids.filter((uid) => {
    const before = recall.find(uid);
    if (before === null) return true;
    const isOld = before.receivedAt < since;
    const isCopy = !isOld && (copies?.isCopy(name, before.identity) ?? false);
    // The period is longer now, or the mail of which it is a copy has been removed.
    if (before.isUnread && !isOld && !isCopy) return true;
    if (isOld || isCopy) progress.discount(name, 1);
    else {
      copies?.add(name, before.identity);
      recall.replay(uid, keyOf(uid));
    }
    return false;
  });
}

async function listSlice(
  { client, name, progress, keyOf, recall, copies }: OpenFolder,
  slice: readonly number[],
  since: number,
): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  const delivered = new Set<string>();
  const leave = ({ uid, receivedAt, identity }: ListedMail): void => {
    progress.finish(keyOf(uid));
    progress.discount(name, 1);
    recall.leave({ uid, receivedAt, identity, isMatch: false, isUnread: true });
  };
  const take = (mail: ListedMail): void => {
    if (delivered.has(keyOf(mail.uid))) return;
    delivered.add(keyOf(mail.uid));
    if (mail.receivedAt < since || copies?.isCopy(name, mail.identity)) leave(mail);
    else mails.push(mail);
  };
  const list = async (asked: readonly number[]): Promise<void> => {
    const uids = asked.filter((uid) => !delivered.has(keyOf(uid)));
    const [only] = uids;
    if (only === undefined) return;
    if (uids.length === 1) progress.begin(keyOf(only));
    for (const message of (await fetchListings(client, uids)).values()) take(toListed(message));
  };
  const listRefused = async (uid: number): Promise<void> => {
    const mail = await listByHeader(client, uid);
    if (mail) take(mail);
  };
  for (const uids of progress.isCareful ? await carefully(client, slice) : [slice])
    await inHalves(uids, list, listRefused);
  await mendNames(client, mails);
  await readListIds(client, mails);
  progress.compare(slice.map(keyOf), delivered);
  return mails.sort((a, b) => b.receivedAt - a.receivedAt);
}

/**
 * Searches the next part of a folder, the newest mails first, and reports those of earlier
 * searches.
 */
async function searchNext(folder: OpenFolder, search: FolderSearch, since: number): Promise<void> {
  const { client, name, progress, mailCount } = folder;
  const [range] = search.left;
  if (!range) return;
  const uids = await searchBetween(client, since, range, mailCount);
  search.left.shift();
  const room = progress.roomIn(name);
  progress.expect(name, uids.length);
  for (const uid of recallMails(folder, uids.slice(0, room), since)) search.uids.push(uid);
}

/**
 * Lists the open folder's mails since `since` that are not finished and that no earlier search has
 * read, newest first, some at a time: search on the server, then header and structure. After a
 * broken connection, another one continues.
 */
export async function* listMails(
  folder: OpenFolder,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<ListedMail[]> {
  const { client, name, validity, progress, keyOf, mailCount } = folder;
  const atOnce = hasRanges(client) ? LIMITS.searchedAtOnce : LIMITS.searchedOneByOne;
  const search = progress.searchOf(name, validity, () =>
    folder.uids ? [] : ranges(mailCount, atOnce),
  );
  if (folder.uids && search.uids.length === 0) {
    progress.expect(name, folder.uids.length);
    search.uids.push(...folder.uids);
  }
  // The first slice is small, so that its texts can be read soon.
  let size: number = LIMITS.firstStructureBatch;
  const listSearched = async function* (): AsyncGenerator<ListedMail[]> {
    while (search.done < search.uids.length) {
      signal.throwIfAborted();
      const slice = search.uids.slice(search.done, search.done + size);
      const left = slice.filter((uid) => !progress.isFinished(keyOf(uid)));
      if (left.length > 0) yield await listSlice(folder, left, since);
      progress.advance(search, slice.map(keyOf));
      size = LIMITS.structureBatch;
    }
  };
  // The newest part is read before the others are searched.
  if (search.uids.length === 0) await searchNext(folder, search, since);
  yield* listSearched();
  while (search.left.length > 0) {
    signal.throwIfAborted();
    await searchNext(folder, search, since);
  }
  yield* listSearched();
}
