import type { LeftOutReason } from '../shared/presale-codes/left-out.ts';
import { decodeCharset } from './charsets.ts';

/**
 * Decodes the bytes of one mail part. Everything here is linear in its input and never throws: mails are untrusted.
 */

const hexValue = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  if (byte >= 97 && byte <= 102) return byte - 87;
  return -1;
};

/** A space, a tab or a carriage return. */
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;

/** The end of the soft line break that begins with the `=` at an index; -1 if there is none. */
function softBreakEnd(source: Uint8Array, at: number): number {
  let end = at + 1;
  while (source[end] === 32 || source[end] === 9) end++;
  if (source[end] === 13 && source[end + 1] === 10) end++;
  return end >= source.length || source[end] === 10 ? end : -1;
}

/** The byte whose two hexadecimal digits are at an index; -1 if there are none. */
function escapedByte(source: Uint8Array, at: number): number {
  const high = hexValue(source[at + 1] ?? 0);
  const low = hexValue(source[at + 2] ?? 0);
  return high >= 0 && low >= 0 ? high * 16 + low : -1;
}

/**
 * Decodes quoted-printable to bytes in one pass. The usual library strips trailing blanks with a
 * regular expression that takes quadratic time for a hostile line.
 */
function decodeQuotedPrintable(source: Uint8Array): Uint8Array {
  const out = new Uint8Array(source.length);
  let length = 0;
  let keep = 0; // where the output ends when the blanks before a line end are dropped
  for (let i = 0; i < source.length; i++) {
    const byte = source[i] ?? 0;
    if (byte === 61) {
      const escaped = escapedByte(source, i);
      if (escaped >= 0) out[length++] = escaped;
      const end = escaped >= 0 ? i + 2 : softBreakEnd(source, i);
      if (end >= 0) {
        i = end;
        keep = length;
        continue;
      }
    }
    if (byte === 10) {
      // Mail servers added the blanks at the end of a line.
      length = keep;
      if (source[i - 1] === 13) out[length++] = 13;
    }
    out[length++] = byte;
    if (!isBlank(byte)) keep = length;
  }
  return out.subarray(0, length);
}

/** Decodes lines of uuencode, from the line after `begin` to `end`; lines that break its rules are left out. */
function decodeUuencode(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (const line of Buffer.from(bytes).toString('latin1').split(/\r?\n/)) {
    if (/^begin \d{3,4} /.test(line)) continue;
    if (line === 'end') break;
    const length = (line.charCodeAt(0) - 32) & 63;
    for (let at = 1, left = length; left > 0 && at < line.length; at += 4, left -= 3) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(
        (k) => ((line.charCodeAt(at + k) || 32) - 32) & 63,
      );
      out.push(...[(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d].slice(0, left));
    }
  }
  return Uint8Array.from(out, (value) => value & 255);
}

/** Removes a transfer encoding. Unknown ones are left as they are. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') {
    // Latin-1 keeps one character per byte; the platform's reader skips other characters than base64.
    return Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64');
  }
  if (name === 'quoted-printable') return decodeQuotedPrintable(bytes);
  return /^(?:x-)?uu(?:e|encode)$/.test(name) ? decodeUuencode(bytes) : bytes;
}

interface PartOptions {
  /** Whether a `meta` element may state the charset if the mail states none. */
  isHtml?: boolean;
  /** Receives the parts that are not read. */
  gaps?: Set<LeftOutReason> | undefined;
}

/**
 * Decodes a part. UTF-8 is tried first if the declared charset is missing or a Western single-byte one, since many
 * mails declare nothing or the wrong thing; valid UTF-8 with high bytes is never an accident.
 */
export function decodePart(
  bytes: Uint8Array,
  encoding: string,
  charset: string,
  { isHtml = false, gaps }: PartOptions = {},
): string {
  const content = decodeTransfer(bytes, encoding);
  const text = decodeCharset(content, charset, isHtml);
  if (text === null) gaps?.add('unknown_charset');
  const shown = text ?? decodeCharset(content, '', isHtml) ?? '';
  if (!isBinary(shown)) return shown;
  gaps?.add('not_text');
  return '';
}

/**
 * Characters that text does not contain: control characters, and replacements for bytes without a
 * meaning.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are counted.
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g;
/**
 * How much of a part is examined, and the number of such characters from which on it is not text.
 */
const LOOKED_AT = 8192;
const LEAST_BINARY = 12;
const BINARY_RATIO = 0.04;

/** Whether a part that is declared as text holds something else, such as a picture. */
function isBinary(text: string): boolean {
  const start = text.substring(0, LOOKED_AT);
  const count = start.match(NOT_TEXT)?.length ?? 0;
  return count >= LEAST_BINARY && count > start.length * BINARY_RATIO;
}
