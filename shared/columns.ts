import type { CsvColumn, CsvValue } from './csv/column.ts';

export type SortOrder = 'asc' | 'desc';

/**
 * One column of a list. `shared/<name>/columns.ts` lists the columns of a capability once; the grid, sorting and the
 * CSV export read the same list.
 */
export interface Column<Row> extends CsvColumn<Row> {
  /** Unique within the list; used in addresses and in stored settings. */
  key: string;
  /** The order of the first click on the head. Columns without it cannot be sorted. */
  sort?: SortOrder;
}

/** The column that sorts a list, and its direction. */
export interface Sort<Key extends string = string> {
  column: Key;
  order: SortOrder;
}

let collator: Intl.Collator | undefined;

/**
 * A sorted copy. Numbers compare by value and texts by letter, digits in texts as numbers. Rows without a value come
 * last in both orders; equal rows keep their order. An unknown column leaves the order as it is.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, order }: Sort,
): Row[] {
  const value = columns.find(({ key }) => key === column)?.value;
  if (value === undefined) return [...rows];
  const sign = order === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  keyed.sort((a, b) => {
    const missing = Number(isMissing(a.key)) - Number(isMissing(b.key));
    return missing === 0 ? sign * compare(a.key, b.key) : missing;
  });
  return keyed.map(({ row }) => row);
}

const isMissing = (value: CsvValue): boolean =>
  value === null || value === undefined || value === '';

function compare(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // It is created for the first comparison of texts, because the code of a screen runs earlier.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(String(a ?? ''), String(b ?? ''));
}
