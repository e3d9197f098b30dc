import { useDeferredValue, useRef } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useSingleKeys } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useGridColumns } from '../../../ui/use-grid-columns.ts';
import { VirtualCards } from '../../../ui/virtual-cards.tsx';
import type { AccountsView } from '../accounts-view.ts';
import { useCardCursor } from '../use-card-cursor.ts';
import { AccountCard } from './account-card.tsx';

/** Visual guide, "Layout grid": cards side by side, 12 px apart. */
const CARD = { minWidth: 264, gap: 12 };
const CARD_HEIGHT = 142;

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
  const scrollRef = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(scrollRef, CARD);
  const [hasLetterKeys] = useSingleKeys();
  const { cursor, onKeyDown } = useCardCursor({
    accounts,
    columns,
    hasLetterKeys,
    onEdit,
    onDelete,
  });
  const at = cursor === null ? -1 : accounts.findIndex(({ id }) => id === cursor);
  return (
    <VirtualCards
      scrollRef={scrollRef}
      label="Mailboxes"
      cards={accounts}
      columns={columns}
      estimatedHeight={CARD_HEIGHT}
      gap={CARD.gap}
      overscan={3}
      endPadding={16}
      cursorIndex={at}
      layoutKey={columns}
      cellId={cellId}
      renderCard={(account) => (
        <AccountCard
          account={account}
          isAtCursor={account.id === cursor}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
      onKeyDown={onKeyDown}
    />
  );
}

const cellId = ({ id }: ImapAccount): string => `mailbox-${id}`;
