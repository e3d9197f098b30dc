import type { MailLine } from './line.ts';

/** How plain mails separate columns. */
const SEPARATORS = [
  { mark: '|', separator: / *\| */ },
  { mark: '  ', separator: / {2,}/ },
  { mark: ';', separator: / *; */ },
] as const;
const MAX_COLUMNS = 12;
/** A heading names a column: a few words without a number. */
const HEADING = /^[\p{L}][\p{L} .'’()/-]{0,39}$/u;

const cellsOf = (text: string, separator: RegExp): string[] =>
  text
    .replace(/^\| *| *\|$/g, '')
    .split(separator, MAX_COLUMNS + 1)
    .map((cell) => cell.trim());

/** Headings over columns, if `head` and `row` have the same columns and `head` names them. */
function columnsOf(head: string, row: string): { heads: string[]; separator: RegExp } | null {
  for (const { mark, separator } of SEPARATORS) {
    if (!head.includes(mark)) continue;
    const heads = cellsOf(head, separator);
    const isTable =
      heads.length >= 2 &&
      heads.length <= MAX_COLUMNS &&
      heads.every((title) => HEADING.test(title)) &&
      cellsOf(row, separator).length === heads.length;
    if (isTable) return { heads, separator };
  }
  return null;
}

const RULE = /^[-=+| ]{3,}$/;

/**
 * Splits the rows of plain tables into cells under their headings, like the cells of an HTML table.
 */
export function splitPlainTables(lines: readonly MailLine[]): MailLine[] {
  const remaining = lines.filter((line) => !RULE.test(line.text));
  const out: MailLine[] = [];
  let table: ReturnType<typeof columnsOf> = null;
  for (const [index, line] of remaining.entries()) {
    const cells = table ? cellsOf(line.text, table.separator) : [];
    if (table && cells.length === table.heads.length) {
      for (const [column, text] of cells.entries())
        if (text !== '')
          out.push({
            ...line,
            text,
            kind: 'cell',
            marks: [],
            columnHead: table.heads[column] ?? null,
            startsBlock: true,
          });
      continue;
    }
    table = columnsOf(line.text, remaining[index + 1]?.text ?? '');
    out.push(line);
  }
  return out;
}
