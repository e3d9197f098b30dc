import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../limits.ts';
import { decodePart } from '../mail/decode-part.ts';
import { type DecodedMail, readMail, type TextPart } from '../mail/mime-tree.ts';
import { compactUids, type ListedMail, listMails } from './list-mails.ts';
import { batchParts, type PartBatch } from './part-batches.ts';
import type { Reading } from './reading.ts';
import type { WantedPart } from './structure.ts';

/** A mail as read from a folder. `key` names it for good: folder, validity and uid. */
export interface ReadMail extends DecodedMail {
  key: string;
  /** When it arrived, in milliseconds since the epoch; NaN when the server did not say. */
  receivedAt: number;
}

function decode(part: WantedPart, bytes: Buffer | undefined): TextPart[] {
  if (!bytes) return [];
  if (part.type === 'message/rfc822') return readMail(bytes).parts;
  return [{ type: part.type, text: decodePart(bytes, part.encoding, part.charset) }];
}

/** Fetches the parts of a batch in one command and hands out each mail as it comes. */
async function fetchParts(
  client: ImapFlow,
  { mails, keys }: PartBatch<ListedMail>,
  onMail: (mail: ListedMail, parts: TextPart[]) => void,
): Promise<void> {
  const byUid = new Map(mails.map((mail) => [mail.uid, mail]));
  const bodyParts = [...keys].map((key) => ({ key, start: 0, maxLength: LIMITS.partBytes }));
  const query = { uid: true, bodyParts };
  const uids = compactUids([...byUid.keys()]);
  for await (const message of client.fetch(uids, query, { uid: true })) {
    const mail = byUid.get(message.uid);
    if (!mail || !byUid.delete(message.uid)) continue;
    onMail(
      mail,
      mail.parts.flatMap((part) => decode(part, message.bodyParts?.get(part.key))),
    );
  }
}

/**
 * Reads the mails of a folder since `since` that are not finished, newest first, handing each to `onMail`. The folder
 * is opened with EXAMINE and parts are read with PEEK: nothing in it changes. `onMail` must not use the connection.
 */
export async function readFolder(
  client: ImapFlow,
  folder: string,
  reading: Reading,
  period: { since: number; signal: AbortSignal },
  onMail: (mail: ReadMail) => void,
): Promise<void> {
  const mailbox = await client.mailboxOpen(folder, { readOnly: true });
  if (mailbox.exists === 0) return;
  const validity = String(mailbox.uidValidity);
  const keyOf = (uid: number): string => `${folder}/${validity}/${uid}`;
  const finish = (mail: ListedMail, parts: TextPart[]): void => {
    const key = keyOf(mail.uid);
    reading.finish(key);
    onMail({
      key,
      subject: mail.subject,
      from: mail.from,
      date: Number.isNaN(mail.receivedAt) ? '' : new Date(mail.receivedAt).toISOString(),
      receivedAt: mail.receivedAt,
      hasImages: mail.hasImages || parts.some((part) => /<img\b/i.test(part.text)),
      parts,
    });
  };
  // The first texts of a folder are few, so that codes appear soon.
  let first: number = LIMITS.firstBatchMails;
  for await (const mails of listMails({ client, reading, keyOf }, period.since, period.signal)) {
    for (const mail of mails) if (mail.parts.length === 0) finish(mail, []);
    const withText = mails.filter(({ parts }) => parts.length > 0);
    const most = reading.isCareful ? 1 : LIMITS.fetchBatchMails;
    for (const batch of batchParts(withText, Math.min(first, most), most)) {
      period.signal.throwIfAborted();
      const [only] = batch.mails;
      if (reading.isCareful && only) reading.begin(keyOf(only.uid));
      await fetchParts(client, batch, finish);
    }
    first = LIMITS.fetchBatchMails;
  }
}
