import { Check, CircleAlert, CircleSlash, TriangleAlert, WifiOff } from 'lucide-react';
import { memo } from 'react';
import type { MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Email } from '../../../ui/email.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { SearchView } from '../search/search-machine.ts';

interface SearchProgressProps {
  state: SearchView;
  onCancel: () => void;
}

/** The progress of a running search, by mailbox. */
export function SearchProgress({ state, onCancel }: SearchProgressProps) {
  const { mailboxes, total, lostTries } = state;
  const ended = mailboxes.filter(({ status }) => status !== 'running').length;
  const failed = mailboxes.filter(({ status }) => status === 'failed').length;
  const mails = mailboxes.reduce((sum, mailbox) => sum + mailbox.scanned, 0);
  const waiting = total - mailboxes.length;
  return (
    <div className="flex-none border-b border-border px-5 py-2.5 max-md:px-3.5">
      <div className="flex items-center gap-3">
        <p className="tn min-w-0 flex-1 text-xs text-text-muted">
          {lostTries > 0 ? (
            <span className="flex items-center gap-1.5 text-warning-text">
              <WifiOff className="size-3.5 flex-none" />
              Connection lost, joining the search again (try {lostTries}). What was found stays.
            </span>
          ) : (
            <>
              <span className="font-medium text-text">
                {formatNumber(ended)} of {formatNumber(total)} mailboxes
              </span>
              , {formatNumber(mails)} mails read
              {failed > 0 ? `, ${failed} failed` : ''}
              {waiting > 0 && mailboxes.length > 0 ? `, ${waiting} waiting` : ''}
            </>
          )}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress
        label="Mailboxes searched"
        className="mt-2"
        value={mailboxes.length === 0 ? undefined : ended}
        max={total}
      />
      {mailboxes.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section aria-label="Mailboxes" tabIndex={0} className="mt-2 max-h-22 overflow-y-auto">
          <ul className="m-0 grid list-none grid-cols-cards gap-x-6 gap-y-1 p-0">
            {inOrder(mailboxes).map((mailbox) => (
              <MailboxLine key={mailbox.id} mailbox={mailbox} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

const RANKS = { running: 0, failed: 1, incomplete: 2, cancelled: 3, ok: 4 };

/** Running mailboxes first, then failed ones. */
const inOrder = (mailboxes: SearchView['mailboxes']) =>
  mailboxes.toSorted((a, b) => RANKS[a.status] - RANKS[b.status]);

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
const MailboxLine = memo(function MailboxLine({ mailbox }: { mailbox: MailboxReport }) {
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
