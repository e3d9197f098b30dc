/** RFC 5545, 3.1: a line has at most 75 bytes; the blank of a continuation counts. */
const LINE_BYTES = 75;

/**
 * Joins lines of iCalendar to a text and folds long ones between characters. Each line ends with CRLF, including the
 * last.
 */
export function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) text += `${foldLine(line)}\r\n`;
  return text;
}

const NOT_ASCII = /[^\0-\x7f]/;

function foldLine(line: string): string {
  // The line is shorter than the limit even if each character takes three bytes.
  if (line.length * 3 <= LINE_BYTES) return line;
  if (line.length <= LINE_BYTES && !NOT_ASCII.test(line)) return line;
  let folded = '';
  let start = 0;
  let bytes = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    // The second half of a pair belongs to the four bytes of the first.
    const size =
      code < 0x80 ? 1 : code < 0x800 ? 2 : isLowHalf(code) ? 0 : isHighHalf(code) ? 4 : 3;
    if (bytes + size > LINE_BYTES) {
      folded += `${line.slice(start, at)}\r\n `;
      start = at;
      bytes = 1;
    }
    bytes += size;
  }
  return folded + line.slice(start);
}

const isHighHalf = (code: number): boolean => (code & 0xfc00) === 0xd800;
const isLowHalf = (code: number): boolean => (code & 0xfc00) === 0xdc00;

const CONTROLS = /(?!\t)\p{Cc}/gu;
/** A text without characters to escape or remove, which applies to nearly all texts. */
const PLAIN = /^[^\\;,\p{Cc}\p{Cs}]*$/u;

/** Escapes a text as a value, so that it cannot end its line or its list. */
export const textValue = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/[\\;,]/g, '\\$&')
        .replace(/\r\n?|\n/g, '\\n')
        .replace(CONTROLS, '');

/** Milliseconds since the epoch, read in UTC, as `YYYYMMDDTHHMMSS`. */
export function dateTime(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`;
}

/** A difference from UTC as `+0530`; milliseconds. */
export function offsetValue(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = parts.map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${digits.slice(0, parts[2] === 0 ? 2 : 3).join('')}`;
}
