/** Refused by Windows, by macOS, by shells, or not to be seen: separators, wildcards, control and direction characters. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  /[<>:"/\\|?*\u0000-\u001F\u007F-\u009F\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Device names of Windows; a file of that name cannot be made there, with or without an ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** File systems take 255 bytes; a name is composed of several parts and an ending, so that one part takes less. */
const MAX_BYTES = 80;

/**
 * Makes one part of a file name out of any text, safe on Windows, macOS and Linux: no separators, wildcards, control or direction
 * characters, no device name, no leading dot or hyphen, no trailing dot, blanks as `_`, NFC, at most 80 bytes of UTF-8.
 * A text of which nothing is left reads as `fallback`.
 */
export function safeFileName(text: string, fallback = 'file'): string {
  const cleaned = text
    .normalize('NFC')
    .replace(UNSAFE, ' ')
    .trim()
    .replace(/\s+/g, '_')
    .replace(/^[._-]+/, '');
  const shortened = cutToBytes(cleaned).replace(/[._-]+$/, '');
  if (shortened === '') return fallback;
  return RESERVED.test(shortened) ? `${fallback}_${shortened}` : shortened;
}

function cutToBytes(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > MAX_BYTES) return kept;
    kept += character;
  }
  return kept;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
