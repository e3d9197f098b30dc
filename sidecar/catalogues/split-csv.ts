import { FeedError } from './split-json.ts';

/** A row with its long texts has some kilobytes. */
const LONGEST_ROW = 4 * 1024 * 1024;

/** A row of a CSV file by its columns; see {@link columnKey}. */
export type FeedRow = ReadonlyMap<string, string>;

/** The name of a column in one form: `EVENT_ID`, `eventId` and `event.eventId` become `eventid`. */
const columnKey = (name: string): string =>
  name.replace(/^.*\./, '').replace(/[\s_]/g, '').toLowerCase();

/**
 * Splits a CSV file (RFC 4180, UTF-8) into rows, in chunks of any length. Of columns with the same name, the first one that
 * has a value counts.
 * @yields null for a row with more or fewer values than the first one has columns
 * @throws FeedError for a file that ends within a row, or has no column of ids
 */
export async function* splitRows(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FeedRow | null> {
  const decoder = new TextDecoder();
  const scan: Scan = { begun: [], length: 0, isQuoted: false };
  let columns: string[] | null = null;
  let rows = 0;
  const take = (line: string): FeedRow | null | undefined => {
    if (line.trim() === '') return undefined;
    const values = valuesOf(line);
    if (columns === null) {
      columns = values.map(columnKey);
      if (!columns.includes('eventid')) throw new FeedError('The file is no list of events.');
      return undefined;
    }
    rows += 1;
    return values.length === columns.length ? rowOf(columns, values) : null;
  };
  for await (const chunk of chunks) {
    for (const line of endedLines(scan, decoder.decode(chunk, { stream: true }))) {
      const row = take(line);
      if (row !== undefined) yield row;
    }
    if (scan.length > LONGEST_ROW)
      throw new FeedError(`Event ${rows + 1} of the file is longer than 4 MB.`);
  }
  const last = scan.isQuoted ? null : take(scan.begun.join(''));
  if (last === null)
    throw new FeedError(`The file ends in the middle of event ${Math.max(1, rows)}.`);
  if (last !== undefined) yield last;
}

interface Scan {
  /**
   * The chunks of the current row, which are joined at its end, so that a long row is not copied
   * for each chunk.
   */
  begun: string[];
  /** The total length of these chunks. */
  length: number;
  isQuoted: boolean;
}

/** The rows that end within a chunk of the text. A doubled quote opens and closes at once. */
function* endedLines(scan: Scan, piece: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < piece.length; at += 1) {
    const character = piece[at];
    if (character === '"') scan.isQuoted = !scan.isQuoted;
    else if (character === '\n' && !scan.isQuoted) {
      const line = [...scan.begun, piece.slice(start, at)].join('').replace(/\r$/, '');
      Object.assign(scan, { begun: [], length: 0 });
      start = at + 1;
      yield line;
    }
  }
  scan.begun.push(piece.slice(start));
  scan.length += piece.length - start;
}

/** A value in quotes, or one without, up to a comma or the end. */
const VALUE = /(?:"((?:[^"]|"")*)"|(?!")([^,]*))(?:,|$)/y;

function valuesOf(line: string): string[] {
  const values: string[] = [];
  VALUE.lastIndex = 0;
  for (;;) {
    const match = VALUE.exec(line);
    // Text after a closing quote: not a value, so the row has another number of values.
    if (match === null) return [];
    values.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (!match[0].endsWith(',')) return values;
    if (VALUE.lastIndex < line.length) continue;
    values.push('');
    return values;
  }
}

function rowOf(columns: readonly string[], values: readonly string[]): FeedRow {
  const row = new Map<string, string>();
  for (const [index, key] of columns.entries()) {
    const value = values[index] ?? '';
    if (value !== '' && !row.has(key)) row.set(key, value);
  }
  return row;
}

/** A row in the fields of the JSON file. */
export function fieldsOfRow(row: FeedRow): Record<string, unknown> {
  const text = (name: string) => row.get(name.toLowerCase()) ?? null;
  const fields = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, text(name)]));
  const artist = fields('attractionId', 'attractionName');
  const presale = fields('presaleName', 'presaleStartDateTime', 'presaleEndDateTime');
  return {
    ...fields('eventId', 'eventName', 'eventStatus', 'primaryEventUrl', 'resaleEventUrl'),
    ...fields('eventStartDateTime', 'eventStartLocalDate', 'onsaleStartDateTime'),
    ...fields('onsaleEndDateTime', 'classificationSegment', 'classificationGenre'),
    ...fields('presaleName', 'presaleDateTimeRange'),
    venue: fields('venueName', 'venueCity', 'venueTimezone'),
    attractions: Object.values(artist).some((value) => value !== null) ? [artist] : [],
    presales: presale.presaleStartDateTime === null ? [] : [presale],
  };
}
