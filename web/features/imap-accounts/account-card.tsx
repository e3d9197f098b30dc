import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { HistoryButton } from '../../kit/history.tsx';
import { formatDate } from '../../lib/format.ts';
import { StatusDot } from '../../ui/badge.tsx';
import { Email } from '../../ui/email.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface AccountCardProps {
  account: ImapAccount;
  isAtCursor: boolean;
  /** The same functions on every render. */
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** One account: whether searches read it, address, server, port, and when it was added. */
export const AccountCard = memo(function AccountCard(props: AccountCardProps) {
  const { account, isAtCursor, onEdit, onDelete } = props;
  return (
    <article
      className={clsx(
        'flex min-w-0 flex-col gap-1.5 rounded-lg border border-border-strong bg-surface py-2.5 pr-2.5 pl-3.5',
        isAtCursor && 'outline-2 outline-focus',
      )}
    >
      <div className="flex items-center gap-1 text-xs">
        {/* Not green: active means that searches read the mailbox, not that its password works. */}
        <span className={account.is_active ? 'text-text' : 'text-text-muted'}>
          <StatusDot tone={account.is_active ? 'info' : 'neutral'}>
            {account.is_active ? 'Active' : 'Inactive'}
          </StatusDot>
        </span>
        <span className="ml-auto flex gap-0.5">
          <HistoryButton kind="imap_account" id={String(account.id)} name={account.user} />
          <IconButton
            label={`Edit ${account.user}`}
            icon={<Pencil />}
            onClick={() => onEdit(account)}
          />
          <IconButton
            label={`Delete ${account.user}`}
            icon={<Trash2 />}
            onClick={() => onDelete(account)}
          />
        </span>
      </div>
      <h2 className="text-md font-medium">
        <Email address={account.user} />
      </h2>
      <dl className="m-0 grid grid-cols-[60px_minmax(0,1fr)] gap-y-0.5 text-xs">
        <dt className="text-text-muted">Host</dt>
        <dd className="m-0 truncate" title={account.host}>
          {account.host}
        </dd>
        <dt className="text-text-muted">Port</dt>
        <dd className="tn m-0">{account.port}</dd>
        <dt className="text-text-muted">Created</dt>
        <dd className="tn m-0">{formatDate(account.created_at)}</dd>
      </dl>
    </article>
  );
});
