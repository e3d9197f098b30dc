import { useDeferredValue, useMemo } from 'react';
import type { ImapAccount } from '../../../shared/mailboxes/schema.ts';
import { tagsOf } from '../../../shared/tags.ts';
import { CardGrid } from '../../kit/data-grid/card-grid.tsx';
import { FilterSegments, ShownCount } from '../../kit/filter-segments.tsx';
import { FilterMenu } from '../../ui/chip.tsx';
import { NoMatch } from '../../ui/empty-state.tsx';
import { Toolbar, ToolbarStrip } from '../../ui/page.tsx';
import { ToolbarSearch } from '../../ui/search-input.tsx';
import { AccountCard } from './account-card.tsx';
import { CheckAll } from './health/check-all.tsx';
import { isFailing } from './health/health-text.ts';
import type { AccountsSearch } from './search-state.ts';

/** Pixels; the height of a card without a failure and tags, before it is measured. */
export const CARD = { minWidth: 264, height: 168 };
export const idOf = ({ id }: ImapAccount): string => String(id);

const STATES = [
  { value: 'active', label: 'Active', holds: ({ is_active }: ImapAccount) => is_active },
  { value: 'inactive', label: 'Inactive', holds: ({ is_active }: ImapAccount) => !is_active },
  { value: 'failing', label: 'Failing', holds: isFailing },
] as const;

const NO_FILTERS = { filter: undefined, state: undefined, tag: undefined };

interface AccountListProps {
  accounts: readonly ImapAccount[];
  view: AccountsSearch;
  onView: (part: Partial<AccountsSearch>) => void;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
  onSignIn: (account: ImapAccount) => void;
}

/** The filters and the cards. Enter edits the account at the cursor, Delete opens the dialog that deletes it. */
export function AccountList({
  accounts,
  view,
  onView,
  onEdit,
  onDelete,
  onSignIn,
}: AccountListProps) {
  const { filter = '', state, tag } = view;
  const term = useDeferredValue(filter.trim().toLowerCase());
  const shown = useMemo(() => {
    const chosen = STATES.find(({ value }) => value === state);
    return accounts.filter(
      (account) =>
        (chosen === undefined || chosen.holds(account)) &&
        (tag === undefined || account.tags.includes(tag)) &&
        (account.user.toLowerCase().includes(term) || account.host.includes(term)),
    );
  }, [accounts, state, tag, term]);
  const tags = useMemo(() => tagsOf(accounts).map((value) => ({ value })), [accounts]);
  return (
    <>
      <Toolbar className="max-md:flex-wrap">
        <ToolbarSearch
          label="Filter accounts"
          value={filter}
          onChange={(next) => onView({ filter: next })}
        />
        <ToolbarStrip>
          <FilterSegments
            label="State"
            value={state}
            onChange={(next) => onView({ state: next })}
            allCount={accounts.length}
            choices={STATES.map(({ value, label, holds }) => ({
              value,
              label,
              count: accounts.filter(holds).length,
            }))}
          />
          <FilterMenu
            label="Tag"
            allLabel="All tags"
            value={tag}
            choices={tags}
            onChange={(next) => onView({ tag: next })}
          />
          <ShownCount shown={shown.length} total={accounts.length} />
          <CheckAll accounts={accounts} />
        </ToolbarStrip>
      </Toolbar>
      {shown.length > 0 ? (
        <CardGrid
          {...CARD}
          label="IMAP accounts"
          rows={shown}
          rowId={idOf}
          onOpen={onEdit}
          rowKeys={{ Delete: onDelete }}
          renderCard={(account, { isAtCursor }) => (
            <AccountCard
              account={account}
              isAtCursor={isAtCursor}
              onEdit={onEdit}
              onDelete={onDelete}
              onSignIn={onSignIn}
            />
          )}
        />
      ) : (
        <NoMatch title="No account matches" onClear={() => onView(NO_FILTERS)}>
          No account has this text, state and tag.
        </NoMatch>
      )}
    </>
  );
}
