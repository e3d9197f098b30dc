import { type Delimiter, type IgnoredLines, PASSED } from './file-result.ts';

/** A fault of a file and its line (the first is 1). */
export interface CsvIssue {
  line: number;
  message: string;
}

export interface CsvReaderOptions {
  /** Called for every non-blank row; `line` is where it begins. The caller may keep the cells. */
  onRow: (cells: string[], line: number) => void;
  onIssue?: (issue: CsvIssue) => void;
  /** The delimiter; detected from the first lines by default. */
  delimiter?: Delimiter;
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];
/** A first line that names the delimiter for a spreadsheet: `sep=;`. */
const NAMED_DELIMITER = /^"?sep=([,;\t|])"?(?:\r\n?|\n|$)/i;
const LONGEST_NAMED_DELIMITER = 10;
/** A quoted field that is not closed within this many characters is a stray quote, not a field. */
const LONGEST_QUOTED = 1024 * 1024;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Reads CSV text as it arrives: comma, semicolon or tab, or the delimiter in a first line `sep=|`;
 * quoted fields with doubled quotes and line breaks; CRLF, LF or CR. Nothing throws on any text:
 * text that cannot be read as written is treated as plain text and reported.
 */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  #delimiter: Delimiter | null;
  #isStarted = false;
  #rest = '';
  #line = 1;
  #blank = 0;
  #continued = 0;
  #isNamed = false;
  /** The number of cells of the first row; 0 before it. */
  #width = 0;
  /** The index of the next quote; NEVER if there is none. */
  #quote = NEVER;
  /** The indexes of the next line feed and carriage return. */
  #lineFeed = -1;
  #return = -1;
  /**
   * The index of the next delimiter. It is stored, so that each line without a delimiter does not
   * cause a search to the end of the text.
   */
  #separator = -1;

  constructor(options: CsvReaderOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter ?? null;
  }

  /** The delimiter; null until the first line is complete. */
  get delimiter(): Delimiter | null {
    return this.#delimiter;
  }

  /** The number of lines so far. */
  get lines(): number {
    return this.#line - 1;
  }

  /** Lines so far that are not the beginning of a row. */
  get passed(): IgnoredLines[] {
    return [
      { reason: PASSED.blank, lines: this.#blank },
      { reason: PASSED.continued, lines: this.#continued },
      { reason: PASSED.delimiter, lines: Number(this.#isNamed) },
    ];
  }

  /** The next chunk of text, split anywhere. */
  push(text: string): void {
    const data = this.#rest === '' ? text : this.#rest + text;
    this.#rest = data.slice(this.#consume(data, false));
  }

  /** The text has ended: reads the rest. */
  end(): void {
    const data = this.#rest;
    this.#rest = '';
    if (data !== '') this.#consume(data, true);
  }

  /** Reads complete rows. Returns where the incomplete one begins. */
  #consume(data: string, isEnd: boolean): number {
    let start = 0;
    if (!this.#isStarted) {
      if (data.length < LONGEST_NAMED_DELIMITER && !isEnd) return 0;
      const [line = '', named] = NAMED_DELIMITER.exec(data) ?? [];
      // The text so far may end in the middle of a line break.
      if (line.endsWith('\r') && line.length === data.length && !isEnd) return 0;
      if (named !== undefined) {
        // A delimiter that was chosen by the operator takes precedence.
        this.#delimiter ??= named as Delimiter;
        this.#isNamed = true;
        this.#line += 1;
        start = line.length;
      }
      this.#isStarted = true;
    }
    this.#delimiter ??= findDelimiter(data, isEnd);
    if (this.#delimiter === null) return start;
    const delimiter = this.#delimiter;
    this.#quote = indexOrNever(data, '"', start);
    this.#separator = -1;
    this.#lineFeed = -1;
    this.#return = -1;
    while (start < data.length) {
      const end = this.#findBreak(data, start);
      if (!isEnd && end + 1 >= data.length && data.charCodeAt(end) !== LF) return start;
      const until = Math.min(end, data.length);
      if (this.#quote < start) this.#quote = indexOrNever(data, '"', start);
      if (this.#quote >= until) {
        this.#emit(this.#splitPlain(data, start, until, delimiter));
        start = afterBreak(data, until);
        continue;
      }
      const next = this.#readQuoted(data, start, delimiter, isEnd);
      if (next === null) return start;
      start = next;
    }
    return data.length;
  }

  /** The index of the next line break; NEVER if there is none. */
  #findBreak(data: string, from: number): number {
    if (this.#lineFeed < from) this.#lineFeed = indexOrNever(data, '\n', from);
    if (this.#return < from) this.#return = indexOrNever(data, '\r', from);
    return Math.min(this.#lineFeed, this.#return);
  }

  /** Passes on a row of one line; blank lines are only counted. */
  #emit(cells: string[]): void {
    const line = this.#line;
    this.#line += 1;
    if (cells.length === 1 && cells[0] === '') {
      this.#blank += 1;
      return;
    }
    if (this.#width === 0) this.#width = cells.length;
    this.#options.onRow(cells, line);
  }

  #splitPlain(data: string, start: number, end: number, delimiter: Delimiter): string[] {
    const cells: string[] = [];
    let from = start;
    if (this.#separator < start) this.#separator = indexOrNever(data, delimiter, start);
    while (this.#separator < end) {
      cells.push(data.slice(from, this.#separator));
      from = this.#separator + 1;
      this.#separator = indexOrNever(data, delimiter, from);
    }
    cells.push(data.slice(from, end));
    return cells;
  }

  /** Reads a row with a quote in it. Returns where the next row begins, or null if the text ends within this one. */
  #readQuoted(data: string, start: number, delimiter: Delimiter, isEnd: boolean): number | null {
    const cells: string[] = [];
    let lines = 1;
    let from = start;
    while (true) {
      const cell = this.#readCell(data, from, delimiter);
      if (cell === 'never closed') {
        if (!isEnd && data.length - start < LONGEST_QUOTED) return null;
        return this.#takeAsPlain(data, start, delimiter);
      }
      if (cell === 'stray') return this.#takeAsPlain(data, start, delimiter);
      if (cell.isCut && !isEnd) return null;
      cells.push(cell.text);
      lines += cell.breaks;
      from = cell.next;
      if (!cell.isLast) continue;
      if (lines > 1 && this.#isTorn(data, start, cells.length, delimiter)) {
        return this.#takeAsPlain(data, start, delimiter);
      }
      this.#emitQuoted(cells, lines);
      return from;
    }
  }

  /** A quoted empty cell is a row. */
  #emitQuoted(cells: string[], lines: number): void {
    const line = this.#line;
    this.#line += lines;
    this.#continued += lines - 1;
    if (this.#width === 0) this.#width = cells.length;
    this.#options.onRow(cells, line);
  }

  /**
   * Whether a row of several lines was made by a stray quote: it has not as many cells as the first row, but its first
   * line alone has.
   */
  #isTorn(data: string, start: number, cells: number, delimiter: Delimiter): boolean {
    if (this.#width < 2 || cells === this.#width) return false;
    const line = data.slice(start, Math.min(this.#breakBehind(data, start), data.length));
    return line.split(delimiter).length === this.#width;
  }

  /** The next line break from an index that has already been searched. See {@link #findBreak}. */
  #breakBehind(data: string, from: number): number {
    const lineFeed = indexOrNever(data, '\n', from);
    const between = data.slice(from, Math.min(lineFeed, data.length)).indexOf('\r');
    return between < 0 ? lineFeed : from + between;
  }

  /** The quote is never closed, or closed by another stray one: the line is read as plain text. */
  #takeAsPlain(data: string, start: number, delimiter: Delimiter): number {
    const end = Math.min(this.#breakBehind(data, start), data.length);
    this.#options.onIssue?.({
      line: this.#line,
      message: 'A quote is opened and never closed. It is read as plain text.',
    });
    this.#separator = -1;
    this.#lineFeed = -1;
    this.#return = -1;
    this.#emit(this.#splitPlain(data, start, end, delimiter));
    return afterBreak(data, end);
  }

  /** The cell that begins at `from`, quoted or not; text between its closing quote and the delimiter belongs to it. */
  #readCell(data: string, from: number, delimiter: Delimiter): Cell | 'never closed' | 'stray' {
    let quoted = '';
    let rest = from;
    if (data.charCodeAt(from) === QUOTE) {
      const close = closingQuote(data, from + 1);
      if (close === null) return 'never closed';
      quoted = data.slice(from + 1, close);
      rest = close + 1;
    }
    if (this.#separator < rest) this.#separator = indexOrNever(data, delimiter, rest);
    const at = this.#separator;
    const end = Math.min(this.#findBreak(data, rest), at);
    const until = end === NEVER ? data.length : end;
    const breaks = quoted.split(/\r\n|\r|\n/).length - 1;
    // A cell of several lines ends with its quote.
    if (breaks > 0 && data.slice(rest, until).trim() !== '') return 'stray';
    const isLast = until !== at;
    return {
      text: quoted.replaceAll('""', '"') + data.slice(rest, until),
      breaks,
      next: isLast ? afterBreak(data, until) : until + 1,
      isLast,
      isCut: end === NEVER || (isLast && until + 1 >= data.length && data.charCodeAt(until) !== LF),
    };
  }
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** The index after the line break at `at`. */
const afterBreak = (data: string, at: number): number =>
  data.charCodeAt(at) === CR && data.charCodeAt(at + 1) === LF ? at + 2 : at + 1;

interface Cell {
  text: string;
  /** The number of line breaks inside the cell. */
  breaks: number;
  /** The start of the next cell or row. */
  next: number;
  /** Whether the row ends with this cell. */
  isLast: boolean;
  /** Whether the text so far ends with this cell, so that more of it may follow. */
  isCut: boolean;
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

/** The delimiter is detected in at most this many lines, or this many characters. */
const LOOKED_AT_LINES = 20;
const LOOKED_AT = 64 * 1024;

type Counts = Record<Delimiter, number>;

/**
 * The delimiter that most of the first lines contain equally often, outside quotes, so that a title
 * above the table does not decide. Of two equal ones, the one that is more frequent in the first
 * line with either of them. Null until there are enough lines.
 */
function findDelimiter(data: string, isEnd: boolean): Delimiter | null {
  const lines: Counts[] = [];
  let counts: Counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let isQuoted = false;
  const endLine = () => {
    if (DELIMITERS.some((one) => counts[one] > 0)) lines.push(counts);
    counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  };
  for (let at = 0; at < data.length; at++) {
    const character = data[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === ',' || character === ';' || character === '\t') counts[character]++;
    else if (character === '\n' || character === '\r') endLine();
    if (lines.length === LOOKED_AT_LINES || at > LOOKED_AT) return best(lines, counts);
  }
  return isEnd ? best(lines, counts) : null;
}

function best(lines: readonly Counts[], unfinished: Counts): Delimiter {
  const first = lines[0] ?? unfinished;
  const all = lines.length === 0 ? [unfinished] : lines;
  return DELIMITERS.reduce((found, next) => {
    const more = linesAlike(all, next) - linesAlike(all, found);
    return more > 0 || (more === 0 && first[next] > first[found]) ? next : found;
  }, ',');
}

/** The highest number of lines that contain a delimiter equally often. */
function linesAlike(lines: readonly Counts[], delimiter: Delimiter): number {
  const alike = new Map<number, number>();
  for (const { [delimiter]: count } of lines) {
    if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...alike.values());
}
