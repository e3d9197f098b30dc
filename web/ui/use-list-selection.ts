import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import {
  clearRows,
  countOutOfView,
  EMPTY_SELECTION,
  extendCursor,
  extendTo,
  type ListSelection,
  moveCursor,
  selectRows,
  toggleRow,
} from './list-selection.ts';

interface ListSelectionOptions {
  /** Ids of the rows as they are shown: filtered and sorted. */
  ids: readonly string[];
  /** False when the operator turned single-letter keys off: J, K and X then do nothing. */
  hasLetterKeys: boolean;
  /** Enter on the row at the cursor. */
  onOpen: (id: string) => void;
}

export interface ListSelectionHandle {
  selected: ReadonlySet<string>;
  cursor: string | null;
  /** Selected rows that the filters hide. */
  outOfView: number;
  /** A click on a row's checkbox; with Shift it selects the range from the last touched row. */
  touch: (id: string, isRange: boolean) => void;
  /** For the element of a row: a press on it, but not on a control inside, touches the row. */
  rowHandlers: (id: string) => {
    onClick: (event: MouseEvent<HTMLElement>) => void;
    onMouseDown: (event: MouseEvent<HTMLElement>) => void;
  };
  /** Moves the cursor by a number of rows. */
  move: (rows: number) => void;
  /** Puts the cursor on a row. */
  moveTo: (id: string) => void;
  selectAll: () => void;
  clear: () => void;
  /** `columns`: cards that stand side by side, 1 for a list. Up and down move by so many. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>, columns: number) => void;
}

/** Selection of rows by pointer and keyboard (visual guide, "Keyboard"). It survives sorting and filtering. */
export function useListSelection(options: ListSelectionOptions): ListSelectionHandle {
  const [state, setState] = useState<ListSelection>(EMPTY_SELECTION);
  const latest = useRef({ options, state });
  latest.current = { options, state };

  const touch = useCallback((id: string, isRange: boolean) => {
    const { ids } = latest.current.options;
    setState((now) => (isRange ? extendTo(now, ids, id) : toggleRow(now, id)));
  }, []);
  const rowHandlers = useCallback(
    (id: string) => ({
      onMouseDown: keepTextUnmarked,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (isPressOnRow(event)) touch(id, event.shiftKey);
      },
    }),
    [touch],
  );
  const selectAll = useCallback(() => {
    const { ids } = latest.current.options;
    setState((now) => selectRows(now, ids));
  }, []);
  const move = useCallback((rows: number) => {
    const { ids } = latest.current.options;
    setState((now) => moveCursor(now, ids, rows));
  }, []);
  const moveTo = useCallback((id: string) => setState((now) => ({ ...now, cursor: id })), []);
  const clear = useCallback(() => setState(clearRows), []);

  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>, columns: number) => {
    const current = latest.current;
    const next = stateAfterKey(event, current.state, { ...current.options, columns });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setState(next);
  }, []);

  const outOfView = useMemo(
    () => countOutOfView(state.selected, options.ids),
    [state.selected, options.ids],
  );
  return {
    selected: state.selected,
    cursor: state.cursor,
    outOfView,
    touch,
    rowHandlers,
    move,
    moveTo,
    selectAll,
    clear,
    onKeyDown,
  };
}

type KeyContext = ListSelectionOptions & { columns: number };

/** The state after a key, or null when the key is none of the list's and goes its own way. */
function stateAfterKey(
  event: KeyboardEvent<HTMLElement>,
  state: ListSelection,
  options: KeyContext,
): ListSelection | null {
  if (event.altKey || isTyping(event.target)) return null;
  if (event.ctrlKey || event.metaKey) {
    return event.key.toLowerCase() === 'a' ? selectRows(state, options.ids) : null;
  }
  const step = stepOf(event, options);
  if (step !== null) return moveBy(state, options.ids, step, event.shiftKey);
  if (event.key === 'Escape') return state.selected.size > 0 ? clearRows(state) : null;
  return stateAfterRowKey(event, state, options);
}

function moveBy(
  state: ListSelection,
  ids: readonly string[],
  rows: number,
  isRange: boolean,
): ListSelection {
  return isRange ? extendCursor(state, ids, rows) : moveCursor(state, ids, rows);
}

/** Keys that act on the row at the cursor. A focused button or link inside the row keeps its own Space and Enter. */
function stateAfterRowKey(
  event: KeyboardEvent<HTMLElement>,
  state: ListSelection,
  options: KeyContext,
): ListSelection | null {
  const { cursor } = state;
  if (cursor === null || !options.ids.includes(cursor)) return null;
  if (options.hasLetterKeys && event.key.toLowerCase() === 'x') return toggleRow(state, cursor);
  if (event.target !== event.currentTarget) return null;
  if (event.key === ' ') return toggleRow(state, cursor);
  if (event.key !== 'Enter') return null;
  options.onOpen(cursor);
  return state;
}

function stepOf(
  event: KeyboardEvent<HTMLElement>,
  { columns, ids, hasLetterKeys }: KeyContext,
): number | null {
  switch (event.key) {
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'ArrowRight':
      return columns > 1 ? 1 : null;
    case 'ArrowLeft':
      return columns > 1 ? -1 : null;
    case 'Home':
      return -ids.length;
    case 'End':
      return ids.length;
    case 'j':
    case 'J':
      return hasLetterKeys ? 1 : null;
    case 'k':
    case 'K':
      return hasLetterKeys ? -1 : null;
    default:
      return null;
  }
}

/** A press with Shift would mark all text from the last press on. */
function keepTextUnmarked(event: MouseEvent<HTMLElement>): void {
  if (event.shiftKey) event.preventDefault();
}

/** False on a control inside the row, and when the press ends the marking of text to copy. */
function isPressOnRow(event: MouseEvent<HTMLElement>): boolean {
  const control = event.target instanceof Element && event.target.closest('a, button, input');
  return !control && (getSelection()?.isCollapsed ?? true);
}

function isTyping(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'TEXTAREA')
  );
}
