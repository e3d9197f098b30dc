import libmime from 'libmime';

/** Characters of one header value that are decoded. */
export const MAX_HEADER_VALUE = 2000;

/** Reads header lines, continuation lines folded in; the first of a repeated header counts. */
export function readHeaders(block: Buffer): Map<string, string> {
  const utf8 = block.toString('utf8');
  const text = utf8.includes('�') ? block.toString('latin1') : utf8;
  const headers = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(line) && name !== '') {
      const joined = `${headers.get(name) ?? ''} ${line.trim()}`;
      if (joined.length <= MAX_HEADER_VALUE * 4) headers.set(name, joined);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    name = line.slice(0, colon).trim().toLowerCase();
    if (headers.has(name)) name = '';
    else headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Decodes encoded words; a header that the library refuses is kept as it stands. */
export function decodeHeader(value: string | undefined): string {
  const text = (value ?? '').slice(0, MAX_HEADER_VALUE);
  try {
    return libmime.decodeWords(text);
  } catch {
    return text;
  }
}

const QUOTED_NAME = /^"((?:[^"\\]|\\.)*)"(?=\s*<)/;

/** A sender as an operator reads it, `Name <address>`, from the value of a `From` header. */
export function senderOf(value: string | undefined): string {
  const text = decodeHeader(value).trim();
  const named = text.replace(QUOTED_NAME, (_, name: string) => name.replace(/\\(.)/g, '$1'));
  return named.trim().replace(/^<([^<>]*)>$/, '$1');
}
