import { countOf, formatNumber } from '../../lib/format.ts';
import type { SearchState } from './search-run.ts';

/** `38 mailboxes, 1,942 mails read in 21 s`. */
export function summaryOf({ mailboxes, startedAt, endedAt, phase }: SearchState): string {
  const mails = mailboxes.reduce((sum, { scanned }) => sum + scanned, 0);
  const seconds = Math.max(1, Math.round((endedAt - startedAt) / 1000));
  const read = `${countOf(mailboxes.length, 'mailbox', 'mailboxes')}, ${countOf(mails, 'mail')} read in ${formatNumber(seconds)}\u00a0s`;
  return phase === 'cancelled' ? `${read}, search cancelled` : read;
}

/** What a search has come to that read not one mail: nobody knows whether there are codes. */
export const UNREAD = 'No mailbox could be read';

export const isUnread = ({ mailboxes }: SearchState): boolean =>
  mailboxes.length > 0 &&
  mailboxes.every(({ status, scanned }) => status === 'failed' && scanned === 0);
