import type { KeyboardEvent } from 'react';
import type { GridSelection } from '../../../../kit/data-grid/use-grid-selection.ts';
import { useShortcut } from '../../../../kit/keys/shortcuts.ts';

interface CodesKeys {
  /** Closes the open mails; null while none are open. */
  onClose: (() => void) | null;
  /** Copies the selected codes, otherwise the code at the cursor; null if there is neither. */
  onCopy: (() => void) | null;
}

/** The keys of the results. @returns the key handler of the list. */
export function useCodesKeys(selection: GridSelection, { onClose, onCopy }: CodesKeys) {
  const enter = (rows: number) => {
    selection.gridRef.current?.focus();
    selection.move(rows);
  };
  useShortcut('j', 'Next code', () => enter(1));
  useShortcut('k', 'Previous code', () => enter(-1));
  useShortcut('c', 'Copy the selected codes, or the code at the cursor', () => onCopy?.(), {
    enabled: onCopy !== null,
  });
  const leave = onClose ?? selection.clear;
  useShortcut('Escape', onClose ? 'Close the mail' : 'Clear the selection', leave, {
    enabled: onClose !== null || selection.selected.size > 0,
  });
  return (event: KeyboardEvent<HTMLElement>) => {
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    const isTextMarked = getSelection()?.isCollapsed === false;
    const copy = isCopy && !isTextMarked ? onCopy : null;
    const run = event.key === 'Escape' ? onClose : copy;
    if (run === null) return selection.onKeyDown(event, 1);
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
