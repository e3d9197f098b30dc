import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../limits.ts';
import { compactUids, type ListedMail, listMails, toListed } from './list-mails.ts';
import { MailboxError } from './mailbox-error.ts';
import { batchParts, type PartBatch } from './part-batches.ts';
import type { ReadProgress } from './read-progress.ts';
import type { WantedPart } from './structure.ts';

/** A text of a mail as the server sent it, not yet decoded. */
export interface FetchedPart extends Pick<WantedPart, 'type' | 'charset' | 'encoding'> {
  bytes: Uint8Array;
}

/** A mail as fetched from a folder. */
export interface FetchedMail {
  /** Permanent name of the mail: folder, uid validity and uid. */
  key: string;
  subject: string;
  from: string;
  /** Time of arrival as ISO 8601; empty if the server gave none. */
  date: string;
  /** Its structure shows pictures. */
  hasImages: boolean;
  /** It has more text parts than are read. */
  isPartial: boolean;
  parts: FetchedPart[];
}

/** Fetches the parts of a batch in one command and yields each mail as it arrives. @returns the uids that arrived. */
async function fetchParts(
  client: ImapFlow,
  { mails, keys }: PartBatch<ListedMail>,
  onMail: (mail: ListedMail, parts: FetchedPart[]) => void,
): Promise<Set<number>> {
  const byUid = new Map(mails.map((mail) => [mail.uid, mail]));
  const bodyParts = [...keys].map((key) => ({ key, start: 0, maxLength: LIMITS.partBytes }));
  const query = { uid: true, bodyParts };
  const uids = compactUids([...byUid.keys()]);
  for await (const message of client.fetch(uids, query, { uid: true })) {
    const mail = byUid.get(message.uid);
    if (!mail || !byUid.delete(message.uid)) continue;
    onMail(
      mail,
      mail.parts.flatMap((part) => {
        const bytes = message.bodyParts?.get(part.key);
        const { type, charset, encoding } = part;
        return bytes ? [{ type, charset, encoding, bytes }] : [];
      }),
    );
  }
  return new Set(mails.map(({ uid }) => uid).filter((uid) => !byUid.has(uid)));
}

function toFetched(key: string, mail: ListedMail, parts: FetchedPart[]): FetchedMail {
  const { subject, from, receivedAt, hasImages, isPartial } = mail;
  const date = Number.isNaN(receivedAt) ? '' : new Date(receivedAt).toISOString();
  return { key, subject, from, date, hasImages, isPartial, parts };
}

/**
 * Reads one mail by its key, as read-only as a search.
 * @throws MailboxError `gone` if it was moved or deleted.
 */
export async function readOneMail(client: ImapFlow, key: string): Promise<FetchedMail> {
  const [, folder = '', validity, uid = ''] = /^(.+)\/(\d+)\/(\d+)$/s.exec(key) ?? [];
  const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true });
  const query = { uid: true, envelope: true, bodyStructure: true, internalDate: true };
  const isSameFolder = String(uidValidity) === validity;
  const message = isSameFolder && (await client.fetchOne(uid, query, { uid: true }));
  if (!message) throw new MailboxError('gone', client.host);
  const mail = toListed(message);
  const read: FetchedPart[] = [];
  for (const batch of batchParts([mail], 1))
    await fetchParts(client, batch, (_, parts) => read.push(...parts));
  return toFetched(key, mail, read);
}

/**
 * Reads the mails of a folder since `since` that are not finished, newest first, handing them to `onMails` as they come
 * in one answer. The folder is opened with EXAMINE and parts are fetched with PEEK: nothing in it changes. `onMails` must
 * not use the connection.
 */
export async function readFolder(
  client: ImapFlow,
  folder: string,
  progress: ReadProgress,
  period: { since: number; signal: AbortSignal },
  onMails: (mails: FetchedMail[]) => Promise<void>,
): Promise<void> {
  const mailbox = await client.mailboxOpen(folder, { readOnly: true });
  if (mailbox.exists === 0) return;
  const validity = String(mailbox.uidValidity);
  const keyOf = (uid: number): string => `${folder}/${validity}/${uid}`;
  let fetched: FetchedMail[] = [];
  const finish = (mail: ListedMail, parts: FetchedPart[]): void => {
    const key = keyOf(mail.uid);
    progress.finish(key);
    fetched.push(toFetched(key, mail, parts));
  };
  const handOut = async (): Promise<void> => {
    const mails = fetched;
    fetched = [];
    if (mails.length > 0) await onMails(mails);
  };
  const listing = { client, name: folder, progress, keyOf };
  // The first texts of a folder are few, so that codes appear soon.
  let first: number = LIMITS.firstBatchMails;
  for await (const mails of listMails(listing, period.since, period.signal)) {
    for (const mail of mails) if (mail.parts.length === 0) finish(mail, []);
    const withText = mails.filter(({ parts }) => parts.length > 0);
    const most = progress.isCareful ? 1 : LIMITS.fetchBatchMails;
    for (const batch of batchParts(withText, Math.min(first, most), most)) {
      period.signal.throwIfAborted();
      const [only] = batch.mails;
      if (progress.isCareful && only) progress.begin(keyOf(only.uid));
      try {
        const uids = await fetchParts(client, batch, finish);
        progress.compare(
          batch.mails.map(({ uid }) => keyOf(uid)),
          new Set([...uids].map(keyOf)),
        );
      } finally {
        // Mails that arrived before a connection broke are not requested again.
        await handOut();
      }
    }
    await handOut();
    first = LIMITS.fetchBatchMails;
  }
}
