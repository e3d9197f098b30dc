import { type KeyboardEvent, useState } from 'react';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';

interface CardCursorOptions {
  accounts: readonly ImapAccount[];
  /** Cards side by side: up and down move by so many. */
  columns: number;
  /** False when the operator turned single-letter keys off. */
  hasLetterKeys: boolean;
  onEdit: (account: ImapAccount) => void;
  onDelete: (account: ImapAccount) => void;
}

/** The keyboard's place among the cards: arrow keys, J and K move, Enter edits, Delete asks to delete. */
export function useCardCursor(options: CardCursorOptions) {
  const { accounts, onEdit, onDelete } = options;
  const [cursor, setCursor] = useState<number | null>(null);
  const at = accounts.findIndex(({ id }) => id === cursor);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key, options);
    if (step !== undefined) {
      event.preventDefault();
      const next = at < 0 ? 0 : Math.max(0, Math.min(accounts.length - 1, at + step));
      setCursor(accounts[next]?.id ?? null);
      return;
    }
    // A focused button inside a card keeps its own keys.
    const account = event.target === event.currentTarget ? accounts[at] : undefined;
    if (account === undefined || (event.key !== 'Enter' && event.key !== 'Delete')) return;
    event.preventDefault();
    if (event.key === 'Enter') onEdit(account);
    else onDelete(account);
  };
  return { cursor: at < 0 ? null : cursor, onKeyDown };
}

function stepOf(
  key: string,
  { columns, accounts, hasLetterKeys }: CardCursorOptions,
): number | undefined {
  const letters: Record<string, number> = hasLetterKeys ? { j: 1, k: -1 } : {};
  const steps: Record<string, number> = {
    ...letters,
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: 1,
    ArrowLeft: -1,
    Home: -accounts.length,
    End: accounts.length,
  };
  return steps[key];
}
