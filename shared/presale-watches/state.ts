import { isoTime, MINUTE_MS } from '../times.ts';
import type { PresaleWatch, WatchedMailbox, WatchMode } from './schema.ts';

/** A mailbox of a watch, as its scanner reported it last. */
export interface MailboxNow {
  id: number;
  user: string;
  isActive: boolean;
  mode: WatchMode;
  reason: string | null;
  /** When it was read last, in milliseconds since the epoch; null before the first time. */
  seenAt: number | null;
  /** How many of its mails could not be read. */
  unread: number;
}

/** A mailbox is read at least every 9 minutes; after this time, no scanner does. */
export const STALE_MS = 15 * MINUTE_MS;

const INACTIVE = 'The mailbox is inactive. Activate it on the IMAP Accounts page.';

/** `reason` with the number of mails that could not be read. */
function withUnread(reason: string | null, unread: number): string | null {
  if (unread === 0) return reason;
  const sentence = `${unread} ${unread === 1 ? 'mail' : 'mails'} could not be read.`;
  return reason === null ? sentence : `${reason} ${sentence}`;
}

const toWatched = ({ id, isActive, mode, reason, seenAt, unread }: MailboxNow): WatchedMailbox => ({
  id,
  ...(isActive
    ? { mode, reason: withUnread(reason, unread) }
    : { mode: 'failing' as const, reason: INACTIVE }),
  seen_at: isoTime(seenAt),
});

/**
 * The state of a watch. It fails if one of its mailboxes does, waits while one is not read, polls if one is read only
 * once a minute, and watches otherwise.
 */
export function stateOfWatch(
  given: readonly MailboxNow[],
  about: { isPaused: boolean; hasScanner: boolean; now: number },
): Pick<PresaleWatch, 'state' | 'reason' | 'mailboxes'> {
  const mailboxes = given.map(toWatched);
  const state = (state: PresaleWatch['state'], reason: string | null) => ({
    ...{ state, reason, mailboxes },
  });
  if (about.isPaused) return state('waiting', 'The watch is paused.');
  if (given.length === 0) return state('failing', 'None of its mailboxes is in the list any more.');
  if (!about.hasScanner)
    return state('waiting', 'No scanner is connected. New mails are read as soon as one is.');
  const failing = given.filter((_, index) => mailboxes[index]?.mode === 'failing');
  const [first] = failing;
  if (first !== undefined) {
    const reason = mailboxes.find(({ id }) => id === first.id)?.reason ?? '';
    const count =
      failing.length === 1 ? first.user : `${failing.length} of ${given.length} mailboxes`;
    return state(
      'failing',
      failing.length === 1 ? `${count}: ${reason}` : `${count} cannot be read.`,
    );
  }
  const unread = given.filter(({ seenAt }) => seenAt === null || about.now - seenAt > STALE_MS);
  if (unread.length > 0)
    return state(
      'waiting',
      `The scanner has not opened ${unread.length} of ${given.length} mailboxes yet.`,
    );
  const unreadMails = given.reduce((sum, one) => sum + one.unread, 0);
  return given.some(({ mode }) => mode === 'polling')
    ? state('polling', withUnread('Some mailboxes are read once a minute.', unreadMails))
    : state('watching', withUnread(null, unreadMails));
}
