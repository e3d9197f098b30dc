import type { MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { countCodes } from '../codes/code-view.ts';
import type { SearchView } from '../search/search-machine.ts';

/** `38 mailboxes, 1,942 mails read in 21 s`; `37 of 38 mailboxes, ...` if one could not be read. */
export function summaryOf({ mailboxes, startedAt, endedAt, phase }: SearchView): string {
  const mails = mailboxes.reduce((sum, { scanned }) => sum + scanned, 0);
  const readCount = mailboxes.filter(wasRead).length;
  const seconds = Math.max(1, Math.round((endedAt - startedAt) / 1000));
  const all = countOf(mailboxes.length, 'mailbox', 'mailboxes');
  const boxes = readCount < mailboxes.length ? `${formatNumber(readCount)} of ${all}` : all;
  const read = `${boxes}, ${countOf(mails, 'mail')} read in ${formatNumber(seconds)}\u00a0s`;
  return phase === 'cancelled' ? `${read}, search cancelled` : read;
}

/** The result of a search that could not read any mail. */
export const UNREAD = 'No mailbox could be read';

export const isUnread = ({ mailboxes }: SearchView): boolean =>
  mailboxes.length > 0 && !mailboxes.some(wasRead);

function wasRead({ status, scanned }: MailboxReport): boolean {
  return status !== 'failed' || scanned > 0;
}

/**
 * The announcements for screen readers: the start of a search, a lost connection and its end, but
 * not every streamed code.
 */
export function announcementOf(state: SearchView): string {
  const { phase, codes, lostTries, message } = state;
  switch (phase) {
    case 'searching':
      return lostTries > 0 ? 'Connection lost' : 'Searching...';
    case 'done':
      if (codes.length > 0) return countFound(state);
      return isUnread(state) ? UNREAD : message;
    case 'cancelled':
      return `Search cancelled, ${countFound(state)}`;
    default:
      return '';
  }
}

function countFound({ codes }: SearchView): string {
  const { likely, less } = countCodes(codes);
  const text = `${formatNumber(likely)} code(s) found`;
  return less > 0 ? `${text}, ${formatNumber(less)} less likely` : text;
}
