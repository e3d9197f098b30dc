import { Check, CircleAlert, CircleSlash, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Email } from '../../../ui/email.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const ICONS = {
  running: <Spinner />,
  ok: <Check className="size-3.5 text-success-text" strokeWidth={2} />,
  incomplete: <TriangleAlert className="size-3.5 text-warning-text" strokeWidth={2} />,
  failed: <CircleAlert className="size-3.5 text-danger-text" strokeWidth={2} />,
  cancelled: <CircleSlash className="size-3.5 text-text-subtle" strokeWidth={2} />,
};
const WORDS = {
  running: 'reading',
  ok: 'done',
  incomplete: 'incomplete',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** One mailbox of a running search. */
export const MailboxLine = memo(function MailboxLine({ mailbox }: { mailbox: MailboxReport }) {
  return (
    <li className="flex items-center gap-2 text-xs" title={mailbox.message || undefined}>
      <span className="grid size-3.5 flex-none place-items-center">{ICONS[mailbox.status]}</span>
      <span className="min-w-0 flex-1">
        <Email address={mailbox.user} />
      </span>
      <span className="tn whitespace-nowrap text-text-muted">
        {WORDS[mailbox.status]}, {formatNumber(mailbox.scanned)} read,{' '}
        {formatNumber(mailbox.matched)} match
      </span>
    </li>
  );
});
