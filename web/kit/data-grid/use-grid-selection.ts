import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useShortcut, useSingleKeys } from '../keys/shortcuts.ts';
import {
  clearRows,
  countOutOfView,
  EMPTY_SELECTION,
  extendCursor,
  extendTo,
  moveCursor,
  type SelectionState,
  selectNext,
  selectRows,
  toggleRow,
} from './selection.ts';

interface GridSelectionOptions<Row> {
  /** The displayed rows, filtered and sorted. Memoise the list. */
  rows: readonly Row[];
  /** The same function on every render. */
  rowId: (row: Row) => string;
  /** `none`: the grid has a keyboard cursor but no checkboxes. */
  mode?: 'many' | 'none';
  /** False for rows that cannot be selected. */
  canSelect?: (id: string) => boolean;
  /** Enter on the row at the cursor. */
  onOpen?: (row: Row) => void;
  /** Further keys on the row at the cursor, such as `{ Delete: (row) => … }`. */
  rowKeys?: Record<string, (row: Row) => void>;
  /** The id of the row in the address: the cursor moves to it once it is in the list. */
  start?: string | undefined;
  /** The grid takes the focus when it appears, if no element has it. */
  takesFocus?: boolean;
  /** Stores the selection outside the grid, so that it survives the screen. */
  store?: SelectionStore;
}

/** The actions of a grid without checkboxes on the row at its keyboard cursor. */
export type CursorActions<Row> = Pick<GridSelectionOptions<Row>, 'onOpen' | 'rowKeys' | 'start'>;

interface SelectionStore {
  selected: ReadonlySet<string>;
  /** May keep fewer rows than it receives. */
  onChange: (selected: ReadonlySet<string>) => void;
}

export interface GridSelection {
  mode: 'many' | 'none';
  /** The grid's element: it has the focus, and `aria-activedescendant` names the row at the cursor. */
  gridRef: RefObject<HTMLDivElement | null>;
  /** The grid takes the focus when it appears, if no element has it: its code may load after its screen. */
  takesFocus: boolean;
  selected: ReadonlySet<string>;
  cursor: string | null;
  /** The number of selected rows that filters hide. */
  outOfView: number;
  canSelect: (id: string) => boolean;
  /** Selects or deselects a row; a range selects from the last toggled row. */
  touch: (id: string, isRange: boolean) => void;
  /** For the element of a row: a click on it, outside its controls, toggles the row. */
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
 * Selection and keyboard cursor of a grid. Both survive sorting and filtering. Keys: arrows, J, K,
 * Home and End move; Space and X toggle; Shift with a move or a click selects a range; 1 to 9
 * select that number of rows; Ctrl A selects all; Enter opens; Escape clears. All functions of the
 * result are the same on every render, so that rows can be memoised.
 */
export function useGridSelection<Row>(options: GridSelectionOptions<Row>): GridSelection {
  const { rows, rowId, mode = 'many', canSelect = always, store } = options;
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const [localState, setLocalState] = useState<SelectionState>(EMPTY_SELECTION);
  const stored = store?.selected;
  const state = useMemo(
    () => (stored ? selectedIn(stored, localState) : localState),
    [stored, localState],
  );
  const [hasLetterKeys] = useSingleKeys();
  const gridRef = useRef<HTMLDivElement>(null);
  const runKey = (key: string, at: number): boolean => {
    const run = key === 'Enter' ? options.onOpen : options.rowKeys?.[key];
    const row = rows[at];
    if (run === undefined || row === undefined) return false;
    run(row);
    return true;
  };
  const keys: KeyOptions = { ids, mode, canSelect, store, hasLetterKeys, runKey };
  const latest = useRef({ keys, state });
  useLayoutEffect(() => {
    latest.current = { keys, state };
  });

  const actions = useMemo(() => {
    const put = (next: SelectionState) => {
      const { keys, state } = latest.current;
      const allowed = selectableOnly(next, keys.canSelect);
      // Two changes within one event build on each other.
      latest.current.state = allowed;
      setLocalState(allowed);
      if (allowed.selected !== state.selected) keys.store?.onChange(allowed.selected);
    };
    const change = (step: (now: SelectionState, ids: readonly string[]) => SelectionState) =>
      put(step(latest.current.state, latest.current.keys.ids));
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
      moveTo: (id: string) => change((now) => ({ ...now, cursor: id })),
      selectAll: () => change(selectRows),
      clear: () => change(clearRows),
      onKeyDown: (event: KeyboardEvent<HTMLElement>, columns: number) => {
        const { keys, state } = latest.current;
        const next = stateAfterKey(event, state, { ...keys, columns });
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        put(next);
      },
    };
  }, []);

