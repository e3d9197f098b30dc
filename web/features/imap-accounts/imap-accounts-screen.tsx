import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { ConfirmDelete } from '../../kit/confirm-delete.tsx';
import { CardGrid, CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { failureText } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useAddressView } from '../../lib/address-view.ts';
import { useCommands } from '../../lib/commands.ts';
import { formatNumber } from '../../lib/format.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Stat, StatRow } from '../../ui/stat.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { type AccountsSearch, deleteAccount } from './queries.ts';

const LOAD_FAILED = {
  refused: 'Failed to load accounts',
  thrown: 'Failed to load IMAP accounts. Please try again.',
};
const DELETE_FAILED = {
  refused: 'Failed to delete account',
  thrown: 'Failed to delete account. Please try again.',
};
/** The most accounts that the command palette lists; the filter of the screen finds the others. */
const MOST_COMMANDS = 200;

/** The address holds the view as it is. */
const same = (search: AccountsSearch): AccountsSearch => search;

interface ImapAccountsScreenProps {
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
}

/** IMAP Accounts: the mailboxes that the presale search reads. */
export function ImapAccountsScreen({ search, onSearch }: ImapAccountsScreenProps) {
  const [view, setView] = useAddressView({ search, onSearch, viewOf: same, searchOf: same });
  const client = useQueryClient();
  const query = useQuery(mailboxesQuery);
  const [edited, setEdited] = useState<ImapAccount | 'new' | null>(null);
  const [deleted, setDeleted] = useState<ImapAccount | null>(null);
  const accounts = query.data ?? [];
  const active = accounts.filter(({ is_active }) => is_active).length;
  useAccountCommands(accounts, setEdited);
  const add = (label: string, size: 'sm' | 'md') => (
    <Button size={size} variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {label}
    </Button>
  );
  return (
    <Screen
      title="IMAP Accounts Management"
      context="Manage email accounts for presale code scanning"
      layout="fixed"
      actions={
        <>
          {active > 0 ? (
            <Link
              to="/presale-code-tool"
              className={`${buttonClass('secondary', 'sm')} max-md:hidden`}
            >
              Search presale codes
            </Link>
          ) : null}
          {add('Add New Account', 'sm')}
        </>
      }
    >
      <QueryView
        query={query}
        loadingLabel="Loading accounts..."
        loading={<CardSkeletons label="Loading accounts..." minWidth={264} height={142} />}
        failureText={(error) => failureText(error, LOAD_FAILED)}
      >
        {(all) => (
          <>
            <StatRow label="Accounts">
              <Stat label="Total Accounts" value={formatNumber(all.length)} />
              <Stat label="Active Accounts" value={formatNumber(active)} />
              <Stat label="Inactive Accounts" value={formatNumber(all.length - active)} />
            </StatRow>
            {all.length > 0 ? (
              <AccountList
                accounts={all}
                view={view}
                onView={setView}
                onEdit={setEdited}
                onDelete={setDeleted}
              />
            ) : (
              <EmptyState title="No IMAP Accounts" actions={add('Add Your First Account', 'md')}>
                Add your first email account to start scanning for presale codes
              </EmptyState>
            )}
          </>
        )}
      </QueryView>
      {edited === null ? null : (
        <AccountDialog
          key={edited === 'new' ? 'new' : edited.id}
          account={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null ? null : (
        <ConfirmDelete
          key={deleted.id}
          title="Confirm Delete"
          confirmLabel="Delete Account"
          busyLabel="Deleting..."
          remove={() => deleteAccount(client, deleted.id)}
          done="Account deleted"
          failure={DELETE_FAILED}
          onClose={() => setDeleted(null)}
        >
          <span className="block">Are you sure you want to delete this account?</span>
          <strong className="my-1.5 block font-medium wrap-anywhere text-text">
            {deleted.user}
          </strong>
          <span className="block">This action cannot be undone.</span>
        </ConfirmDelete>
      )}
    </Screen>
  );
}

interface AccountListProps {
  accounts: readonly ImapAccount[];
  view: AccountsSearch;
  onView: (view: AccountsSearch) => void;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** The filters and the cards. Enter edits the account at the cursor, Delete asks to delete it. */
function AccountList({ accounts, view, onView, onEdit, onDelete }: AccountListProps) {
  const { filter = '', state } = view;
  const term = useDeferredValue(filter.trim().toLowerCase());
  const shown = useMemo(
    () =>
      accounts.filter(
        ({ user, host, is_active }) =>
          (state === undefined || (state === 'active') === is_active) &&
          (user.toLowerCase().includes(term) || host.includes(term)),
      ),
    [accounts, state, term],
  );
  const ids = useMemo(() => shown.map(idOf), [shown]);
  const runOn = (run: (account: ImapAccount) => void) => (id: string) => {
    const account = shown.find((one) => idOf(one) === id);
    if (account) run(account);
  };
  const selection = useGridSelection({
    ids,
    mode: 'none',
    onOpen: runOn(onEdit),
    rowKeys: { Delete: runOn(onDelete) },
  });
  return (
    <>
      <Toolbar>
        <div className="w-60 flex-none max-md:w-auto max-md:min-w-28 max-md:flex-1">
          <SearchInput
            label="Filter accounts"
            value={filter}
            onChange={(next) => onView({ ...view, filter: next || undefined })}
          />
        </div>
        <Segmented
          label="State"
          value={state ?? 'all'}
          onChange={(next) => onView({ ...view, state: next === 'all' ? undefined : next })}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
        <span role="status" className="tn ml-auto text-xs whitespace-nowrap text-text-muted">
          {shown.length === accounts.length
            ? ''
            : `${formatNumber(shown.length)} of ${formatNumber(accounts.length)}`}
        </span>
      </Toolbar>
      {shown.length > 0 ? (
        <CardGrid
          label="IMAP accounts"
          rows={shown}
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
      ) : (
        <EmptyState
          title="No account matches"
          className="flex-1 bg-bg"
          actions={<Button onClick={() => onView({})}>Clear filters</Button>}
        >
          {term === '' ? `No account is ${state}.` : `Nothing contains “${filter.trim()}”.`}
        </EmptyState>
      )}
    </>
  );
}

const idOf = ({ id }: ImapAccount): string => String(id);

/** What the screen offers in the command palette and by key. */
function useAccountCommands(
  accounts: readonly ImapAccount[],
  onEdit: (account: ImapAccount | 'new') => void,
): void {
  useShortcut('n', 'Add New Account', () => onEdit('new'));
  useCommands([
    {
      id: 'imap-accounts.add',
      label: 'Add New Account',
      keywords: ['mailbox', 'email'],
      shortcut: 'N',
      run: () => onEdit('new'),
    },
    ...accounts.slice(0, MOST_COMMANDS).map((account) => ({
      id: `imap-accounts.edit.${account.id}`,
      label: `Edit ${account.user}`,
      group: 'IMAP accounts',
      keywords: [account.user, account.host],
      run: () => onEdit(account),
    })),
  ]);
}
