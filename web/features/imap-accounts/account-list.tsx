import { useDeferredValue, useMemo } from 'react';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { tagsOf } from '../../../shared/tags.ts';
import { CardGrid } from '../../kit/data-grid/card-grid.tsx';
import { formatNumber } from '../../lib/format.ts';
import { NoMatch } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/input.tsx';
import { Toolbar, ToolbarStatus, ToolbarStrip } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CheckAll } from '../mailbox-health/check-all.tsx';
import { isFailing } from '../mailbox-health/health-text.ts';
import { AccountCard } from './account-card.tsx';
import type { AccountsSearch } from './queries.ts';

/** Pixels. */
export const CARD = { minWidth: 264, height: 226 };
export const idOf = ({ id }: ImapAccount): string => String(id);

const STATES = [
  { value: 'all', label: 'All', holds: () => true },
  { value: 'active', label: 'Active', holds: ({ is_active }: ImapAccount) => is_active },
  { value: 'inactive', label: 'Inactive', holds: ({ is_active }: ImapAccount) => !is_active },
  { value: 'failing', label: 'Failing', holds: isFailing },
] as const;

interface AccountListProps {
  accounts: readonly ImapAccount[];
  view: AccountsSearch;
  onView: (view: AccountsSearch) => void;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** The filters and the cards. Enter edits the account at the cursor, Delete asks to delete it. */
export function AccountList({ accounts, view, onView, onEdit, onDelete }: AccountListProps) {
  const { filter = '', state = 'all', tag } = view;
  const term = useDeferredValue(filter.trim().toLowerCase());
  const shown = useMemo(() => {
    const isOfState = STATES.find(({ value }) => value === state)?.holds ?? STATES[0].holds;
    return accounts.filter(
      (account) =>
        isOfState(account) &&
        (tag === undefined || account.tags.includes(tag)) &&
        (account.user.toLowerCase().includes(term) || account.host.includes(term)),
    );
  }, [accounts, state, tag, term]);
  const tags = useMemo(() => tagsOf(accounts), [accounts]);
  return (
    <>
      <Toolbar className="max-md:flex-wrap">
        <div className="w-60 flex-none max-md:w-full">
          <SearchInput
            label="Filter accounts"
            value={filter}
            onChange={(next) => onView({ ...view, filter: next || undefined })}
          />
        </div>
        <ToolbarStrip>
          <Segmented
            label="State"
            value={state}
            onChange={(next) => onView({ ...view, state: next === 'all' ? undefined : next })}
            choices={STATES}
          />
          {tags.length > 0 ? (
            <Select
              size="sm"
              aria-label="Tag"
              className="w-36! flex-none"
              value={tag ?? ''}
              onChange={({ target }) => onView({ ...view, tag: target.value || undefined })}
              options={[{ value: '', label: 'All tags' }, ...tags]}
            />
          ) : null}
          <ToolbarStatus>
            {shown.length < accounts.length
              ? `${formatNumber(shown.length)} of ${formatNumber(accounts.length)}`
              : null}
          </ToolbarStatus>
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
            <AccountCard {...{ account, isAtCursor, onEdit, onDelete }} />
          )}
        />
      ) : (
        <NoMatch title="No account matches" onClear={() => onView({})}>
          {term ? `Nothing contains “${filter.trim()}”.` : 'No account has this state and tag.'}
        </NoMatch>
      )}
    </>
  );
}
