import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { LIMITS } from '../limits.ts';
import { decodePart } from '../mail/decode-part.ts';
import { type DecodedMail, readMail, type TextPart } from '../mail/mime-tree.ts';
import { MailboxError } from './mailbox-error.ts';
import { type MailPlan, planParts, type WantedPart } from './structure.ts';

/** A mail as read from a folder. `key` names it for good: folder, validity and uid. */
export interface ReadMail extends DecodedMail {
  key: string;
  /** When it arrived, in milliseconds since the epoch; NaN when the server did not say. */
  receivedAt: number;
}

interface PlannedMail extends MailPlan {
  uid: number;
  subject: string;
  from: string;
  receivedAt: number;
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );

/** `1,2,3,7` as `1:3,7`: a command line has a length. */
function compact(uids: readonly number[]): string {
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

function plan(message: FetchMessageObject): PlannedMail {
  const received = message.internalDate ? new Date(message.internalDate).getTime() : Number.NaN;
  return {
    ...planParts(message.bodyStructure),
    uid: message.uid,
    subject: (message.envelope?.subject ?? '').slice(0, 1000),
    from: fromOf(message).slice(0, 500),
    receivedAt: received,
  };
}

function decode(part: WantedPart, bytes: Buffer | undefined): TextPart[] {
  if (!bytes) return [];
  if (part.type === 'message/rfc822') return readMail(bytes).parts;
  return [{ type: part.type, text: decodePart(bytes, part.encoding, part.charset) }];
}

/** Parts of many mails are asked for in one command, cut by bytes and count; the first is small, so that codes appear soon. */
function batches(mails: readonly PlannedMail[]): PlannedMail[][] {
  const lists: PlannedMail[][] = [[]];
  let bytes = 0;
  for (const mail of mails) {
    const more = mail.parts.reduce((sum, part) => sum + part.bytes, 0);
    const last = lists.at(-1) ?? [];
    const most = lists.length === 1 ? LIMITS.firstBatchMails : LIMITS.fetchBatchMails;
    if (last.length > 0 && (last.length >= most || bytes + more > LIMITS.fetchBatchBytes)) {
      lists.push([mail]);
      bytes = more;
    } else {
      last.push(mail);
      bytes += more;
    }
  }
  return lists;
}

/** Lists the folder's mails of the period: search on the server, then header and structure. */
async function planFolder(
  client: ImapFlow,
  since: number,
  signal: AbortSignal,
): Promise<PlannedMail[]> {
  // SEARCH knows days only, in the server's own time zone: a day of slack, then the exact arrival.
  const found = await client.search({ since: new Date(since - 24 * 3600_000) }, { uid: true });
  if (!Array.isArray(found)) throw new MailboxError('closed', client.host);
  const uids = found.slice(-LIMITS.mailsPerFolder);
  const mails: PlannedMail[] = [];
  for (const batch of chunks(uids.reverse(), LIMITS.structureBatch)) {
    signal.throwIfAborted();
    const query = { uid: true, envelope: true, bodyStructure: true, internalDate: true };
    for await (const message of client.fetch(compact(batch), query, { uid: true })) {
      const mail = plan(message);
      if (!(mail.receivedAt < since)) mails.push(mail);
    }
  }
  return mails;
}

/**
 * Reads the mails of a folder since `since`, newest first, handing each to `onMail`. The folder is opened
 * with EXAMINE and parts are read with PEEK: nothing in it changes. `onMail` must not use the connection.
 */
export async function readFolder(
  client: ImapFlow,
  folder: string,
  since: number,
  signal: AbortSignal,
  onMail: (mail: ReadMail) => void,
): Promise<void> {
  const mailbox = await client.mailboxOpen(folder, { readOnly: true });
  if (mailbox.exists === 0) return;
  const validity = String(mailbox.uidValidity);
  const planned = await planFolder(client, since, signal);
  const finish = (mail: PlannedMail, parts: TextPart[]): void =>
    onMail({
      key: `${folder}/${validity}/${mail.uid}`,
      subject: mail.subject,
      from: mail.from,
      date: Number.isNaN(mail.receivedAt) ? '' : new Date(mail.receivedAt).toISOString(),
      receivedAt: mail.receivedAt,
      hasImages: mail.hasImages || parts.some((part) => /<img\b/i.test(part.text)),
      parts,
    });
  const newestFirst = planned.sort((a, b) => b.receivedAt - a.receivedAt);
  for (const mail of newestFirst) if (mail.parts.length === 0) finish(mail, []);
  for (const batch of batches(newestFirst.filter(({ parts }) => parts.length > 0))) {
    if (batch.length === 0) continue;
    signal.throwIfAborted();
    const byUid = new Map(batch.map((mail) => [mail.uid, mail]));
    // A part that some of the mails do not have is answered with NIL: cheaper than a command per shape.
    const keys = [...new Set(batch.flatMap(({ parts }) => parts.map(({ key }) => key)))];
    const bodyParts = keys.map((key) => ({ key, start: 0, maxLength: LIMITS.partBytes }));
    const messages = client.fetch(
      compact([...byUid.keys()]),
      { uid: true, bodyParts },
      { uid: true },
    );
    for await (const message of messages) {
      const mail = byUid.get(message.uid);
      if (!mail || !byUid.delete(message.uid)) continue;
      finish(
        mail,
        mail.parts.flatMap((part) => decode(part, message.bodyParts?.get(part.key))),
      );
    }
  }
}
