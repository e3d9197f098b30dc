import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { Screen } from '../../../kit/screen.tsx';
import { useAddressView } from '../../../lib/address-view.ts';
import { formatNumber } from '../../../lib/format.ts';
import { mailboxesQuery } from '../../../lib/mailboxes.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Stat, StatRow } from '../../../ui/stat.tsx';
import { type AccountsSearch, searchOf, viewOf } from '../accounts-view.ts';
import { useAccountsCommands } from '../use-accounts-commands.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountGrid } from './account-grid.tsx';
import { AccountsLoading } from './accounts-loading.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const NONE: readonly ImapAccount[] = [];
const LOAD_FAILED = {
  refused: 'Failed to load accounts',
  thrown: 'Failed to load IMAP accounts. Please try again.',
};

interface ImapAccountsScreenProps {
  /** Which mailboxes are shown, from the address. */
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
  /** A link to the Presale Code Tool with the given content. */
  presaleLink: (content: ReactNode) => ReactNode;
}

/** IMAP Accounts (part 1): the mailboxes that the presale search reads. */
export function ImapAccountsScreen({ search, onSearch, presaleLink }: ImapAccountsScreenProps) {
  const [view, setView] = useAddressView({ search, onSearch, viewOf, searchOf });
  const accounts = useQuery(mailboxesQuery);
  const [edited, setEdited] = useState<ImapAccount | 'new' | null>(null);
  const [doomed, setDoomed] = useState<ImapAccount | null>(null);
  const list = accounts.data ?? NONE;
  useAccountsCommands(list, setEdited);
  const active = list.filter((account) => account.is_active).length;
  const add = (label: string, size: 'sm' | 'md') => (
    <Button
      size={size}
      variant="primary"
      icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
      onClick={() => setEdited('new')}
    >
      {label}
    </Button>
  );
  return (
    <Screen
      title="IMAP Accounts Management"
      context="Manage email accounts for presale code scanning"
      actions={
        <>
          {active > 0 ? presaleLink('Search presale codes') : null}
          {add('Add New Account', 'sm')}
        </>
      }
      layout="fixed"
    >
      <QueryView
        query={accounts}
        loadingLabel="Loading accounts..."
        loading={<AccountsLoading />}
        failureText={(error) => failureText(error, LOAD_FAILED)}
      >
        {() => (
          <>
            <StatRow label="Accounts">
              <Stat label="Total Accounts" value={formatNumber(list.length)} />
              <Stat label="Active Accounts" value={formatNumber(active)} />
              <Stat label="Inactive Accounts" value={formatNumber(list.length - active)} />
            </StatRow>
            {list.length === 0 ? (
              <EmptyState title="No IMAP Accounts" actions={add('Add Your First Account', 'md')}>
                Add your first email account to start scanning for presale codes
              </EmptyState>
            ) : (
              <AccountGrid
                accounts={list}
                view={view}
                onView={setView}
                onEdit={setEdited}
                onDelete={setDoomed}
              />
            )}
          </>
        )}
      </QueryView>
      <AccountDialog subject={edited} onClose={() => setEdited(null)} />
      <DeleteAccountDialog account={doomed} onClose={() => setDoomed(null)} />
    </Screen>
  );
}
