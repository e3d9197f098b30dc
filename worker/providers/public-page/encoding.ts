/** The maximum number of leading bytes in which a page may state its encoding. */
const NAMED_WITHIN = 1_024;
const META = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.-]+)/i;
/** Comments, which may contain markup that an editor has disabled. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/**
 * Decodes a page in its own encoding: that of its byte order mark, otherwise of the header,
 * otherwise of the page itself.
 */
export function decodePage(bytes: ArrayBuffer, contentType: string): string {
  return decoderOf(new Uint8Array(bytes), contentType).decode(bytes);
}

function decoderOf(bytes: Uint8Array, contentType: string): TextDecoder {
  const named = [
    markOf(bytes),
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1],
    namedInPage(bytes),
  ];
  for (const label of named) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label);
    } catch {
      // Not the name of an encoding.
    }
  }
  // Nearly every page is UTF-8.
  return new TextDecoder();
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function namedInPage(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, NAMED_WITHIN))
    .replace(COMMENT, '');
  const label = XML.exec(start)?.[1] ?? META.exec(start)?.[1];
  // If the name of the encoding can be read byte by byte, the page is not in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
