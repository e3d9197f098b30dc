import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Section } from '../../../ui/panel.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { MailboxChoices } from './mailbox-choices.tsx';

/** The specified texts of a failed load. */
const LOAD_FAILURE = {
  refused: 'Failed to load accounts',
  thrown: 'Failed to load IMAP accounts. Please try again.',
};

/** More mailboxes than this get a filter. */
const MANY = 8;

interface MailboxPickerProps {
  mailboxes: UseQueryResult<ImapAccount[]>;
  selected: readonly number[];
  onChange: (ids: number[]) => void;
}

/** A checkbox card per mailbox; inactive ones cannot be ticked. */
export function MailboxPicker({ mailboxes, selected, onChange }: MailboxPickerProps) {
  const [term, setTerm] = useState('');
  const accounts = mailboxes.data;
  const chosen = useMemo(() => {
    const wanted = new Set(selected);
    return new Set(
      (accounts ?? [])
        .filter(({ id, is_active }) => is_active && wanted.has(id))
        .map(({ id }) => id),
    );
  }, [accounts, selected]);
  const isMany = (accounts?.length ?? 0) > MANY;
  const wanted = isMany ? term.trim().toLowerCase() : '';
  const shown = (accounts ?? []).filter(({ user }) => user.toLowerCase().includes(wanted));
  const shownIds = shown.filter(({ is_active }) => is_active).map(({ id }) => id);
  const isAll = shownIds.length > 0 && shownIds.every((id) => chosen.has(id));
  const toggle = (id: number, checked: boolean) =>
    onChange(checked ? [...chosen, id] : [...chosen].filter((other) => other !== id));
  const toggleAll = () =>
    onChange(
      isAll
        ? [...chosen].filter((id) => !shownIds.includes(id))
        : [...new Set([...chosen, ...shownIds])],
    );
  return (
    <Section
      title="IMAP Accounts Selection"
      actions={
        shownIds.length > 0 ? (
          <Button size="xs" onClick={toggleAll}>
            {isAll ? 'Deselect All' : 'Select All'}
          </Button>
        ) : null
      }
    >
      {mailboxes.isPending ? (
        <p role="status" className="text-text-muted">
          Loading accounts...
        </p>
      ) : null}
      {mailboxes.isError && !accounts ? (
        <div role="alert" className="flex items-center gap-2 text-danger-text">
          {failureText(mailboxes.error, LOAD_FAILURE)}
          <Button size="xs" busy={mailboxes.isFetching} onClick={() => void mailboxes.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {accounts?.length === 0 ? (
        <p className="text-text-muted">
          <span className="mb-1 block">No IMAP accounts found</span>
          <Link to="/imap-accounts" className={textLinkClass}>
            Add IMAP Accounts
          </Link>
        </p>
      ) : null}
      {accounts && accounts.length > 0 ? (
        <>
          {isMany ? (
            <Input
              size="sm"
              type="search"
              className="mb-2"
              aria-label="Filter mailboxes"
              placeholder="Filter mailboxes"
              autoComplete="off"
              spellCheck={false}
              value={term}
              onChange={(event) => setTerm(event.target.value)}
              onKeyDown={(event) => {
                // Enter must not submit the search form.
                if (event.key === 'Enter') event.preventDefault();
                if (event.key === 'Escape') setTerm('');
              }}
            />
          ) : null}
          {shown.length > 0 ? (
            <MailboxChoices accounts={shown} chosen={chosen} onToggle={toggle} />
          ) : (
            <p className="text-text-muted">No mailbox contains “{term.trim()}”.</p>
          )}
          <p role="status" className="tn mt-1.5 text-xs leading-[17px] text-text-muted">
            {formatNumber(chosen.size)} account(s) selected. Only active accounts can be selected.
          </p>
        </>
      ) : null}
    </Section>
  );
}
