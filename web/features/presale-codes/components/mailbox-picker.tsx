import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Section } from '../../../ui/panel.tsx';

interface MailboxPickerProps {
  mailboxes: UseQueryResult<ImapAccount[]>;
  selected: readonly number[];
  onChange: (ids: number[]) => void;
  accountsLink: (content: ReactNode, look: 'button' | 'text') => ReactNode;
}

/** A checkbox per mailbox; inactive ones cannot be ticked. */
export function MailboxPicker({ mailboxes, selected, onChange, accountsLink }: MailboxPickerProps) {
  const accounts = mailboxes.data ?? [];
  const activeIds = accounts.filter((account) => account.is_active).map(({ id }) => id);
  const chosen = activeIds.filter((id) => selected.includes(id));
  const isAll = activeIds.length > 0 && chosen.length === activeIds.length;
  const toggle = (id: number, checked: boolean) =>
    onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <Section
      title="IMAP Accounts Selection"
      actions={
        activeIds.length > 0 ? (
          <Button size="xs" onClick={() => onChange(isAll ? [] : activeIds)}>
            {isAll ? 'Deselect All' : 'Select All'}
          </Button>
        ) : null
      }
    >
      {mailboxes.isPending ? <p role="status">Loading accounts...</p> : null}
      {mailboxes.isError && !mailboxes.data ? (
        <div role="alert" className="flex items-center gap-2 text-danger-text">
          Failed to load IMAP accounts.
          <Button size="xs" onClick={() => void mailboxes.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {mailboxes.data && accounts.length === 0 ? (
        <p className="text-text-muted">
          No IMAP accounts found. {accountsLink('Add IMAP Accounts', 'text')}
        </p>
      ) : null}
      {accounts.length > 0 ? (
        <>
          <ul className="m-0 max-h-56 list-none overflow-y-auto rounded-md border border-border-strong bg-surface p-0">
            {accounts.map((account) => (
              <li key={account.id} className="border-border [&+li]:border-t">
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the Checkbox inside is the control. */}
                <label className="flex items-center gap-2 px-2.5 py-[7px]">
                  <Checkbox
                    checked={account.is_active && selected.includes(account.id)}
                    disabled={!account.is_active}
                    onChange={(checked) => toggle(account.id, checked)}
                  />
                  <span
                    className={
                      account.is_active
                        ? 'min-w-0 flex-1 truncate'
                        : 'min-w-0 flex-1 truncate text-text-muted'
                    }
                    title={account.user}
                  >
                    {account.user}
                  </span>
                  <Badge tone={account.is_active ? 'success' : 'neutral'}>
                    {account.is_active ? 'Active' : 'Inactive'}
                  </Badge>
                </label>
              </li>
            ))}
          </ul>
          <p role="status" className="tn mt-1.5 text-xs leading-[17px] text-text-muted">
            {chosen.length} account(s) selected. Only active accounts can be selected.
          </p>
        </>
      ) : null}
    </Section>
  );
}
