import { useDeferredValue, useMemo } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { CardGrid } from '../../../kit/data-grid/card-grid.tsx';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { AccountsView } from '../accounts-view.ts';
import { AccountCard } from './account-card.tsx';

interface AccountGridProps {
  accounts: readonly ImapAccount[];
  view: AccountsView;
  onView: (view: AccountsView) => void;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** The filter line and the cards, of which only those in view exist. */
export function AccountGrid({ accounts, view, onView, onEdit, onDelete }: AccountGridProps) {
  const { state } = view;
  const wanted = useDeferredValue(view.term.trim().toLowerCase());
  const found = accounts.filter(
    ({ user, host, is_active }) =>
      (state === 'all' || (state === 'active') === is_active) &&
      (user.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <Toolbar>
        <div className="w-60 flex-none max-md:w-auto max-md:min-w-28 max-md:flex-1">
          <SearchInput
            label="Filter mailboxes"
            value={view.term}
            onChange={(term) => onView({ ...view, term })}
          />
        </div>
        <Segmented
          label="State"
          value={state}
          onChange={(next) => onView({ ...view, state: next })}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
        <span role="status" className="tn ml-auto text-xs whitespace-nowrap text-text-muted">
          {found.length === accounts.length
            ? ''
            : `${formatNumber(found.length)} of ${formatNumber(accounts.length)}`}
        </span>
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState
          title="No mailbox matches"
          className="flex-1 bg-bg"
          actions={
            <Button onClick={() => onView({ term: '', state: 'all' })}>Clear filters</Button>
          }
        >
          {wanted === '' ? `No mailbox is ${state}.` : `Nothing contains “${view.term.trim()}”.`}
        </EmptyState>
      ) : (
        <Cards accounts={found} onEdit={onEdit} onDelete={onDelete} />
      )}
    </>
  );
}

type CardsProps = Pick<AccountGridProps, 'accounts' | 'onEdit' | 'onDelete'>;

function Cards({ accounts, onEdit, onDelete }: CardsProps) {
  const ids = useMemo(() => accounts.map(idOf), [accounts]);
  const withAccount = (run: (account: ImapAccount) => void) => (id: string) => {
    const account = accounts.find((one) => idOf(one) === id);
    if (account) run(account);
  };
  const selection = useGridSelection({
    ids,
    mode: 'none',
    onOpen: withAccount(onEdit),
    rowKeys: { Delete: withAccount(onDelete) },
  });
  return (
    <CardGrid
      label="Mailboxes"
      rows={accounts}
      rowId={idOf}
      selection={selection}
      minWidth={264}
      height={142}
      renderCard={(account, { isAtCursor }) => (
        <AccountCard
          account={account}
          isAtCursor={isAtCursor}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    />
  );
}

const idOf = ({ id }: ImapAccount): string => String(id);
