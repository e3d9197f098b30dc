import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { tagsOf } from '../../../../shared/tags.ts';
import { failureText } from '../../../kit/failure.ts';
import { formatNumber } from '../../../lib/format.ts';
import { MAILBOXES_FAILED } from '../../../lib/mailboxes.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { late } from '../../../ui/late.tsx';
import { Section } from '../../../ui/panel.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

/** Loaded while the list of mailboxes is: it brings the virtual list. */
const MailboxChoices = late(
  () => import('./mailbox-choices.tsx'),
  'MailboxChoices',
  ({ accounts }) => <div style={{ height: Math.min(accounts.length, 7) * 33 + 1 }} />,
);

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
  const tags = tagsOf(accounts ?? []);
  /** Selects the active mailboxes of a tag, or deselects them if all are selected. */
  const toggleTag = (ids: readonly number[], isOn: boolean) =>
    onChange(
      isOn ? [...chosen].filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])],
    );
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
          {failureText(mailboxes.error, MAILBOXES_FAILED)}
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
          {tags.length > 0 ? (
            <fieldset className="mb-2 flex flex-wrap gap-1">
              <legend className="sr-only">Mailboxes by tag</legend>
              {tags.map((tag) => {
                const ids = (accounts ?? []).flatMap(({ id, is_active, tags: own }) =>
                  is_active && own.includes(tag) ? id : [],
                );
                const isOn = ids.length > 0 && ids.every((id) => chosen.has(id));
                return (
                  <Button
                    key={tag}
                    size="xs"
                    variant={isOn ? 'primary' : 'secondary'}
                    aria-pressed={isOn}
                    disabled={ids.length === 0}
                    onClick={() => toggleTag(ids, isOn)}
                  >
                    {tag} <span className="tn">{formatNumber(ids.length)}</span>
                  </Button>
                );
              })}
            </fieldset>
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
