import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { tagsOf } from '../../../../shared/tags.ts';
import { failureText } from '../../../kit/failure.ts';
import { saved, useSaved } from '../../../kit/saved/saved.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ToggleChip } from '../../../ui/chip.tsx';
import { Input } from '../../../ui/input.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Section } from '../../../ui/panel.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { MAILBOXES_FAILED } from '../../mailboxes/queries.ts';
import { useSignInAgain } from '../../mailboxes/sign-in/sign-in-again.tsx';

const MailboxGrid = latePart(() => import('./mailbox-grid.tsx'), 'MailboxGrid');
// Loads while the list of mailboxes does.
void MailboxGrid.load();

/** More mailboxes than this get a filter. */
const MANY = 8;
/** The number of visible rows, of 33 px; further ones are scrolled to. */
const MOST_ROWS = 7;

interface MailboxPickerProps {
  mailboxes: UseQueryResult<ImapAccount[]>;
  selected: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The mailboxes to search, with a filter and their tags; inactive ones cannot be selected. */
export function MailboxPicker({ mailboxes, selected, onChange }: MailboxPickerProps) {
  const [term, setTerm] = useState('');
  useKeepLook(mailboxes.data);
  const accounts = mailboxes.data ?? [];
  const wanted = accounts.length > MANY ? term.trim().toLowerCase() : '';
  const shown = accounts.filter(({ user }) => user.toLowerCase().includes(wanted));
  const wished = new Set(selected);
  const chosen = new Set(activeIds(accounts).filter((id) => wished.has(id)));
  const areChosen = (ids: readonly number[]) => ids.length > 0 && ids.every((id) => chosen.has(id));
  /** Selects these mailboxes, or deselects them if all are selected. */
  const toggle = (ids: readonly number[]) => {
    const others = [...chosen].filter((id) => !ids.includes(id));
    onChange(areChosen(ids) ? others : [...others, ...ids]);
  };
  return (
    <Section
      title="IMAP Accounts Selection"
      actions={
        activeIds(shown).length > 0 ? (
          <Button size="xs" onClick={() => toggle(activeIds(shown))}>
            {areChosen(activeIds(shown)) ? 'Deselect All' : 'Select All'}
          </Button>
        ) : null
      }
    >
      {mailboxes.isPending ? <Loading /> : null}
      {mailboxes.isError && !mailboxes.data ? (
        <div role="alert" className="flex items-center gap-2 text-danger-text">
          {failureText(mailboxes.error, MAILBOXES_FAILED)}
          <Button size="xs" busy={mailboxes.isFetching} onClick={() => void mailboxes.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {mailboxes.data?.length === 0 ? <NoMailboxes /> : null}
      {accounts.length > 0 ? (
        <>
          {accounts.length > MANY ? (
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
          <TagButtons accounts={accounts} areChosen={areChosen} onToggle={toggle} />
          {shown.length > 0 ? (
            <div
              style={{ height: listHeight(shown.length) }}
              className="flex flex-col overflow-hidden rounded-md border border-border-strong bg-surface"
            >
              <MailboxRows accounts={shown} chosen={chosen} onChange={onChange} />
            </div>
          ) : (
            <p className="text-text-muted">No mailbox contains “{term.trim()}”.</p>
          )}
          <p role="status" className="tn mt-1.5 text-xs leading-4.25 text-text-muted">
            {formatNumber(chosen.size)} account(s) selected. Only active accounts can be selected.
          </p>
        </>
      ) : null}
    </Section>
  );
}

/**
 * The rows, and beside them the dialog of a sign-in, because keys that are pressed in it would
 * otherwise reach the rows.
 */
function MailboxRows(props: Omit<ComponentProps<typeof MailboxGrid>, 'onSignIn'>) {
  const [signIn, signInTo] = useSignInAgain();
  return (
    <>
      <MailboxGrid {...props} onSignIn={signInTo} />
      {signIn}
    </>
  );
}

function NoMailboxes() {
  return (
    <p className="text-text-muted">
      <span className="mb-1 block">No IMAP accounts found</span>
      <Link to="/imap-accounts" className={textLinkClass}>
        Add IMAP Accounts
      </Link>
    </p>
  );
}

const listHeight = (mailboxes: number): number => Math.min(mailboxes, MOST_ROWS) * 33 + 1;

/**
 * The number of rows at the last visit, so that the form does not move when the list has loaded.
 */
const lastLook = saved({
  key: 'presale-mailboxes',
  schema: z.object({ count: z.catch(z.number(), MOST_ROWS), hasTags: z.catch(z.boolean(), false) }),
  fallback: { count: MOST_ROWS, hasTags: false },
  owner: 'browser',
});

function useKeepLook(accounts: readonly ImapAccount[] | undefined): void {
  const count = accounts?.length;
  const hasTags = accounts?.some(({ tags }) => tags.length > 0) ?? false;
  useEffect(() => {
    if (count !== undefined) lastLook.write({ count, hasTags });
  }, [count, hasTags]);
}

/** Reserves the space of the list. */
function Loading() {
  const [{ count, hasTags }] = useSaved(lastLook);
  const text = <p role="status">Loading accounts...</p>;
  if (count === 0) return <div className="text-text-muted">{text}</div>;
  return (
    <div className="text-text-muted">
      {count > MANY ? <div className="mb-2 h-7" /> : null}
      {hasTags ? <div className="mb-2 h-6" /> : null}
      <div
        style={{ height: listHeight(count) }}
        className="grid place-items-center rounded-md border border-border"
      >
        {text}
      </div>
      <div className="mt-1.5 h-4.25" />
    </div>
  );
}

interface TagButtonsProps {
  accounts: readonly ImapAccount[];
  areChosen: (ids: readonly number[]) => boolean;
  onToggle: (ids: readonly number[]) => void;
}

/** A button per tag, which selects the active mailboxes with it. */
function TagButtons({ accounts, areChosen, onToggle }: TagButtonsProps) {
  const tags = tagsOf(accounts);
  if (tags.length === 0) return null;
  return (
    <fieldset className="mb-2 flex flex-wrap gap-1">
      <legend className="sr-only">Mailboxes by tag</legend>
      {tags.map((tag) => {
        const ids = activeIds(accounts.filter((account) => account.tags.includes(tag)));
        return (
          <ToggleChip
            key={tag}
            isOn={areChosen(ids)}
            disabled={ids.length === 0}
            onClick={() => onToggle(ids)}
          >
            {tag} <span className="tn">{formatNumber(ids.length)}</span>
          </ToggleChip>
        );
      })}
    </fieldset>
  );
}

const activeIds = (accounts: readonly ImapAccount[]): number[] =>
  accounts.filter(({ is_active }) => is_active).map(({ id }) => id);
