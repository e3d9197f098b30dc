import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { type GridSelection, useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { VirtualRows } from '../../../kit/data-grid/virtual-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Email } from '../../../ui/email.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { MailboxStatus } from '../../mailboxes/health/health.tsx';
import { isFailing } from '../../mailboxes/health/health-text.ts';
import { missingSignIn } from '../../mailboxes/sign-in/sign-in-texts.ts';

const idOf = ({ id }: ImapAccount): string => String(id);

interface MailboxGridProps {
  accounts: readonly ImapAccount[];
  chosen: ReadonlySet<number>;
  onChange: (ids: number[]) => void;
  onSignIn: (account: ImapAccount) => void;
}

/**
 * The mailboxes with their checkboxes, in the rows of the kit without a head. The cursor skips
 * inactive ones.
 */
export function MailboxGrid({ accounts, chosen, onChange, onSignIn }: MailboxGridProps) {
  const selection: GridSelection = useGridSelection({
    rows: accounts.filter(({ is_active }) => is_active),
    rowId: idOf,
    store: {
      selected: new Set([...chosen].map(String)),
      onChange: (ids) => onChange([...ids].map(Number)),
    },
    // Starts the search, like Enter in any other field of the form.
    onOpen: () => {
      const form = selection.gridRef.current?.closest('form');
      form?.querySelector<HTMLElement>('[type=submit]')?.click();
    },
  });
  const { cursor } = selection;
  const cursorRow = accounts.findIndex((account) => idOf(account) === cursor);
  return (
    <VirtualRows
      label="Mailboxes"
      scrollRef={selection.gridRef}
      takesFocus={false}
      rowCount={accounts.length}
      columnCount={1}
      estimatedHeight={33}
      gap={0}
      overscan={5}
      startPadding={0}
      endPadding={0}
      cursorRow={cursorRow < 0 ? null : cursorRow}
      activeId={cursorRow < 0 ? undefined : `mailbox-${cursor}`}
      layoutKey={accounts[0]?.id}
      selectable="multiple"
      rowProps={(index) => {
        const account = accounts[index];
        const isLast = index === accounts.length - 1;
        return {
          ...(account?.is_active && {
            ...selection.rowHandlers(idOf(account)),
            'aria-selected': chosen.has(account.id),
          }),
          id: account && `mailbox-${account.id}`,
          className: clsx(
            'flex items-center',
            isLast ? 'h-8' : 'h-8.25 border-b border-border',
            index === cursorRow &&
              'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-focus',
          ),
        };
      }}
      renderRow={(index) => {
        const account = accounts[index];
        return (
          account && (
            <Mailbox
              account={account}
              isChosen={chosen.has(account.id)}
              onTouch={selection.touch}
              onSignIn={onSignIn}
            />
          )
        );
      }}
      onKeyDown={(event) => {
        // Escape would clear the selection, which is part of the form.
        if (event.key !== 'Escape') selection.onKeyDown(event, 1);
      }}
    />
  );
}

interface MailboxProps {
  account: ImapAccount;
  isChosen: boolean;
  onTouch: GridSelection['touch'];
  onSignIn: (account: ImapAccount) => void;
}

function Mailbox({ account, isChosen, onTouch, onSignIn }: MailboxProps) {
  const { id, user, is_active, health } = account;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
    <div
      role="gridcell"
      aria-colindex={1}
      className={clsx(
        'flex min-w-0 flex-1 items-center gap-2 px-2.5',
        !is_active && 'text-text-muted',
      )}
    >
      <Checkbox
        aria-label={`Select ${user}`}
        checked={isChosen}
        disabled={!is_active}
        tabIndex={-1}
        onClick={(event) => onTouch(idOf(account), event.shiftKey)}
      />
      <span className="min-w-0 flex-1">
        <Email address={user} />
      </span>
      <span className="text-xs">
        <MailboxStatus account={account} />
        {missingSignIn(account) !== null ? (
          <Button size="xs" className="ml-2.5" onClick={() => onSignIn(account)}>
            Sign in<span className="sr-only"> to {user} again: it cannot be read</span>
          </Button>
        ) : isFailing(account) ? (
          <Link
            to="/imap-accounts"
            search={{ edit: String(id) }}
            title={health.failure ?? ''}
            className={clsx(textLinkClass, 'ml-2.5')}
          >
            Fix<span className="sr-only"> {user}: it cannot be read</span>
          </Link>
        ) : null}
      </span>
    </div>
  );
}
