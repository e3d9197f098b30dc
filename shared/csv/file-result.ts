import { countOf, formatNumber } from '../numbers.ts';
import type { CsvEncoding } from './decode.ts';

export type Delimiter = ',' | ';' | '\t' | '|';

/** A row that is refused because something in it is wrong. */
export interface RefusedRow {
  /** The first line is 1. */
  line: number;
  reason: string;
}

/** Lines that are skipped although nothing in them is wrong, such as the header. */
export interface IgnoredLines {
  reason: string;
  lines: number;
}

/**
 * The result of reading the lines of a file: `lines` = `taken` + those of `ignored` + the number of
 * `refused`.
 */
export interface FileResult {
  lines: number;
  taken: number;
  ignored: IgnoredLines[];
  /** In the order of the file. */
  refused: RefusedRow[];
  /** Null for a workbook. */
  encoding: CsvEncoding | null;
  /** Null for a workbook, and for a file without text. */
  delimiter: Delimiter | null;
}

/** Reasons for lines that every importer skips. */
export const PASSED = {
  header: 'Header',
  aboveHeader: 'Line above the header',
  blank: 'Blank line',
  continued: 'Further line of a row',
  delimiter: 'Line that names the delimiter',
  unlisted: 'Refused, and not listed: the list ends before',
} as const;

/** The maximum number of listed refused rows. */
const MOST_REFUSED = 100_000;

/** Counts the rows of a file: each is accepted, ignored or refused. */
export class RowCounts {
  taken = 0;
  readonly ignored = new Map<string, number>();
  /** The first 100,000; the others are counted in `ignored`. */
  readonly refused: RefusedRow[] = [];

  ignore(reason: string, lines = 1): void {
    if (lines !== 0) this.ignored.set(reason, (this.ignored.get(reason) ?? 0) + lines);
  }

  refuse(line: number, reason: string): void {
    if (this.refused.length < MOST_REFUSED) this.refused.push({ line, reason });
    else this.ignore(PASSED.unlisted);
  }

  /** A header was found: all earlier non-blank rows are above it. */
  moveAboveHeader(): void {
    const above = this.taken + this.refused.length + (this.ignored.get(PASSED.header) ?? 0);
    this.taken = 0;
    this.refused.length = 0;
    this.ignored.delete(PASSED.header);
    this.ignore(PASSED.aboveHeader, above);
  }

  /** Removes a row from the refused ones, because it was corrected. */
  restore(line: number): void {
    const at = this.refused.findIndex((row) => row.line === line);
    if (at >= 0) this.refused.splice(at, 1);
    else this.ignore(PASSED.unlisted, -1);
  }
}

/** How a file was read: the part that its result contains. */
type ReadLines = Pick<FileResult, 'encoding' | 'delimiter' | 'lines'> & {
  passed: readonly IgnoredLines[];
};

/** The result of a file from its rows and from the lines between them. */
export function fileResult(
  { taken, ignored, refused }: RowCounts,
  { lines, passed, encoding, delimiter }: ReadLines,
): FileResult {
  const all = new Map(ignored);
  for (const { reason, lines: more } of passed) all.set(reason, (all.get(reason) ?? 0) + more);
  return {
    lines,
    taken,
    ignored: [...all]
      .map(([reason, count]) => ({ reason, lines: count }))
      .filter((one) => one.lines > 0)
      .sort((a, b) => b.lines - a.lines),
    refused,
    encoding,
    delimiter,
  };
}

/** `120 lines: 117 taken, 2 ignored, 1 refused`; counts of 0 are omitted. */
export function describeResult({ lines, taken, ignored, refused }: FileResult): string {
  const ignoredLines = ignored.reduce((sum, one) => sum + one.lines, 0);
  const parts = [
    `${formatNumber(taken)} taken`,
    ...(ignoredLines > 0 ? [`${formatNumber(ignoredLines)} ignored`] : []),
    ...(refused.length > 0 ? [`${formatNumber(refused.length)} refused`] : []),
  ];
  return `${countOf(lines, 'line')}: ${parts.join(', ')}`;
}
