import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { LIMITS } from '../limits.ts';
import type { Copies } from './copies.ts';
import { openFolder } from './folders.ts';
import {
  compactUids,
  fetchListings,
  inHalves,
  type ListedMail,
  listByHeader,
  listMails,
  mendNames,
  toListed,
} from './list-mails.ts';
import { MailboxError } from './mailbox-error.ts';
import { batchParts } from './part-batches.ts';
import type { ReadProgress } from './read-progress.ts';
import type { FolderRecall } from './recall.ts';
import { type WantedPart, WHOLE_MAIL } from './structure.ts';

/** A text of a mail as the server sent it, not yet decoded. */
export interface FetchedPart
  extends Pick<WantedPart, 'type' | 'charset' | 'encoding'>,
    Partial<Pick<WantedPart, 'key' | 'flow' | 'textCount'>> {
  bytes: Uint8Array;
}

/** A mail as fetched from a folder. */
export interface FetchedMail extends Pick<ListedMail, 'listId'> {
  /** Permanent id of the mail: folder, uid validity and uid. */
  key: string;
  folder: string;
  subject: string;
  from: string;
  /** Time of arrival as ISO 8601; empty if the server gave none. */
  date: string;
  uid: number;
  identity: ListedMail['identity'];
  /** Whether its structure contains pictures. */
  hasImages: boolean;
  /** Why some of its texts are not read, as far as its structure and the server's answers show. */
  gaps: LeftOutReason[];
  parts: FetchedPart[];
}

type Texts = Map<string, Uint8Array | null>;

/**
 * The texts of an answer by the keys of their parts; null for one that the server does not have.
 */
function textsOf({ bodyParts, source }: FetchMessageObject): Texts {
  const texts: Texts = new Map();
  for (const [key, bytes] of bodyParts ?? []) texts.set(key, bytes || null);
  if (source) texts.set(WHOLE_MAIL, source);
  return texts;
}

/** The parts of a mail that the server sent. */
const partsOf = ({ parts }: ListedMail, texts: Texts): FetchedPart[] =>
  parts.flatMap(({ key, type, charset, encoding, flow, textCount }) => {
    const bytes = texts.get(key);
    return bytes ? [{ key, type, charset, encoding, flow, textCount, bytes }] : [];
  });

/**
 * Fetches the parts of a batch in one command and yields each mail as soon as all of its parts are
 * there. Servers send other answers in between, and one mail in several answers; neither completes
 * a mail.
 */
async function fetchParts(
  client: ImapFlow,
  mails: readonly ListedMail[],
  keys: ReadonlySet<string>,
  onMail: (mail: ListedMail, parts: FetchedPart[]) => void,
): Promise<void> {
  const waiting = new Map(mails.map((mail) => [mail.uid, { mail, texts: new Map() as Texts }]));
  const size = { start: 0, maxLength: LIMITS.partBytes };
  const bodyParts = [...keys].filter((key) => key !== WHOLE_MAIL).map((key) => ({ key, ...size }));
  const query = { uid: true, bodyParts, ...(keys.has(WHOLE_MAIL) && { source: size }) };
  const deliver = (uid: number, { mail, texts }: { mail: ListedMail; texts: Texts }): void => {
    waiting.delete(uid);
    onMail(mail, partsOf(mail, texts));
  };
  const uids = compactUids([...waiting.keys()]);
  for await (const message of client.fetch(uids, query, { uid: true })) {
    const entry = waiting.get(message.uid);
    if (!entry) continue;
    for (const [key, bytes] of textsOf(message)) entry.texts.set(key, bytes);
    if (entry.mail.parts.every(({ key }) => entry.texts.has(key))) deliver(message.uid, entry);
  }
  for (const [uid, entry] of [...waiting])
    if (entry.mail.parts.some(({ key }) => entry.texts.has(key))) deliver(uid, entry);
}

/** Formats the key of a mail: its folder, the validity of the folder's uids, and its uid. */
const KEY = /^(.+)\/(\d+)\/(\d+)$/s;

function toFetched(key: string, mail: ListedMail, parts: FetchedPart[]): FetchedMail {
  const { uid, identity, subject, from, listId, receivedAt, hasImages, gaps } = mail;
  const date = Number.isNaN(receivedAt) ? '' : new Date(receivedAt).toISOString();
  const isWhole = parts.length === mail.parts.length;
  return {
    key,
    folder: KEY.exec(key)?.[1] ?? '',
    uid,
    identity,
    subject,
    from,
    listId,
    date,
    hasImages,
    parts,
    gaps: isWhole ? gaps : [...gaps, 'not_delivered'],
  };
}

