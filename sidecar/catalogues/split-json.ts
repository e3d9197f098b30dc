/** The file does not have the expected content; the message is a sentence for operators. */
export class FeedError extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** An event with its pictures has some kilobytes. */
const LONGEST_EVENT_BYTES = 4 * 1024 * 1024;
/** The maximum length of blanks or other members before the list of events. */
export const LONGEST_HEAD_BYTES = 64 * 1024;
/**
 * The beginning of an object with a list of events, as opposed to a bare list or one object per
 * line.
 */
const WRAPPED = /^\s*\{[^{}[\]]*"events"\s*:\s*\[/;

/**
 * Bytes that arrive in chunks. The buffer doubles, so that a long event is not copied for each of
 * its chunks.
 */
class Arrived {
  private space = Buffer.alloc(0);
  private from = 0;
  private to = 0;

  get bytes(): Buffer {
    return this.space.subarray(this.from, this.to);
  }

  push(piece: Uint8Array): void {
    if (this.to + piece.length > this.space.length) {
      const before = this.bytes;
      this.space = Buffer.allocUnsafe(2 * (before.length + piece.length));
      before.copy(this.space);
      this.from = 0;
      this.to = before.length;
    }
    this.space.set(piece, this.to);
    this.to += piece.length;
  }

  /** Removes bytes at the beginning. */
  drop(count: number): void {
    this.from += count;
  }
}

/**
 * Splits a JSON file into the texts of its events, without parsing the whole. It reads a list, an
 * object whose `events` is a list, and one object on each line, in chunks of any length. Only
 * braces, brackets and quotes are examined: an event that is not JSON is detected when it is
 * parsed.
 * @throws FeedError for a file that ends within a list or an event, or that is none of the three.
 */
export async function* splitEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const arrived = new Arrived();
  let form: 'unknown' | 'list' | 'lines' = 'unknown';
  let isListOver = false;
  const scan = { at: 0, depth: 0, start: -1, inText: false, isEscaped: false };
  let events = 0;
  for await (const chunk of chunks) {
    // Content after the list is read to the end of the file, and dropped.
    if (isListOver) continue;
    arrived.push(chunk);
    const rest = arrived.bytes;
    if (form === 'unknown') {
      const head = findStart(rest);
      if (head === null) continue;
      form = head.form;
      scan.at = head.at;
    }
    while (!isListOver) {
      const end = findEnd(rest, scan);
      if (end === 'more') break;
      if (end === 'over') {
        isListOver = true;
        break;
      }
      events += 1;
      yield rest.toString('utf8', scan.start, end);
      scan.start = -1;
    }
    // Processed bytes are dropped; an incomplete event stays.
    const from = scan.start >= 0 ? scan.start : scan.at;
    arrived.drop(from);
    scan.at -= from;
    if (scan.start >= 0) scan.start = 0;
    if (scan.start >= 0 && arrived.bytes.length > LONGEST_EVENT_BYTES)
      throw new FeedError(`Event ${events + 1} of the file is longer than 4 MB.`);
  }
  if (form === 'unknown') throw new FeedError('The file is no list of events.');
  const isWhole = form === 'list' ? isListOver : scan.start < 0 && scan.depth === 0;
  if (!isWhole) throw new FeedError(`The file ends in the middle of event ${events + 1}.`);
}

/** Its bytes, each as a character. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/** Where the events begin; null until that is known. */
function findStart(rest: Buffer): { form: 'list' | 'lines'; at: number } | null {
  const head = rest.toString('latin1', 0, LONGEST_HEAD_BYTES);
  if (BYTE_ORDER_MARK.startsWith(head)) return null;
  const first = /^(?:\u00ef\u00bb\u00bf)?\s*(\S)/.exec(head);
  if (first === null && rest.length > LONGEST_HEAD_BYTES)
    throw new FeedError('The file is no list of events.');
  if (first === null) return null;
  const at = first[0].length - 1;
  if (first[1] === '[') return { form: 'list', at: at + 1 };
  if (first[1] !== '{') throw new FeedError('The file is no list of events.');
  const wrapped = WRAPPED.exec(head.slice(at));
  if (wrapped !== null) return { form: 'list', at: at + wrapped[0].length };
  // Another object or list begins first, so the outer object is an event itself.
  return /[{}[\]]/.test(head.slice(at + 1)) || rest.length > LONGEST_HEAD_BYTES
    ? { form: 'lines', at }
    : null;
}

interface Scan {
  at: number;
  depth: number;
  /** Where the event begins; -1 between events. */
  start: number;
  inText: boolean;
  isEscaped: boolean;
}

/**
 * Continues to the end of the event.
 * @returns the index after it, `over` at the end of the list, or `more`.
 */
function findEnd(bytes: Buffer, scan: Scan): number | 'over' | 'more' {
  for (; scan.at < bytes.length; scan.at += 1) {
    const byte = bytes[scan.at];
    if (scan.inText) {
      if (scan.isEscaped) scan.isEscaped = false;
      else if (byte === BACKSLASH) scan.isEscaped = true;
      else if (byte === QUOTE) scan.inText = false;
    } else if (byte === QUOTE) scan.inText = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (scan.depth === 0) scan.start = scan.at;
      scan.depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (scan.depth === 0) return 'over';
      scan.depth -= 1;
      if (scan.depth === 0) {
        scan.at += 1;
        return scan.at;
      }
    }
  }
  return 'more';
}
