import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useShortcut, useSingleKeys } from '../../lib/shortcuts.ts';
import {
  clearRows,
  countOutOfView,
  EMPTY_SELECTION,
  extendCursor,
  extendTo,
  moveCursor,
  type SelectionState,
  selectRows,
  toggleRow,
} from './selection.ts';

interface GridSelectionOptions {
  /** Ids of the rows as they are shown: filtered and sorted. Memoise it. */
  ids: readonly string[];
  /** `none`: the grid has a keyboard cursor but no checkboxes. */
  mode?: 'many' | 'none';
  /** False for rows that cannot be selected. */
  canSelect?: (id: string) => boolean;
  /** Enter on the row at the cursor. */
  onOpen?: (id: string) => void;
  /** Further keys on the row at the cursor, such as `{ Delete: (id) => … }`. */
  rowKeys?: Record<string, (id: string) => void>;
}

export interface GridSelection {
  mode: 'many' | 'none';
  /** The grid's element: it has the focus, and `aria-activedescendant` names the row at the cursor. */
  gridRef: RefObject<HTMLDivElement | null>;
  selected: ReadonlySet<string>;
  cursor: string | null;
  /** The number of selected rows that filters hide. */
  outOfView: number;
  canSelect: (id: string) => boolean;
  /** Selects or deselects a row; a range selects from the last toggled row. */
  touch: (id: string, isRange: boolean) => void;
  /** For the element of a row: a click on it, outside of its controls, toggles the row. */
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
  /** `columns`: cards side by side, 1 for rows. Up and down move by that many. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>, columns: number) => void;
}

const always = (): boolean => true;

/**
 * Selection and keyboard cursor of a grid. Both survive sorting and filtering. Keys: arrows, J, K, Home and End move;
 * Space and X toggle; Shift with a move or a click selects a range; Ctrl A selects all; Enter opens; Escape clears.
 * All functions of the result stay the same between renders, so that rows can be memoised.
 */
export function useGridSelection(options: GridSelectionOptions): GridSelection {
  const { ids, mode = 'many', canSelect = always } = options;
  const [state, setState] = useState<SelectionState>(EMPTY_SELECTION);
  const [hasLetterKeys] = useSingleKeys();
  const gridRef = useRef<HTMLDivElement>(null);
  const keys: KeyOptions = { ...options, mode, canSelect, hasLetterKeys };
  const latest = useRef({ keys, state });
  useLayoutEffect(() => {
    latest.current = { keys, state };
  });

  const actions = useMemo(() => {
    const change = (step: (now: SelectionState, ids: readonly string[]) => SelectionState) => {
      const { ids, canSelect } = latest.current.keys;
      setState((now) => selectableOnly(step(now, ids), canSelect));
    };
    const touch = (id: string, isRange: boolean) => {
      const isSelecting = latest.current.keys.mode === 'many';
      change((now, ids) => {
        if (!isSelecting) return { ...now, cursor: id };
        return isRange ? extendTo(now, ids, id) : toggleRow(now, id);
      });
      // The focus stays on the grid, so that focus and cursor never mark two different rows.
      gridRef.current?.focus({ preventScroll: true });
    };
    return {
      touch,
      rowHandlers: (id: string) => ({
        onMouseDown: preventTextSelection,
        onClick: (event: MouseEvent<HTMLElement>) => {
          if (isClickOnRow(event)) touch(id, event.shiftKey);
        },
      }),
      move: (rows: number) => change((now, ids) => moveCursor(now, ids, rows)),
      moveTo: (id: string) => setState((now) => ({ ...now, cursor: id })),
      selectAll: () => change(selectRows),
      clear: () => setState(clearRows),
    };
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>, columns: number) => {
    const { keys, state } = latest.current;
    const next = stateAfterKey(event, state, { ...keys, columns });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setState(selectableOnly(next, keys.canSelect));
  }, []);

  const outOfView = useMemo(() => countOutOfView(state.selected, ids), [state.selected, ids]);
  const { selected, cursor } = state;
  return { ...actions, mode, canSelect, gridRef, selected, cursor, outOfView, onKeyDown };
}

/**
 * The page's keys that lead into a grid while the focus is elsewhere: J and K move its cursor, Escape clears its
 * selection. `noun` names a row in the shortcuts dialog.
 */
export function useGridKeys({ gridRef, move, clear, selected }: GridSelection, noun: string): void {
  const enter = (rows: number) => {
    gridRef.current?.focus();
    move(rows);
  };
  useShortcut('j', `Next ${noun}`, () => enter(1));
  useShortcut('k', `Previous ${noun}`, () => enter(-1));
  useShortcut('Escape', 'Clear the selection', clear, { enabled: selected.size > 0 });
}

interface KeyOptions extends GridSelectionOptions {
  mode: 'many' | 'none';
  canSelect: (id: string) => boolean;
  /** False when the operator turned single-letter keys off. */
  hasLetterKeys: boolean;
}
type KeyContext = KeyOptions & { columns: number };

/** Ranges may cross rows that cannot be selected. */
function selectableOnly(state: SelectionState, canSelect: (id: string) => boolean): SelectionState {
  if (canSelect === always) return state;
  const selected = new Set([...state.selected].filter(canSelect));
  return { ...state, selected, base: new Set([...state.base].filter(canSelect)) };
}

/** The state after a key; null for a key that the grid does not handle. */
function stateAfterKey(
  event: KeyboardEvent<HTMLElement>,
  state: SelectionState,
  options: KeyContext,
): SelectionState | null {
  const { ids, mode } = options;
  if (event.altKey || isTyping(event.target)) return null;
  if (event.ctrlKey || event.metaKey) {
    const isAll = mode === 'many' && event.key.toLowerCase() === 'a';
    return isAll ? selectRows(state, ids) : null;
  }
  const step = stepOf(event, options);
  if (step !== null) {
    const isRange = mode === 'many' && event.shiftKey;
    return isRange ? extendCursor(state, ids, step) : moveCursor(state, ids, step);
  }
  if (event.key === 'Escape') return state.selected.size > 0 ? clearRows(state) : null;
  return stateAfterRowKey(event, state, options);
}

/** Keys that act on the row at the cursor. A focused button or link inside the row keeps its own Space and Enter. */
function stateAfterRowKey(
  event: KeyboardEvent<HTMLElement>,
  state: SelectionState,
  { ids, mode, hasLetterKeys, onOpen, rowKeys }: KeyContext,
): SelectionState | null {
  const { cursor } = state;
  if (cursor === null || !ids.includes(cursor)) return null;
  const isOnGrid = event.target === event.currentTarget;
  if (mode === 'many') {
    if (hasLetterKeys && event.key.toLowerCase() === 'x') return toggleRow(state, cursor);
    if (isOnGrid && event.key === ' ') return toggleRow(state, cursor);
  }
  const run = event.key === 'Enter' ? onOpen : rowKeys?.[event.key];
  if (!isOnGrid || run === undefined) return null;
  run(cursor);
  return state;
}

/** How far a key moves the cursor; null for other keys. */
function stepOf(
  event: KeyboardEvent<HTMLElement>,
  { columns, ids, hasLetterKeys }: KeyContext,
): number | null {
  const isCards = columns > 1;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -ids.length,
    End: ids.length,
    ...(isCards && { ArrowRight: 1, ArrowLeft: -1 }),
    ...(hasLetterKeys && { j: 1, J: 1, k: -1, K: -1 }),
  };
  return steps[event.key] ?? null;
}

/** A click with Shift would mark the text between the rows. */
function preventTextSelection(event: MouseEvent<HTMLElement>): void {
  if (event.shiftKey) event.preventDefault();
}

/** False on a control inside the row, and when the click ends the marking of text to copy. */
function isClickOnRow(event: MouseEvent<HTMLElement>): boolean {
  const control = event.target instanceof Element && event.target.closest('a, button, input');
  return !control && (getSelection()?.isCollapsed ?? true);
}

function isTyping(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'TEXTAREA')
  );
}
