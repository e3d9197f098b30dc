import { type CsvValue, chunkLines } from '../csv/column.ts';
import { encodeMachineCell } from '../csv/machine-writer.ts';

/**
 * One column of a bot configuration. `event` columns hold the same value in all rows of an event, `row` columns depend on
 * the account or profile of the row; `place` counts the rows of the file from 0.
 */
export type SiteColumn<Event, Subject> =
  | { header: string; event: (event: Event) => CsvValue }
  | { header: string; row: (subject: Subject, place: number) => CsvValue };

/** A bot configuration: for each event one row per subject (an account or a profile), in their order. */
export interface SiteFile<Event, Subject> {
  columns: readonly SiteColumn<Event, Subject>[];
  events: readonly { event: Event; subjects: Iterable<Subject> }[];
}

/**
 * The file in pieces of about 64 K characters: machine CSV, byte-exact, without a byte order mark. The cells of `event`
 * columns are encoded once per event.
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
  yield columns.map(({ header }) => encodeMachineCell(header)).join(',');
  let place = 0;
  for (const { event, subjects } of events) {
    const parts = joinEventCells(columns, event);
    for (const subject of subjects) {
      let line = '';
      for (const part of parts) {
        line += typeof part === 'string' ? part : encodeMachineCell(part(subject, place));
      }
      place += 1;
      yield line;
    }
  }
}

/** The row of an event as finished text, separators included, with a function for each cell that depends on the row. */
function joinEventCells<Event, Subject>(
  columns: readonly SiteColumn<Event, Subject>[],
  event: Event,
): (string | RowCell<Subject>)[] {
  const parts: (string | RowCell<Subject>)[] = [];
  let text = '';
  for (const [index, column] of columns.entries()) {
    if (index > 0) text += ',';
    if ('event' in column) {
      text += encodeMachineCell(column.event(event));
      continue;
    }
    parts.push(text, column.row);
    text = '';
  }
  return [...parts, text];
}
