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

interface WatchNow {
  isPaused: boolean;
  hasScanner: boolean;
  now: number;
}

const isStale = ({ seenAt }: MailboxNow, now: number): boolean =>
  seenAt !== null && now - seenAt > STALE_MS;

function toWatched(mailbox: MailboxNow, { isPaused, hasScanner, now }: WatchNow): WatchedMailbox {
  const { id, isActive, seenAt, unread } = mailbox;
  const { mode, reason } = isActive
    ? { mode: mailbox.mode, reason: withUnread(mailbox.reason, unread) }
    : { mode: 'failing' as const, reason: INACTIVE };
  const isWatched = !isPaused && hasScanner;
  const isRead = isWatched && mode !== 'failing' && seenAt !== null && !isStale(mailbox, now);
  // What a scanner reported before is not the state of a mailbox that none reads.
  return { id, mode, reason: isWatched ? reason : null, is_read: isRead, seen_at: isoTime(seenAt) };
}

/**
 * The state of a watch. It fails if one of its mailboxes does, waits while one is not read, polls if one is read only
 * once a minute, and watches otherwise.
 */
export function stateOfWatch(
  mailboxesNow: readonly MailboxNow[],
  about: WatchNow,
): Pick<PresaleWatch, 'state' | 'reason' | 'mailboxes'> {
  const mailboxes = mailboxesNow.map((mailbox) => toWatched(mailbox, about));
  const state = (state: PresaleWatch['state'], reason: string | null) => ({
    state,
    reason,
    mailboxes,
  });
  if (about.isPaused) return state('waiting', 'The watch is paused.');
  if (mailboxesNow.length === 0)
    return state('failing', 'None of its mailboxes is in the list any more.');
  if (!about.hasScanner)
    return state('waiting', 'No scanner is connected. New mails are read as soon as one is.');
  const failing = mailboxesNow.filter((_, index) => mailboxes[index]?.mode === 'failing');
  const [first] = failing;
  if (first !== undefined) {
    const reason = mailboxes.find(({ id }) => id === first.id)?.reason ?? '';
    const count =
      failing.length === 1 ? first.user : `${failing.length} of ${mailboxesNow.length} mailboxes`;
    return state(
      'failing',
      failing.length === 1 ? `${count}: ${reason}` : `${count} cannot be read.`,
    );
  }
  const unopened = mailboxesNow.filter(({ seenAt }) => seenAt === null).length;
  if (unopened > 0)
    return state(
      'waiting',
      `The scanner has not opened ${unopened} of ${mailboxesNow.length} mailboxes yet.`,
    );
  const stale = mailboxesNow.filter((mailbox) => isStale(mailbox, about.now)).length;
  if (stale > 0)
    return state(
      'waiting',
      `${stale} of ${mailboxesNow.length} mailboxes ${stale === 1 ? 'has' : 'have'} not been read for 15 minutes.`,
    );
  const unreadMails = mailboxesNow.reduce((sum, one) => sum + one.unread, 0);
  return mailboxesNow.some(({ mode }) => mode === 'polling')
    ? state('polling', withUnread('Some mailboxes are read once a minute.', unreadMails))
    : state('watching', withUnread(null, unreadMails));
}
