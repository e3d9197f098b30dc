import { clsx } from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { StatusDot } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';

const ROW_PX = 33;
const MOST_SHOWN = 7;
/** Rows that exist beyond each edge of the view. */
const BEYOND = 5;

interface MailboxChoicesProps {
  accounts: readonly ImapAccount[];
  chosen: ReadonlySet<number>;
  onToggle: (id: number, checked: boolean) => void;
}

/**
 * The checkboxes, of which only those in view exist. Tab enters the list once, arrow keys move inside: the search button
 * is not sixty presses away.
 */
export function MailboxChoices({ accounts, chosen, onToggle }: MailboxChoicesProps) {
  const scroll = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const [top, setTop] = useState(0);
  const first = Math.max(0, top - BEYOND);
  const shown = accounts.slice(first, top + MOST_SHOWN + BEYOND);
  const isFree = (index: number): boolean => accounts[index]?.is_active === true;
  const current = isFree(place) ? place : accounts.findIndex(({ is_active }) => is_active);
  const moveTo = (index: number) => {
    setPlace(index);
    bringIntoView(scroll.current, index);
    requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"] input`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    let next = current + step;
    while (next >= 0 && next < accounts.length && !isFree(next)) next += step;
    if (isFree(next)) moveTo(next);
  };
  return (
    <ul
      ref={scroll}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / ROW_PX))}
      style={{ height: Math.min(accounts.length, MOST_SHOWN) * ROW_PX + 1 }}
      className="relative m-0 list-none overflow-y-auto rounded-md border border-border-strong bg-surface p-0"
    >
      <li role="presentation" aria-hidden="true" style={{ height: accounts.length * ROW_PX - 1 }} />
      {shown.map((account, offset) => {
        const index = first + offset;
        const { id, user, is_active } = account;
        return (
          <li
            key={id}
            data-index={index}
            aria-setsize={accounts.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * ROW_PX}px)` }}
            className={clsx(
              'absolute inset-x-0 top-0 h-[33px]',
              index < accounts.length - 1 && 'border-b border-border',
            )}
          >
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the Checkbox inside is the control. */}
            <label className="flex h-full items-center gap-2 px-2.5">
              <Checkbox
                checked={chosen.has(id)}
                disabled={!is_active}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setPlace(index)}
                onChange={(checked) => onToggle(id, checked)}
              />
              <span
                className={clsx('min-w-0 flex-1 truncate', !is_active && 'text-text-muted')}
                title={user}
              >
                {user}
              </span>
              <span className={clsx('text-xs', !is_active && 'text-text-muted')}>
                <StatusDot tone={is_active ? 'success' : 'neutral'}>
                  {is_active ? 'Active' : 'Inactive'}
                </StatusDot>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function bringIntoView(list: HTMLElement | null, index: number): void {
  if (list === null) return;
  const start = index * ROW_PX;
  if (start < list.scrollTop) list.scrollTop = start;
  else if (start + ROW_PX > list.scrollTop + list.clientHeight)
    list.scrollTop = start + ROW_PX - list.clientHeight;
}
