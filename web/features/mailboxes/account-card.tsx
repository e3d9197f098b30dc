import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import type { ImapAccount } from '../../../shared/mailboxes/schema.ts';
import { Card } from '../../kit/data-grid/card-grid.tsx';
import { Time } from '../../kit/time.tsx';
import { TagBadges } from '../../ui/badge.tsx';
import { Email } from '../../ui/email.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { HistoryButton } from '../audit/history-button.tsx';
import { Health, MailboxStatus } from './health/health.tsx';
import { PROVIDER_NAMES } from './sign-in/sign-in-texts.ts';

interface AccountCardProps {
  account: ImapAccount;
  isAtCursor: boolean;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
  onSignIn: (account: ImapAccount) => void;
}

/** One account: whether searches read it, address, server, port, when it was added, its health and its tags. */
export function AccountCard({ account, isAtCursor, onEdit, onDelete, onSignIn }: AccountCardProps) {
  const { user, host, auth, tags, is_active } = account;
  return (
    <Card isAtCursor={isAtCursor} className="flex h-full flex-col gap-1.5 py-2.5 pr-2.5 pl-3.5">
      <div className="flex items-center gap-1 text-xs">
        <span className={clsx('mr-auto', !is_active && 'text-text-muted')}>
          <MailboxStatus account={account} />
        </span>
        <HistoryButton kind="imap_account" id={String(account.id)} name={user} />
        <IconButton label={`Edit ${user}`} icon={<Pencil />} onClick={() => onEdit(account)} />
        <IconButton label={`Delete ${user}`} icon={<Trash2 />} onClick={() => onDelete(account)} />
      </div>
      <h2 className="text-md font-medium">
        <Email address={user} />
      </h2>
      <Facts>
        {auth === 'password' ? null : <Fact label="Sign-in">{PROVIDER_NAMES[auth]}</Fact>}
        <Fact label="Host" title={host}>
          {host}
        </Fact>
        <Fact label="Port">{account.port}</Fact>
        <Fact label="Created">
          <Time at={account.created_at} as="day" />
        </Fact>
      </Facts>
      <Health account={account} onFix={() => onEdit(account)} onSignIn={() => onSignIn(account)} />
      <TagBadges tags={tags} />
    </Card>
  );
}
