import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { SearchState } from '../use-presale-search.ts';
import { MailboxLine } from './mailbox-line.tsx';

interface SearchProgressProps {
  state: SearchState;
  onCancel: () => void;
}

/** Real counts while the search runs, mailbox by mailbox. */
export function SearchProgress({ state, onCancel }: SearchProgressProps) {
  const ended = state.mailboxes.filter(({ status }) => status !== 'running');
  const failed = ended.filter(({ status }) => status === 'failed').length;
  const mails = state.mailboxes.reduce((sum, mailbox) => sum + mailbox.scanned, 0);
  const waiting = state.total - state.mailboxes.length;
  return (
    <div className="flex-none border-b border-border px-5 py-3 max-md:px-3.5">
      <div className="flex items-center gap-3">
        <p role="status" className="tn min-w-0 flex-1 text-xs text-text-muted">
          <span className="font-[580] text-text">
            {ended.length} of {state.total} mailboxes
          </span>
          , {formatNumber(mails)} mails read
          {failed > 0 ? `, ${failed} failed` : ''}
          {waiting > 0 && state.mailboxes.length > 0 ? `, ${waiting} waiting` : ''}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress
        label="Mailboxes searched"
        className="mt-2"
        value={state.mailboxes.length === 0 ? undefined : ended.length}
        max={state.total}
      />
      {state.mailboxes.length > 0 ? (
        <ul className="m-0 mt-2.5 grid max-h-36 list-none grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-x-6 gap-y-1 overflow-y-auto p-0">
          {state.mailboxes.map((mailbox) => (
            <MailboxLine key={mailbox.id} mailbox={mailbox} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
