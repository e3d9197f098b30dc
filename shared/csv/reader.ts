/** A fault of a file and its line (the first is 1). */
export interface CsvIssue {
  line: number;
  message: string;
}

export interface CsvReaderOptions {
  /** Called for every row that is not blank; `line` is where it begins. The caller may keep the cells. */
  onRow: (cells: string[], line: number) => void;
  onIssue?: (issue: CsvIssue) => void;
  /** Detected from the first lines unless given. */
  delimiter?: Delimiter;
}

export type Delimiter = ',' | ';' | '\t';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];
/** A quoted field that is not closed within this many characters is a stray quote, not a field. */
const LONGEST_QUOTED = 1024 * 1024;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Reads CSV text as it arrives: comma, semicolon or tab; quoted fields with doubled quotes and line breaks; CRLF or
 * LF. Nothing throws on any text: what cannot be read as written is taken as plain text and reported.
 */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  #delimiter: Delimiter | null;
  #rest = '';
  #line = 1;
  /** The index of the next quote; NEVER if there is none. */
  #quote = NEVER;
  /** The index of the next delimiter. Kept, so that lines without one are not searched to the end of the text each. */
  #separator = -1;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter ?? null;
  }

  /** The next stretch of text, cut anywhere. */
  push(text: string): void {
    const data = this.#rest === '' ? text : this.#rest + text;
    this.#rest = data.slice(this.#consume(data, false));
  }

  /** The text has ended: reads what is left. */
  end(): void {
    const data = this.#rest;
    this.#rest = '';
    if (data !== '') this.#consume(data, true);
  }

  /** Reads whole rows. Returns where the unfinished one begins. */
  #consume(data: string, isEnd: boolean): number {
    this.#delimiter ??= findDelimiter(data, isEnd);
    if (this.#delimiter === null) return 0;
    const delimiter = this.#delimiter;
    this.#quote = indexOrNever(data, '"', 0);
    this.#separator = -1;
    let start = 0;
    while (start < data.length) {
      const newline = data.indexOf('\n', start);
      if (newline < 0 && !isEnd) return start;
      const end = newline < 0 ? data.length : newline;
      if (this.#quote < start) this.#quote = indexOrNever(data, '"', start);
      if (this.#quote >= end) {
        this.#emitPlain(data, start, end, delimiter);
        start = end + 1;
        continue;
      }
      const next = this.#readQuoted(data, start, delimiter, isEnd);
      if (next === null) return start;
      start = next;
    }
    return data.length;
  }

  #emitPlain(data: string, start: number, newline: number, delimiter: Delimiter): void {
    const end = newline > start && data.charCodeAt(newline - 1) === 13 ? newline - 1 : newline;
    const line = this.#line++;
    if (end === start) return;
    const cells: string[] = [];
    let from = start;
    if (this.#separator < start) this.#separator = indexOrNever(data, delimiter, start);
    while (this.#separator < end) {
      cells.push(data.slice(from, this.#separator));
      from = this.#separator + 1;
      this.#separator = indexOrNever(data, delimiter, from);
    }
    cells.push(data.slice(from, end));
    this.#options.onRow(cells, line);
  }

  /** Reads a row with a quote in it. Returns where the next row begins, or null if the text ends within this one. */
  #readQuoted(data: string, start: number, delimiter: Delimiter, isEnd: boolean): number | null {
    const cells: string[] = [];
    let lines = 1;
    let from = start;
    while (true) {
      const cell = readCell(data, from, delimiter);
      if (cell === 'never closed') {
        if (!isEnd && data.length - start < LONGEST_QUOTED) return null;
        return this.#takeAsPlain(data, start, delimiter);
      }
      if (cell.isCut && !isEnd) return null;
      cells.push(cell.text);
      lines += cell.breaks;
      from = cell.next;
      if (!cell.isLast) continue;
      this.#options.onRow(cells, this.#line);
      this.#line += lines;
      return from;
    }
  }

  /** The quote is never closed: the line is read as plain text. */
  #takeAsPlain(data: string, start: number, delimiter: Delimiter): number {
    const newline = data.indexOf('\n', start);
    const end = newline < 0 ? data.length : newline;
    this.#options.onIssue?.({ line: this.#line, message: 'A quote is opened and never closed.' });
    this.#emitPlain(data, start, end, delimiter);
    return end + 1;
  }
}

interface Cell {
  text: string;
  /** Line breaks inside of it. */
  breaks: number;
  /** The start of the next cell or row. */
  next: number;
  /** The row ends with it. */
  isLast: boolean;
  /** The text so far ends with it: more may come. */
  isCut: boolean;
}

/** The cell that begins at `from`, quoted or not; text between its closing quote and the delimiter belongs to it. */
function readCell(data: string, from: number, delimiter: Delimiter): Cell | 'never closed' {
  let quoted = '';
  let rest = from;
  if (data.charCodeAt(from) === 34) {
    const close = closingQuote(data, from + 1);
    if (close === null) return 'never closed';
    quoted = data.slice(from + 1, close);
    rest = close + 1;
  }
  const at = indexOrNever(data, delimiter, rest);
  const end = Math.min(indexOrNever(data, '\n', rest), at);
  const until = end === NEVER ? data.length : end;
  const isLast = until !== at;
  const isCrlf = isLast && until > rest && data.charCodeAt(until - 1) === 13;
  return {
    text: quoted.replaceAll('""', '"') + data.slice(rest, isCrlf ? until - 1 : until),
    breaks: quoted.includes('\n') ? quoted.split('\n').length - 1 : 0,
    next: until + 1,
    isLast,
    isCut: end === NEVER,
  };
}

/** The end of a quoted field: a quote that is not doubled. */
function closingQuote(data: string, from: number): number | null {
  let at = data.indexOf('"', from);
  while (at >= 0 && data.charCodeAt(at + 1) === 34) at = data.indexOf('"', at + 2);
  return at < 0 ? null : at;
}

function indexOrNever(data: string, text: string, from: number): number {
  const at = data.indexOf(text, from);
  return at < 0 ? NEVER : at;
}

/** The delimiter that the first line holds most of, outside quotes; null while that line is not complete. */
function findDelimiter(data: string, isEnd: boolean): Delimiter | null {
  const counts: Record<Delimiter, number> = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (let at = 0; at < data.length; at++) {
    const character = data[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === ',' || character === ';' || character === '\t') counts[character]++;
    else if (character === '\n' && Math.max(...Object.values(counts)) > 0) return most(counts);
    if (at > LONGEST_QUOTED) return most(counts);
  }
  return isEnd ? most(counts) : null;
}

function most(counts: Record<Delimiter, number>): Delimiter {
  return DELIMITERS.reduce((best, next) => (counts[next] > counts[best] ? next : best), ',');
}