  const { start } = options;
  const hasStart = start !== undefined && ids.includes(start);
  useEffect(() => {
    if (!hasStart) return;
    actions.moveTo(start);
    gridRef.current?.focus({ preventScroll: true });
  }, [start, hasStart, actions]);

  const outOfView = useMemo(() => countOutOfView(state.selected, ids), [state.selected, ids]);
  const { selected, cursor } = state;
  const takesFocus = options.takesFocus === true || hasStart;
  return { ...actions, mode, canSelect, gridRef, takesFocus, selected, cursor, outOfView };
}

const NO_ROWS: readonly never[] = [];

/** The selection of a grid, or only a keyboard cursor without a selection. */
export function useCursorUnless<Row>(
  selection: GridSelection | undefined,
  options: Pick<GridSelectionOptions<Row>, 'rows' | 'rowId'> & CursorActions<Row>,
): GridSelection {
  const rows = selection ? NO_ROWS : options.rows;
  const cursor = useGridSelection({ ...options, rows, mode: 'none' });
  return selection ?? cursor;
}

/**
 * The state of a grid whose selection may have changed elsewhere: a range does not restore removed
 * rows.
 */
function selectedIn(selected: ReadonlySet<string>, state: SelectionState): SelectionState {
  if (state.selected === selected) return state;
  const base = new Set([...state.base].filter((id) => selected.has(id)));
  return { ...state, selected, base };
}

/**
 * The page's keys that lead into a grid while the focus is elsewhere: J and K move its cursor,
 * Escape clears its selection. `noun` is the word for a row in the shortcuts dialog.
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

interface KeyOptions {
  ids: readonly string[];
  mode: 'many' | 'none';
  canSelect: (id: string) => boolean;
  store: SelectionStore | undefined;
  /** False when the operator turned single-letter keys off. */
  hasLetterKeys: boolean;
  /** Runs the action of a key on the row at an index. False for a key without an action. */
  runKey: (key: string, at: number) => boolean;
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
  if (mode === 'many' && options.hasLetterKeys && /^[1-9]$/.test(event.key))
    return selectNext(state, ids, Number(event.key));
  return stateAfterRowKey(event, state, options);
}

/** Keys that act on the row at the cursor. A focused button or link inside the row keeps its own Space and Enter. */
function stateAfterRowKey(
  event: KeyboardEvent<HTMLElement>,
  state: SelectionState,
  { ids, mode, hasLetterKeys, runKey }: KeyContext,
): SelectionState | null {
  const { cursor } = state;
  const at = cursor === null ? -1 : ids.indexOf(cursor);
  const isOnGrid = event.target === event.currentTarget;
  if (cursor === null || at < 0) {
    // Otherwise, the browser would scroll the list.
    return isOnGrid && mode === 'many' && event.key === ' ' ? moveCursor(state, ids, 1) : null;
  }
  if (mode === 'many') {
    if (hasLetterKeys && event.key.toLowerCase() === 'x') return toggleRow(state, cursor);
    if (isOnGrid && event.key === ' ') return toggleRow(state, cursor);
  }
  return isOnGrid && runKey(event.key, at) ? state : null;
}

/** The distance by which a key moves the cursor; null for other keys. */
function stepOf(
  event: KeyboardEvent<HTMLElement>,
  { columns, hasLetterKeys }: KeyContext,
): number | null {
  const isCards = columns > 1;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
    ...(isCards && { ArrowRight: 1, ArrowLeft: -1 }),
    ...(hasLetterKeys && { j: 1, J: 1, k: -1, K: -1 }),
  };
  return steps[event.key] ?? null;
}

/** A click with Shift would select the text between the rows. */
function preventTextSelection(event: MouseEvent<HTMLElement>): void {
  if (event.shiftKey) event.preventDefault();
}

/** False on a control inside the row, and if the click ends a selection of text to copy. */
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