/**
 * Reads one mail by its key, as read-only as a search.
 * @throws MailboxError `gone` if it was moved or deleted.
 */
export async function readOneMail(client: ImapFlow, key: string): Promise<FetchedMail> {
  const [, folder = '', validity, uid = ''] = KEY.exec(key) ?? [];
  const { uidValidity } = await openFolder(client, folder);
  const isSameFolder = String(uidValidity) === validity;
  const listings = isSameFolder ? await fetchListings(client, [Number(uid)]) : new Map();
  const message = listings.get(Number(uid));
  if (!message) throw new MailboxError('gone', client.host);
  const mail = toListed(message);
  await mendNames(client, [mail]);
  const read: FetchedPart[] = [];
  for (const { mails, keys } of batchParts([mail], 1))
    await fetchParts(client, mails, keys, (_, parts) => read.push(...parts));
  return toFetched(key, mail, read);
}

/** Reads subject and sender of mails that could not be read, as far as the server sends them. */
export async function nameUnread(client: ImapFlow, progress: ReadProgress): Promise<void> {
  for (const key of progress.unnamed().slice(0, LIMITS.needsLook)) {
    const [, folder = '', validity, uid = ''] = KEY.exec(key) ?? [];
    const { uidValidity } = await openFolder(client, folder);
    if (String(uidValidity) !== validity) continue;
    const mail = await listByHeader(client, Number(uid));
    if (mail) progress.leaveOut([{ ...mail, key }]);
  }
}

/** The period of a search, and what searches before have read of the folder. */
interface FolderScope {
  since: number;
  signal: AbortSignal;
  recall: FolderRecall;
  /** Null if the mailbox has one folder. */
  copies: Copies | null;
  /** The mails to read in place of a search. */
  uids?: readonly number[];
}

/**
 * Reads the mails of a folder since `since` that are not finished and that no earlier search has
 * read, newest first, and passes those that arrive in one answer to `onMails`. The folder is opened
 * with EXAMINE and parts are fetched with PEEK, so nothing in it changes. `onMails` must not use
 * the connection.
 */
export async function readFolder(
  client: ImapFlow,
  folder: string,
  progress: ReadProgress,
  { since, signal, recall, copies, uids }: FolderScope,
  onMails: (mails: FetchedMail[]) => Promise<void>,
): Promise<void> {
  const mailbox = await openFolder(client, folder);
  progress.expect(folder, 0);
  if (mailbox.exists === 0) return;
  const validity = String(mailbox.uidValidity);
  recall.open(validity);
  const keyOf = (uid: number): string => `${folder}/${validity}/${uid}`;
  let fetched: FetchedMail[] = [];
  const finish = (mail: ListedMail, parts: FetchedPart[]): void => {
    const key = keyOf(mail.uid);
    progress.finish(key);
    copies?.add(folder, mail.identity);
    fetched.push(toFetched(key, mail, parts));
  };
  const handOut = async (): Promise<void> => {
    const mails = fetched;
    fetched = [];
    if (mails.length > 0) await onMails(mails);
  };
  const listing = {
    client,
    name: folder,
    validity,
    progress,
    keyOf,
    recall,
    copies,
    ...(uids && { uids }),
    mailCount: mailbox.exists,
  };
  // The first batch of a folder is small, so that codes appear soon.
  let first: number = LIMITS.firstBatchMails;
  for await (const mails of listMails(listing, since, signal)) {
    for (const mail of mails) if (mail.parts.length === 0) finish(mail, []);
    const withText = mails.filter(({ parts }) => parts.length > 0);
    const most = progress.isCareful ? 1 : LIMITS.fetchBatchMails;
    for (const batch of batchParts(withText, Math.min(first, most), most)) {
      signal.throwIfAborted();
      const [only] = batch.mails;
      if (progress.isCareful && only) progress.begin(keyOf(only.uid));
      try {
        const isMissing = ({ uid }: ListedMail): boolean => !progress.isFinished(keyOf(uid));
        await inHalves(batch.mails, async (mails) => {
          const missing = mails.filter(isMissing);
          if (missing.length > 0) await fetchParts(client, missing, batch.keys, finish);
        });
        const missing = batch.mails.filter(isMissing);
        progress.leaveOut(missing.map((mail) => ({ ...mail, key: keyOf(mail.uid) })));
      } finally {
        // Mails that arrived before a connection broke are not requested again.
        await handOut();
      }
    }
    await handOut();
    first = LIMITS.fetchBatchMails;
  }
}
