import type { CsvValue } from '../csv/column.ts';

/*
 * These files have their own writer, because most of their cells are the same in all rows of an
 * event and are written once: `npm run bench adonis-csv encore-csv` shows 5 and 80 times the speed
 * of PapaParse.
 */

/**
 * One column of a bot configuration. `event` columns have the same value in all rows of an event,
 * `row` columns depend on the account or profile of the row; `place` counts the rows of the file
 * from 0.
 */
export type SiteColumn<Event, Subject> =
  | { header: string; event: (event: Event) => CsvValue }
  | { header: string; row: (subject: Subject, place: number) => CsvValue };

/** A bot configuration: for each event one row per subject (an account or a profile), in order. */
export interface SiteFile<Event, Subject> {
  columns: readonly SiteColumn<Event, Subject>[];
  events: readonly { event: Event; subjects: Iterable<Subject> }[];
}

/**
 * The file in chunks of about 64 K characters: machine CSV, byte-exact, without a byte order mark.
 * The cells of `event` columns are encoded once per event.
 */
export function streamSiteCsv<Event, Subject>(file: SiteFile<Event, Subject>): Generator<string> {
  return chunkLines(siteLines(file));
}

/** The heading and the first rows of the file, for a preview. */
export function previewSiteCsv<Event, Subject>(
  file: SiteFile<Event, Subject>,
  rows: number,
): string[] {
  const lines: string[] = [];
  for (const line of siteLines(file)) {
    lines.push(line);
    if (lines.length > rows) break;
  }
  return lines;
}

type RowCell<Subject> = (subject: Subject, place: number) => CsvValue;

function* siteLines<Event, Subject>({
  columns,
  events,
}: SiteFile<Event, Subject>): Generator<string> {
  yield columns.map(({ header }) => encodeCell(header)).join(',');
  let place = 0;
  for (const { event, subjects } of events) {
    const parts = joinEventCells(columns, event);
    for (const subject of subjects) {
      let line = '';
      for (const part of parts) {
        line += typeof part === 'string' ? part : encodeCell(part(subject, place));
      }
      place += 1;
      yield line;
    }
  }
}

/**
 * The row of an event as finished text, including separators, with a function for each cell that
 * depends on the row.
 */
function joinEventCells<Event, Subject>(
  columns: readonly SiteColumn<Event, Subject>[],
  event: Event,
): (string | RowCell<Subject>)[] {
  const parts: (string | RowCell<Subject>)[] = [];
  let text = '';
  for (const [index, column] of columns.entries()) {
    if (index > 0) text += ',';
    if ('event' in column) {
      text += encodeCell(column.event(event));
      continue;
    }
    parts.push(text, column.row);
    text = '';
  }
  return [...parts, text];
}

/**
 * Cells that must be quoted: RFC 4180's four characters, outer blanks and a byte order mark, which
 * readers would trim.
 */
const NEEDS_QUOTES = /[",\r\n]|^[\s\uFEFF]|\s$/;

/** One cell: the value byte for byte, quoted only if RFC 4180 requires it. */
function encodeCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows are passed on in chunks of about this many characters, so that half a million rows are never
 * in memory at once.
 */
const CHUNK_CHARACTERS = 64 * 1024;

/** Ends each finished line with CR LF and yields chunks of about 64 K characters. */
function* chunkLines(finished: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of finished) {
    chunk += `${line}\r\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
