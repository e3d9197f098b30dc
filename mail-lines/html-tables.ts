import type { MailLine } from './line.ts';

/** A heading describes a column in a few words, without a number; the corner may be empty. */
const NAMES_COLUMN = /^[^\d]{0,40}$/;

/** Characters of the cell before a code that are no part of it. */
const LABEL = /(?:codes?|kod|código|codice|password|passwort|wachtwoord|senha)$/i;

/**
 * The maximum numbers of columns, and of rows that one cell may span; hostile mails state millions.
 */
const MAX_COLUMNS = 60;
const MAX_ROWS = 1000;

const spanOf = (span: string | undefined, most: number): number =>
  Math.min(Math.max(Number.parseInt(span ?? '1', 10) || 1, 1), most);

interface Table {
  /** By column. */
  heads: string[];
  row: MailLine[][];
  rows: number;
  /** The next column of the row. */
  column: number;
  /** The column of each cell of the row. */
  starts: number[];
  /** For each column, the number of rows that a cell above still spans, including this one. */
  below: number[];
}

/** Gives cells the heading of their column; the first row of a data table with several cells is its head. */
export class TableHeads {
  private readonly tables: Table[] = [];

  open(): void {
    this.tables.push({ heads: [], row: [], rows: 0, column: 0, starts: [], below: [] });
  }
  /** Joins a code whose pieces stand in the cells of a table of one row. */
  close(): void {
    const table = this.tables.pop();
    if (table?.rows !== 1 || table.row.length < 2 || table.row.length > 20) return;
    const pieces = table.row.flatMap((cell) => (cell.length === 1 ? cell : []));
    const isOneWord = pieces.every((line) => /^[\p{L}\p{N}_&+#-]{1,12}$/u.test(line.text));
    const joined = pieces.map((line) => line.text).join('');
    const isOneCase = joined === joined.toUpperCase() || joined === joined.toLowerCase();
    const [first] = pieces;
    if (!first || !isOneWord || !isOneCase || LABEL.test(first.text)) return;
    if (pieces.length !== table.row.length || joined.length > 40) return;
    for (const line of pieces) line.text = '';
    first.text = joined;
    first.marks = [{ start: 0, end: joined.length, emphasis: 'strong' }];
  }
  startRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    table.row = [];
    table.starts = [];
    table.column = 0;
  }

  /** Places a cell in the first column that no cell above fills. */
  startCell(colspan: string | undefined, rowspan: string | undefined): void {
    const table = this.tables.at(-1);
    if (!table) return;
    while ((table.below[table.column] ?? 0) > 0) table.column++;
    table.starts.push(table.column);
    const width = spanOf(colspan, MAX_COLUMNS);
    const height = spanOf(rowspan, MAX_ROWS);
    // Decremented at the end of each row, including the row of this cell.
    for (let at = 0; at < width && table.column < MAX_COLUMNS; at++) {
      if (height > 1) table.below[table.column] = height;
      table.column++;
    }
  }
  cell(lines: MailLine[]): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const column = table.starts[table.row.length] ?? table.row.length;
    const head = table.rows > 0 ? table.heads[column] : undefined;
    if (head !== undefined) for (const line of lines) line.columnHead = head;
    table.row.push(lines);
  }
  endRow(): void {
    const table = this.tables.at(-1);
    if (!table || table.row.length === 0) return;
    for (const [column, rows] of table.below.entries())
      if ((rows ?? 0) > 0) table.below[column] = rows - 1;
    if (table.rows++ > 0 || table.row.length < 2) return;
    const texts = table.row.map((cell) => cell.map(({ text }) => text).join(' '));
    if (!texts.every((text) => NAMES_COLUMN.test(text))) return;
    for (const [at, text] of texts.entries()) {
      const end = table.starts[at + 1] ?? table.column;
      for (let column = table.starts[at] ?? at; column < end; column++) table.heads[column] = text;
    }
  }
}
