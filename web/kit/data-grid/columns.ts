import type { ReactNode } from 'react';
import type { Column, Sort, SortOrder } from '../../../shared/columns.ts';

/** A sort button in a column's head. */
export interface HeadSort {
  column: string;
  /** The order of the first click; the second click reverses it. */
  first: SortOrder;
  /** The text of the button; the column's header by default. */
  label?: string;
}

/** How a column of the shared list looks in a grid. */
interface ColumnLook<Row> {
  /** Text of the head; the header of the shared column by default. */
  label?: string;
  /** The content of a cell; the column's value by default, and "None" if there is none. */
  cell?: (row: Row, index: number) => ReactNode;
  /** A CSS grid track: `120px`, `minmax(140px, 1fr)`. Only the identity column may grow. */
  width: string;
  /** `right` for figures: tabular numerals under a right-aligned head. */
  align?: 'right';
  /** The full text of a truncated cell, shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /**
   * Width of the grid in px below which the column is omitted. It is omitted earlier if the columns
   * do not fit.
   */
  from?: number;
  /** The order of the first click on the head; that of the shared column by default. */
  sort?: SortOrder;
  /** Sort buttons in place of the column's own. */
  sorts?: readonly HeadSort[];
  /** A column that the operator cannot hide. */
  isFixed?: true;
}

/** A column that is not part of the shared list. */
interface OwnLook<Row> extends ColumnLook<Row> {
  label: string;
  cell: (row: Row, index: number) => ReactNode;
}

/** The buttons of a row. They are always shown; only screen readers get their head. */
interface ButtonsLook<Row> {
  /** `Actions` by default. */
  label?: string;
  width: string;
  buttons: (row: Row) => ReactNode;
}

type OwnColumn<Row> = OwnLook<Row> | ButtonsLook<Row>;
type AnyLooks<Row> = Record<string, ColumnLook<Row> | ButtonsLook<Row>>;

/** A column of a grid. */
export interface GridColumn<Row> extends Omit<ColumnLook<Row>, 'sort'> {
  key: string;
  label: string;
  isHeadHidden: boolean;
  value: Column<Row>['value'] | undefined;
  sorts: readonly HeadSort[];
}

/**
 * The columns of a grid, in the order of `looks`. A key that the shared list does not have needs
 * `label` and `cell`. Call it outside components: the result must stay the same between renders.
 */
export function gridColumns<Row>(looks: Record<string, OwnColumn<Row>>): GridColumn<Row>[];
export function gridColumns<Row, Key extends string, Name extends string>(
  shared: readonly (Column<Row> & { key: Key })[],
  looks: { [N in Name]: N extends Key ? ColumnLook<Row> : OwnColumn<Row> },
): GridColumn<Row>[];
export function gridColumns<Row>(
  ...given: [looks: AnyLooks<Row>] | [shared: readonly Column<Row>[], looks: AnyLooks<Row>]
): GridColumn<Row>[] {
  const [shared, looks] = given.length === 1 ? [[], ...given] : given;
  return Object.entries(looks).map(([key, look]) => {
    if ('buttons' in look) {
      const { buttons, label = 'Actions', width } = look;
      return { key, label, width, cell: buttons, isHeadHidden: true, value: undefined, sorts: [] };
    }
    const column = shared.find((one) => one.key === key);
    const { sort: first = column?.sort, ...rest } = look;
    return {
      ...rest,
      key,
      label: look.label ?? column?.header ?? key,
      isHeadHidden: false,
      value: column?.value,
      sorts: look.sorts ?? (first === undefined ? [] : [{ column: key, first }]),
    };
  });
}

/** Space in px between two columns, and at both ends of a row: `gap-x-3` and `px-5`. */
const GAP = 12;
const ROW_PADDING = 40;

/** The minimum width of a track: 120 for `120px` and for `minmax(120px, 1fr)`. */
const leastWidth = (track: string): number => Number(/(\d+)px/.exec(track)?.[1] ?? 0);

/** A fixed column, or a column of buttons. */
const isAlwaysShown = ({
  isFixed,
  isHeadHidden,
}: Pick<GridColumn<unknown>, 'isFixed' | 'isHeadHidden'>): boolean =>
  isFixed === true || isHeadHidden;

/**
 * The width of the grid in px from which each column is shown, without those that the operator hid.
 * A fixed column and the row's buttons are always shown; the others only if they fit beside them.
 * The columns with the greatest `from` are omitted first, then those at the right.
 * @param controls tracks of the checkbox and of the button that opens a row
 */
export function columnThresholds<Row>(
  columns: readonly GridColumn<Row>[],
  hidden: ReadonlySet<string>,
  controls: readonly string[] = [],
): Map<string, number> {
  const fixed = columns.filter(isAlwaysShown);
  const others = columns.filter((column) => !isAlwaysShown(column) && !hidden.has(column.key));
  const thresholds = new Map(fixed.map(({ key }) => [key, 0]));
  let used = ROW_PADDING - GAP;
  for (const track of [...controls, ...fixed.map(({ width }) => width)])
    used += leastWidth(track) + GAP;
  for (const { key, width, from = 0 } of others.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))) {
    used += leastWidth(width) + GAP;
    // If an operator hid columns, the others are shown wherever they fit.
    thresholds.set(key, hidden.size > 0 ? used : Math.max(from, used));
  }
  return thresholds;
}

/** The sort after a click: another column begins with its first order, the same column is reversed. */
export function nextSort(sort: Sort | undefined, { column, first }: HeadSort): Sort {
  if (sort?.column !== column) return { column, order: first };
  return { column, order: sort.order === 'asc' ? 'desc' : 'asc' };
}

/** The value of `aria-sort`; undefined for a column that does not sort. */
export function ariaSort(sort: Sort | undefined, sorts: readonly HeadSort[]) {
  if (sorts.length === 0) return undefined;
  if (!sorts.some(({ column }) => column === sort?.column)) return 'none';
  return sort?.order === 'asc' ? 'ascending' : 'descending';
}
