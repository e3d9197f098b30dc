import { useDeferredValue, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { AccountCard } from './account-card.tsx';

type State = 'all' | 'active' | 'inactive';
/** Cards drawn at once; the filter or the button brings the others. */
const PAGE = 120;

interface AccountGridProps {
  accounts: readonly ImapAccount[];
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** The filter line and the cards. */
export function AccountGrid({ accounts, onEdit, onDelete }: AccountGridProps) {
  const [term, setTerm] = useState('');
  const [state, setState] = useState<State>('all');
  const [shownCount, setShownCount] = useState(PAGE);
  const wanted = useDeferredValue(term.trim().toLowerCase());
  const found = accounts.filter(
    ({ user, host, is_active }) =>
      (state === 'all' || (state === 'active') === is_active) &&
      (user.toLowerCase().includes(wanted) || host.toLowerCase().includes(wanted)),
  );
  const clear = () => {
    setTerm('');
    setState('all');
  };
  return (
    <>
      <Toolbar>
        <div className="w-60 flex-none">
          <SearchInput label="Filter mailboxes" value={term} onChange={setTerm} />
        </div>
        <Segmented
          label="State"
          value={state}
          onChange={setState}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Inactive' },
          ]}
        />
        <span role="status" className="tn ml-auto text-xs whitespace-nowrap text-text-muted">
          {found.length === accounts.length ? '' : `${found.length} of ${accounts.length}`}
        </span>
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-auto bg-bg p-5 max-md:p-3.5">
        {found.length === 0 ? (
          <EmptyState
            title="No mailbox matches"
            actions={<Button onClick={clear}>Clear filters</Button>}
          >
            {wanted === '' ? `No mailbox is ${state}.` : `Nothing contains “${term.trim()}”.`}
          </EmptyState>
        ) : (
          <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-3 p-0">
            {found.slice(0, shownCount).map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                onEdit={() => onEdit(account)}
                onDelete={() => onDelete(account)}
              />
            ))}
          </ul>
        )}
        {found.length > shownCount ? (
          <div className="mt-4 text-center">
            <Button onClick={() => setShownCount(shownCount + PAGE)}>
              Show {Math.min(PAGE, found.length - shownCount)} more
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}
