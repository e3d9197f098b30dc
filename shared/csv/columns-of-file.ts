import { cleanKey } from '../clean-text.ts';
import { cut } from '../text.ts';

/**
 * The columns of a file that have a meaning, counted from 0; -1 for a meaning that no column has.
 */
export type FileColumns<Meaning extends string> = Record<Meaning, number>;

/** How the columns of a file are found. */
export interface ColumnOptions<Columns> {
  /** Columns that were chosen by hand for this file. */
  columns?: Columns | null | undefined;
  /** Columns that were chosen for files with a header, by {@link headerKey}. */
  remembered?: Readonly<Record<string, Columns>> | undefined;
}

/**
 * The name of a column in the form for comparison: without case, blanks, `_`, `-` and invisible
 * characters.
 */
const columnName = (cell: string): string =>
  cleanKey(cell)
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** A header as a key: files with the same names in the same order have the same key. */
export const headerKey = (header: readonly string[]): string => header.map(columnName).join('|');

/** The first column that has one of the names, in the order of the names; -1 if there is none. */
export function findColumn(header: readonly string[], names: readonly string[]): number {
  const columns = header.map(columnName);
  return names.map((name) => columns.indexOf(name)).find((at) => at >= 0) ?? -1;
}

/** The number of rows above a header that are recognised. */
export const MOST_ABOVE_HEADER = 10;

/** The number of rows of a file in a preview. */
export const HEAD_ROWS = 5;
const HEAD_COLUMNS = 20;
const HEAD_CHARACTERS = 80;

/** A row for a preview. `textOf` returns the part of a cell that may be shown. */
export const headOf = (
  cells: readonly string[],
  textOf: (cell: string, at: number) => string,
): string[] =>
  cells.slice(0, HEAD_COLUMNS).map((cell, at) => cut(textOf(cell, at), HEAD_CHARACTERS));

/** The meaning of a column; null for one that is not read. */
export const meaningOf = <Meaning extends string>(
  columns: FileColumns<Meaning>,
  at: number,
): Meaning | null =>
  (Object.keys(columns) as Meaning[]).find((meaning) => columns[meaning] === at) ?? null;

/**
 * The columns after an operator has chosen the meaning of one. The column that had this meaning
 * gets the former meaning of the chosen one, so that required meanings always have a column.
 * @param optional the meanings that a file may lack
 */
export function chooseColumn<Meaning extends string>(
  columns: FileColumns<Meaning>,
  {
    at,
    meaning,
    optional,
  }: { at: number; meaning: Meaning | null; optional: readonly NoInfer<Meaning>[] },
): FileColumns<Meaning> {
  const before = meaningOf(columns, at);
  if (meaning === before) return columns;
  if (meaning === null)
    return before !== null && optional.includes(before) ? { ...columns, [before]: -1 } : columns;
  const swapped = before === null ? {} : { [before]: columns[meaning] };
  return { ...columns, ...swapped, [meaning]: at };
}
