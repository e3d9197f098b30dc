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

/** Mails with the same parts are asked for together; groups are cut by bytes and count. */
function groups(mails: readonly PlannedMail[]): PlannedMail[][] {
  const byShape = new Map<string, PlannedMail[][]>();
  const bytesOf = (mail: PlannedMail): number =>
    mail.parts.reduce((sum, part) => sum + part.bytes, 0);
  for (const mail of mails) {
    const shape = mail.parts.map((part) => part.key).join(',');
    const lists = byShape.get(shape) ?? [[]];
    byShape.set(shape, lists);
    const last = lists.at(-1) ?? [];
    const bytes = last.reduce((sum, other) => sum + bytesOf(other), 0) + bytesOf(mail);
    const isFull = last.length >= LIMITS.fetchBatchMails || bytes > LIMITS.fetchBatchBytes;
    if (isFull && last.length > 0) lists.push([mail]);
    else last.push(mail);
  }
  return [...byShape.values()]
    .flat()
    .sort((a, b) => (b[0]?.receivedAt ?? 0) - (a[0]?.receivedAt ?? 0));
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
  for (const group of groups(planned)) {
    signal.throwIfAborted();
    const shape = group[0]?.parts ?? [];
    if (shape.length === 0) {
      for (const mail of group) finish(mail, []);
      continue;
    }
    const byUid = new Map(group.map((mail) => [mail.uid, mail]));
    const bodyParts = shape.map((part) => ({
      key: part.key,
      start: 0,
      maxLength: LIMITS.partBytes,
    }));
    for await (const message of client.fetch(
      compact([...byUid.keys()]),
      { uid: true, bodyParts },
      { uid: true },
    )) {
      const mail = byUid.get(message.uid);
      if (!mail || !byUid.delete(message.uid)) continue;
      finish(
        mail,
        mail.parts.flatMap((part) => decode(part, message.bodyParts?.get(part.key))),
      );
    }
  }
}
