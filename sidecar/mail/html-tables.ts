import type { MailLine } from '../../code-finder/index.ts';

/** A heading names a column in a few words, without a number; the corner may be empty. */
const NAMES_COLUMN = /^[^\d]{0,40}$/;

/** Characters of the cell before a code that are no part of it. */
const LABEL = /(?:codes?|kod|código|codice|password|passwort|wachtwoord|senha)$/i;

/** Gives cells the heading of their column; the first row of a data table with several cells is its head. */
export class TableHeads {
  private readonly tables: {
    heads: string[];
    row: MailLine[][];
    rows: number;
  }[] = [];

  open(): void {
    this.tables.push({ heads: [], row: [], rows: 0 });
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
    if (table) table.row = [];
  }
  cell(lines: MailLine[]): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const column = table.row.length;
    const head = table.rows > 0 ? table.heads[column] : undefined;
    if (head !== undefined) for (const line of lines) line.columnHead = head;
    table.row.push(lines);
  }
  endRow(): void {
    const table = this.tables.at(-1);
    if (!table || table.row.length === 0) return;
    if (table.rows++ > 0 || table.row.length < 2) return;
    const texts = table.row.map((cell) => cell.map(({ text }) => text).join(' '));
    if (texts.every((text) => NAMES_COLUMN.test(text))) table.heads = texts;
  }
}
