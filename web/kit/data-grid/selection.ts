/**
 * The selection of a grid as one value. `anchor` is the last toggled row, where ranges start; `base` is the selection
 * without the current range, so that a range can shrink without losing the rows selected before it.
 */
export interface SelectionState {
  readonly selected: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
  readonly anchor: string | null;
  /** The row at the keyboard cursor. */
  readonly cursor: string | null;
}

const NONE: ReadonlySet<string> = new Set();

export const EMPTY_SELECTION: SelectionState = {
  selected: NONE,
  base: NONE,
  anchor: null,
  cursor: null,
};

/**
 * Ids from one row to another in the current order, including both; empty if either is out of view.
 */
export function idsBetween(ids: readonly string[], from: string, to: string): string[] {
  const start = ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Selects a row, or deselects it. It becomes the anchor of the next range. */
export function toggleRow(state: SelectionState, id: string): SelectionState {
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { selected, base: selected, anchor: id, cursor: id };
}

/**
 * Selects from the anchor to a row. Without an anchor in view the range starts at the row itself,
 * and while nothing is selected at the cursor, otherwise at the first row, as in the lists of
 * operating systems.
 */
export function extendTo(
  state: SelectionState,
  ids: readonly string[],
  id: string,
): SelectionState {
  const isFirst = state.selected.size === 0;
  const starts = [state.anchor, ...(isFirst ? [state.cursor, ids[0]] : []), id];
  const anchor = starts.find((one) => one != null && ids.includes(one)) ?? id;
  const base = anchor === state.anchor ? state.base : state.selected;
  const selected = new Set([...base, ...idsBetween(ids, anchor, id)]);
  return { selected, base, anchor, cursor: id };
}

/** Selects `count` rows: from the cursor on, or after it if its row is already selected. */
export function selectNext(
  state: SelectionState,
  ids: readonly string[],
  count: number,
): SelectionState {
  const at = state.cursor === null ? -1 : ids.indexOf(state.cursor);
  const isTaken = state.cursor !== null && state.selected.has(state.cursor);
  const rows = ids.slice(at < 0 ? 0 : at + Number(isTaken)).slice(0, count);
  const last = rows.at(-1);
  if (last === undefined) return state;
  const selected = new Set([...state.selected, ...rows]);
  return { selected, base: selected, anchor: last, cursor: last };
}

/** Adds every row of the list to the selection. */
export function selectRows(state: SelectionState, ids: readonly string[]): SelectionState {
  const selected = new Set([...state.selected, ...ids]);
  return { ...state, selected, base: selected };
}

/** Clears the selection; the cursor does not move. */
export function clearRows(state: SelectionState): SelectionState {
  return { ...EMPTY_SELECTION, cursor: state.cursor };
}

/** Moves the cursor by a number of rows, stopping at both ends. Without a cursor in view it starts at the first row. */
export function moveCursor(
  state: SelectionState,
  ids: readonly string[],
  rows: number,
): SelectionState {
  const cursor = cursorAfter(state, ids, rows);
  return cursor === null ? state : { ...state, cursor };
}

/** Moves the cursor and selects from the anchor to it. Without an anchor the range starts at the row of the cursor. */
export function extendCursor(
  state: SelectionState,
  ids: readonly string[],
  rows: number,
): SelectionState {
  const cursor = cursorAfter(state, ids, rows);
  if (cursor === null) return state;
  const hasAnchor = state.anchor !== null && ids.includes(state.anchor);
  const start = hasAnchor || state.cursor === null ? state : anchorAt(state, state.cursor);
  return extendTo(start, ids, cursor);
}

function anchorAt(state: SelectionState, id: string): SelectionState {
  return { ...state, anchor: id, base: state.selected };
}

function cursorAfter(state: SelectionState, ids: readonly string[], rows: number): string | null {
  const at = state.cursor === null ? -1 : ids.indexOf(state.cursor);
  if (at < 0) return ids.at(rows === Number.POSITIVE_INFINITY ? -1 : 0) ?? null;
  return ids[Math.max(0, Math.min(ids.length - 1, at + rows))] ?? null;
}

/** The number of selected rows that are not in the list. */
export function countOutOfView(selected: ReadonlySet<string>, ids: readonly string[]): number {
  let inView = 0;
  for (const id of ids) if (selected.has(id)) inView += 1;
  return selected.size - inView;
}
