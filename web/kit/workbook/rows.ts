import type { CsvIssue } from '../../../shared/csv/reader.ts';
import { WorkbookFault } from './fault.ts';

/** A sheet of a workbook. */
export interface SheetName {
  name: string;
  isHidden: boolean;
}

/** Receives the rows of a sheet; the first line is 1. */
export interface RowTaker {
  onRow: (cells: string[], line: number) => void;
  onIssue: (issue: CsvIssue) => void;
}

/** An opened workbook. */
export interface Workbook {
  sheets: readonly SheetName[];
  /** Reads the rows of the sheet at this index. @returns the line of the last row */
  read: (at: number, taker: RowTaker) => number;
}

/** Cells after this column are skipped. */
export const MOST_COLUMNS = 1_000;
/** The maximum number of rows of a sheet in any spreadsheet. */
export const MOST_ROWS = 1_048_576;
const MOST_CELLS = 30_000_000;

/** Passes on the non-empty rows of a sheet, and reports the cells that have lost digits. */
export class RowWriter {
  readonly #taker: RowTaker;
  #cells = 0;
  #lastLine = 0;

  constructor(taker: RowTaker) {
    this.#taker = taker;
  }

  /** The line of the last row. */
  get lastLine(): number {
    return this.#lastLine;
  }

  /** @param lost the columns of numbers that have lost digits, counted from 0 */
  write(cells: string[], line: number, lost: readonly number[]): void {
    while (cells.length > 0 && (cells.at(-1) ?? '') === '') cells.pop();
    if (cells.length === 0) return;
    this.#cells += cells.length;
    if (this.#cells > MOST_CELLS) {
      throw new WorkbookFault(
        'The sheet has more than 30,000,000 cells. Save a part of it as CSV and choose that file.',
      );
    }
    // A damaged sheet may give two rows the same number.
    this.#lastLine = Math.max(this.#lastLine + 1, line);
    for (const column of lost) {
      this.#taker.onIssue({ line, message: lostText(`${columnName(column)}${line}`) });
    }
    // A row of a file has no holes.
    this.#taker.onRow(
      Array.from(cells, (cell) => cell ?? ''),
      line,
    );
  }
}

const lostText = (cell: string): string =>
  `Cell ${cell} holds a number of more than 15 digits, of which the workbook has lost the last ones. Format its column as text and enter it again.`;

/** `A` for 0, `AA` for 26. */
function columnName(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}
