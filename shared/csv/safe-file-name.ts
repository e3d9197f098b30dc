/** Characters that file systems, browsers or shells refuse: separators, wildcards, control and direction characters. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  /(?:[<>:"/\\|?*\u0000-\u001F\u007F-\u009F\u00AD\u180E\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF])+/g;

/**
 * Device names of Windows: a file with such a name cannot be created there, with or without an
 * extension.
 */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/**
 * File systems accept 255 bytes. A name consists of at most two such parts, numbers, a date and an
 * extension.
 */
const MAX_BYTES = 100;

/**
 * Creates one part of a file name from any text. Letters, digits, blanks, hyphens and dots stay;
 * each run of characters that Windows, macOS or Linux refuse becomes `_`, and so do dots at the
 * start, which hide a file, and blanks and dots at the end, which Windows drops. NFC, at most
 * `maxBytes` of UTF-8. If nothing is left, the result is `fallback`.
 */
export function safeFileName(text: string, fallback = 'file', maxBytes = MAX_BYTES): string {
  const cleaned = text.normalize('NFC').replace(UNSAFE, '_').replace(/\s/g, ' ').trim();
  const shortened = cutToBytes(cleaned, maxBytes)
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '_');
  if (!/[^_. -]/.test(shortened)) return fallback;
  return RESERVED.test(shortened) ? `${fallback}_${shortened}` : shortened;
}

/**
 * Several parts, each created like {@link safeFileName}, in at most `maxBytes` together: the
 * longest ones are shortened. A part without usable characters is empty.
 */
export function safeFileParts(texts: readonly string[], maxBytes: number): string[] {
  const parts = texts.map((text) => safeFileName(text, ''));
  let left = maxBytes;
  // The shortest first, because the others share its unused bytes.
  const order = parts.map((_, at) => at).sort((a, b) => bytesOf(parts[a]) - bytesOf(parts[b]));
  for (const [done, at] of order.entries()) {
    const share = Math.floor(left / (order.length - done));
    const part = safeFileName(texts[at] ?? '', '', Math.min(share, MAX_BYTES));
    parts[at] = part;
    left -= bytesOf(part);
  }
  return parts;
}

const bytesOf = (text = ''): number =>
  [...text].reduce((bytes, character) => bytes + utf8Length(character.codePointAt(0) ?? 0), 0);

function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let result = '';
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > maxBytes) return result;
    result += character;
  }
  return result;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
