import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { useVirtual } from '../../../kit/data-grid/virtualizer.ts';
import { StatusDot } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Email } from '../../../ui/email.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { isFailing } from '../../mailbox-health/health-text.ts';

const ROW_PX = 33;
const MOST_SHOWN = 7;

interface MailboxChoicesProps {
  accounts: readonly ImapAccount[];
  chosen: ReadonlySet<number>;
  onToggle: (id: number, checked: boolean) => void;
}

/**
 * A checkbox per mailbox; only those in view are rendered. Not a data grid: the checkboxes are fields of the form. Tab
 * enters the list once and arrow keys move inside, so that Tab reaches the search button in a few presses.
 */
export function MailboxChoices({ accounts, chosen, onToggle }: MailboxChoicesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const { useVirtualizer } = useVirtual();
  const rows = useVirtualizer({
    count: accounts.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: 5,
  });
  const isActive = (index: number): boolean => accounts[index]?.is_active === true;
  const current = isActive(place) ? place : accounts.findIndex(({ is_active }) => is_active);
  const moveTo = (index: number) => {
    setPlace(index);
    rows.scrollToIndex(index);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${index}"] input`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    let next = current + step;
    while (next >= 0 && next < accounts.length && !isActive(next)) next += step;
    if (isActive(next)) moveTo(next);
  };
  return (
    <ul
      ref={list}
      onKeyDown={onKeyDown}
      style={{ height: Math.min(accounts.length, MOST_SHOWN) * ROW_PX + 1 }}
      className="relative m-0 list-none overflow-y-auto rounded-md border border-border-strong bg-surface p-0"
    >
      <li role="presentation" aria-hidden="true" style={{ height: rows.getTotalSize() - 1 }} />
      {rows.getVirtualItems().map(({ index, start }) => {
        const account = accounts[index];
        if (account === undefined) return null;
        const { id, user, is_active } = account;
        return (
          <li
            key={id}
            data-index={index}
            aria-setsize={accounts.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
            className={clsx(
              'absolute inset-x-0 top-0 flex h-[33px] items-center',
              index < accounts.length - 1 && 'border-b border-border',
            )}
          >
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the Checkbox inside is the control. */}
            <label className="flex h-full min-w-0 flex-1 items-center gap-2 pl-2.5">
              <Checkbox
                checked={chosen.has(id)}
                disabled={!is_active}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setPlace(index)}
                onChange={(checked) => onToggle(id, checked)}
              />
              <span className={clsx('min-w-0 flex-1', !is_active && 'text-text-muted')}>
                <Email address={user} />
              </span>
              <span className={clsx('pr-2.5 text-xs', !is_active && 'text-text-muted')}>
                <StatusDot tone={toneOf(account)}>{is_active ? 'Active' : 'Inactive'}</StatusDot>
              </span>
            </label>
            {isFailing(account) ? (
              <Link
                to="/imap-accounts"
                search={{ edit: String(id) }}
                title={account.health.failure ?? ''}
                className={clsx(textLinkClass, 'pr-2.5 text-xs')}
              >
                Fix<span className="sr-only"> {user}: it cannot be read</span>
              </Link>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const toneOf = (account: ImapAccount) => {
  if (!account.is_active) return 'neutral';
  return isFailing(account) ? 'danger' : 'success';
};
