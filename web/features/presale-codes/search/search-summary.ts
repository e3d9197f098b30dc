import type { MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import type { SearchState } from './search-state.ts';

/** `38 mailboxes, 1,942 mails read in 21 s`; `37 of 38 mailboxes, ...` if one could not be read. */
export function summaryOf({ mailboxes, startedAt, endedAt, phase }: SearchState): string {
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

export const isUnread = ({ mailboxes }: SearchState): boolean =>
  mailboxes.length > 0 && !mailboxes.some(wasRead);

function wasRead({ status, scanned }: MailboxReport): boolean {
  return status !== 'failed' || scanned > 0;
}
