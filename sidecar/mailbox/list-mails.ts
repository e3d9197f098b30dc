import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { LIMITS } from '../limits.ts';
import { troubleOf } from './connect.ts';
import { MailboxError } from './mailbox-error.ts';
import { type MailPlan, planParts } from './structure.ts';

/** A mail of which header and structure are known. */
export interface ListedMail extends MailPlan {
  uid: number;
  subject: string;
  from: string;
  /** When it arrived, in milliseconds since the epoch; NaN when the server did not say. */
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

function listed(message: FetchMessageObject): ListedMail {
  const received = message.internalDate ? new Date(message.internalDate).getTime() : Number.NaN;
  return {
    ...planParts(message.bodyStructure),
    uid: message.uid,
    subject: (message.envelope?.subject ?? '').slice(0, 1000),
    from: fromOf(message).slice(0, 500),
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

/**
 * Lists the open folder's mails since `since`, newest first, some at a time: search on the server, then header and
 * structure.
 */
export async function* listMails(
  client: ImapFlow,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<ListedMail[]> {
  // SEARCH knows days only, in the server's own time zone: a day of slack, then the exact arrival.
  const found = await client.search({ since: new Date(since - 24 * 3600_000) }, { uid: true });
  if (!Array.isArray(found))
    throw troubleOf(client).error ?? new MailboxError('closed', client.host);
  const query = { uid: true, envelope: true, bodyStructure: true, internalDate: true };
  for (const slice of slices(found)) {
    signal.throwIfAborted();
    if (slice.length === 0) continue;
    const mails: ListedMail[] = [];
    for await (const message of client.fetch(compactUids(slice), query, { uid: true })) {
      const mail = listed(message);
      if (!(mail.receivedAt < since)) mails.push(mail);
    }
    yield mails.sort((a, b) => b.receivedAt - a.receivedAt);
  }
}
