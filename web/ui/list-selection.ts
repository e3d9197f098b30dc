/**
 * The selection of a list, as one value. `anchor` is the last touched row, from which ranges are counted; `base` is
 * the selection without the running range, so that a range can shrink again without losing what was there before.
 */
export interface ListSelection {
  readonly selected: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
  readonly anchor: string | null;
  /** The row that the keyboard stands on. */
  readonly cursor: string | null;
}

const NONE: ReadonlySet<string> = new Set();

export const EMPTY_SELECTION: ListSelection = {
  selected: NONE,
  base: NONE,
  anchor: null,
  cursor: null,
};

/** Ids between two rows of the list in its present order, both included; empty when either is out of view. */
export function idsBetween(ids: readonly string[], from: string, to: string): string[] {
  const start = ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Selects a row, or takes it out when it was selected. It becomes the anchor of ranges to come. */
export function toggleRow(state: ListSelection, id: string): ListSelection {
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { selected, base: selected, anchor: id, cursor: id };
}

/** Selects from the anchor to a row. Without an anchor in view the row itself starts the range. */
export function extendTo(state: ListSelection, ids: readonly string[], id: string): ListSelection {
  const anchor = state.anchor !== null && ids.includes(state.anchor) ? state.anchor : id;
  const base = anchor === state.anchor ? state.base : state.selected;
  const selected = new Set([...base, ...idsBetween(ids, anchor, id)]);
  return { selected, base, anchor, cursor: id };
}

/** Adds every row of the list to the selection. */
export function selectRows(state: ListSelection, ids: readonly string[]): ListSelection {
  const selected = new Set([...state.selected, ...ids]);
  return { ...state, selected, base: selected };
}

/** Drops the whole selection; the cursor stays where it is. */
export function clearRows(state: ListSelection): ListSelection {
  return { ...EMPTY_SELECTION, cursor: state.cursor };
}

/** Moves the cursor by a number of rows, held at both ends. Without a cursor in view it enters at the first row. */
export function moveCursor(
  state: ListSelection,
  ids: readonly string[],
  rows: number,
): ListSelection {
  const cursor = cursorAfter(state, ids, rows);
  return cursor === null ? state : { ...state, cursor };
}

/** Moves the cursor and selects from the anchor to it; the row it stood on becomes the anchor when there is none. */
export function extendCursor(
  state: ListSelection,
  ids: readonly string[],
  rows: number,
): ListSelection {
  const cursor = cursorAfter(state, ids, rows);
  if (cursor === null) return state;
  const hasAnchor = state.anchor !== null && ids.includes(state.anchor);
  const start = hasAnchor || state.cursor === null ? state : anchorAt(state, state.cursor);
  return extendTo(start, ids, cursor);
}

function anchorAt(state: ListSelection, id: string): ListSelection {
  return { ...state, anchor: id, base: state.selected };
}

function cursorAfter(state: ListSelection, ids: readonly string[], rows: number): string | null {
  const at = state.cursor === null ? -1 : ids.indexOf(state.cursor);
  if (at < 0) return ids[0] ?? null;
  return ids[Math.max(0, Math.min(ids.length - 1, at + rows))] ?? null;
}

/** How many selected rows the list does not show at present. */
export function countOutOfView(selected: ReadonlySet<string>, ids: readonly string[]): number {
  let inView = 0;
  for (const id of ids) if (selected.has(id)) inView += 1;
  return selected.size - inView;
}
