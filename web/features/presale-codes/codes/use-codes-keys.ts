import type { KeyboardEvent } from 'react';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';

interface CodesKeys {
  /** Whether the details are open. */
  isOpen: boolean;
  onClose: () => void;
  /** Whether a code is selected or at the cursor. */
  canCopy: boolean;
  /** Copies the selected codes, else the code at the cursor. */
  onCopy: () => void;
}

/** The keys of the results, inside the list and elsewhere on the page. */
export function useCodesKeys(
  selection: GridSelection,
  { isOpen, onClose, canCopy, onCopy }: CodesKeys,
): (event: KeyboardEvent<HTMLElement>) => void {
  const enter = (rows: number) => {
    selection.gridRef.current?.focus();
    selection.move(rows);
  };
  useShortcut('j', 'Next code', () => enter(1));
  useShortcut('k', 'Previous code', () => enter(-1));
  useShortcut('c', 'Copy the selected codes, or the code at the cursor', onCopy, {
    enabled: canCopy,
  });
  const hasSelection = selection.selected.size > 0;
  const leave = isOpen ? onClose : selection.clear;
  useShortcut('Escape', isOpen ? 'Close the mail' : 'Clear the selection', leave, {
    enabled: isOpen || hasSelection,
  });
  return (event) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    if (isCopy && canCopy && (getSelection()?.isCollapsed ?? true)) {
      event.preventDefault();
      onCopy();
      return;
    }
    selection.onKeyDown(event, 1);
  };
}
