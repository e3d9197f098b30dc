/**
 * Decodes the bytes of one mail part. Everything here is linear in its input and never throws: mails are untrusted.
 */

/** Charset names in mails that the platform's decoder does not support. */
const CHARSET_ALIASES: Readonly<Record<string, string>> = {
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  ansi_x3: 'windows-1252',
  cp1252: 'windows-1252',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp932: 'shift_jis',
  utf8mb4: 'utf-8',
  unicode: 'utf-16le',
};

const hexValue = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  if (byte >= 97 && byte <= 102) return byte - 87;
  return -1;
};

/** A space, a tab or a carriage return. */
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;

/** The end of the soft line break that begins with the `=` at a place; -1 if it is none. */
function softBreakEnd(source: Uint8Array, at: number): number {
  let end = at + 1;
  while (source[end] === 32 || source[end] === 9) end++;
  if (source[end] === 13 && source[end + 1] === 10) end++;
  return end >= source.length || source[end] === 10 ? end : -1;
}

/** The byte whose two hexadecimal digits follow a place; -1 if there are none. */
function escapedByte(source: Uint8Array, at: number): number {
  const high = hexValue(source[at + 1] ?? 0);
  const low = hexValue(source[at + 2] ?? 0);
  return high >= 0 && low >= 0 ? high * 16 + low : -1;
}

/**
 * Quoted-printable to bytes in one pass. The usual library strips trailing blanks with a regular expression that takes
 * quadratic time for a hostile line.
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

function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') {
    // Latin-1 keeps one character per byte; the platform's reader skips other characters than base64.
    return Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64');
  }
  if (name === 'quoted-printable') return decodeQuotedPrintable(bytes);
  return bytes;
}

const decodeWith = (bytes: Uint8Array, charset: string): string | null => {
  try {
    return charset === 'utf-8' ? UTF8.decode(bytes) : new TextDecoder(charset).decode(bytes);
  } catch {
    return null; // an unknown charset name: the caller guesses
  }
};

const UTF8 = new TextDecoder('utf-8');
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

const decodeStrictUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null; // not UTF-8: the caller falls back
  }
};

/**
 * Decodes a part. UTF-8 is tried first whenever the declared charset is missing or a Western single-byte
 * one, since many mails declare nothing or the wrong thing; valid UTF-8 with high bytes is never an accident.
 */
export function decodePart(bytes: Uint8Array, encoding: string, charset: string): string {
  const content = decodeTransfer(bytes, encoding);
  const declared = charset.trim().toLowerCase().replace(/^"|"$/g, '');
  const label = CHARSET_ALIASES[declared] ?? declared;
  const isWestern = label === '' || label === 'windows-1252' || label.startsWith('iso-8859-1');
  if (isWestern) {
    const utf8 = decodeStrictUtf8(content);
    if (utf8 !== null && !content.includes(27)) return utf8;
    if (label === '' && content.includes(27)) return decodeWith(content, 'iso-2022-jp') ?? '';
  }
  return (
    decodeWith(content, label || 'windows-1252') ??
    decodeStrictUtf8(content) ??
    decodeWith(content, 'windows-1252') ??
    ''
  );
}
