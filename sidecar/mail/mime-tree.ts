import libmime from 'libmime';
import { cut } from '../../shared/text.ts';
import { decodePart } from './decode-part.ts';

/** A text part of a mail, decoded. */
export interface TextPart {
  type: 'text/plain' | 'text/html' | 'text/calendar';
  text: string;
}

/** The parts of a mail that are read: some headers and its texts. */
export interface DecodedMail {
  subject: string;
  from: string;
  date: string;
  parts: TextPart[];
  /** Whether pictures are shown: a mail whose code can only be in one "needs a look". */
  hasImages: boolean;
}

/** Nesting that is followed. */
const MAX_DEPTH = 12;
/** Parts read of one mail; real newsletters have fewer than ten. */
const MAX_PARTS = 60;
/** Bytes of one part that are decoded. */
const MAX_PART_BYTES = 256 * 1024;
/** Bytes of a header block that are read. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Characters of one header value that are decoded. */
const MAX_HEADER_VALUE = 2000;

interface Entity {
  headers: Map<string, string>;
  body: Buffer;
}

function splitEntity(bytes: Buffer): Entity {
  const noHeader = bytes[0] === 10 ? 1 : bytes[0] === 13 && bytes[1] === 10 ? 2 : 0;
  if (noHeader > 0) return { headers: new Map(), body: bytes.subarray(noHeader) };
  const head = bytes.subarray(0, MAX_HEADER_BYTES);
  const crlf = head.indexOf('\r\n\r\n');
  const lf = head.indexOf('\n\n');
  const useCrlf = crlf >= 0 && (lf < 0 || crlf < lf);
  const end = useCrlf ? crlf : lf;
  const body = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + (useCrlf ? 4 : 2));
  const block = end < 0 ? head : head.subarray(0, end);
  return { headers: readHeaders(block), body };
}

/** Reads header lines, continuation lines folded in; the first of a repeated header counts. */
function readHeaders(block: Buffer): Map<string, string> {
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

/** Decodes encoded words; a header that the library refuses is kept unchanged. */
function decodeHeader(value: string | undefined): string {
  const text = cut(value ?? '', MAX_HEADER_VALUE);
  try {
    return libmime.decodeWords(text);
  } catch {
    return text;
  }
}

function contentType(headers: Map<string, string>): {
  value: string;
  params: Record<string, string>;
} {
  const raw = cut(headers.get('content-type') ?? 'text/plain', MAX_HEADER_VALUE);
  try {
    const parsed = libmime.parseHeaderValue(raw);
    return { value: parsed.value.toLowerCase().trim(), params: parsed.params };
  } catch {
    return { value: 'text/plain', params: {} };
  }
}

/** Cuts a multipart body at its boundary lines. */
function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const marker = Buffer.from(`--${boundary}`);
  const pieces: Buffer[] = [];
  let start = -1;
  let at = body.indexOf(marker);
  while (at >= 0 && pieces.length < MAX_PARTS) {
    const startsLine = at === 0 || body[at - 1] === 10;
    if (startsLine) {
      if (start >= 0) pieces.push(body.subarray(start, at));
      const lineEnd = body.indexOf(10, at);
      if (lineEnd < 0) return pieces;
      start = lineEnd + 1;
      if (body[at + marker.length] === 45 && body[at + marker.length + 1] === 45) return pieces;
    }
    at = body.indexOf(marker, at + marker.length);
  }
  if (start >= 0) pieces.push(body.subarray(start));
  return pieces;
}

/** The text of a part that has one. Unknown kinds of text are read as plain text. */
function textPartOf({ headers, body }: Entity): TextPart | null {
  const { value, params } = contentType(headers);
  const isKnown = /^text\/(plain|html|calendar)$/.test(value);
  if (!isKnown && !value.startsWith('text/') && value.includes('/')) return null;
  const encoding = headers.get('content-transfer-encoding') ?? '';
  const text = decodePart(body.subarray(0, MAX_PART_BYTES), encoding, params.charset ?? '');
  return { type: isKnown ? (value as TextPart['type']) : 'text/plain', text };
}

/** Reads a whole mail from its bytes. Used for mails inside mails and by tests; never throws. */
export function readMail(bytes: Uint8Array): DecodedMail {
  const root = splitEntity(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const mail: DecodedMail = {
    subject: decodeHeader(root.headers.get('subject')),
    from: decodeHeader(root.headers.get('from')),
    date: root.headers.get('date') ?? '',
    parts: [],
    hasImages: false,
  };
  let seen = 0;
  const walk = (entity: Entity, depth: number): void => {
    if (depth > MAX_DEPTH || seen++ >= MAX_PARTS) return;
    const type = contentType(entity.headers);
    if (type.value.startsWith('multipart/') && type.params.boundary) {
      for (const piece of splitMultipart(entity.body, type.params.boundary))
        walk(splitEntity(piece), depth + 1);
      return;
    }
    if (type.value === 'message/rfc822') {
      const inner = splitEntity(entity.body);
      const subject = decodeHeader(inner.headers.get('subject'));
      if (subject) mail.parts.push({ type: 'text/plain', text: subject });
      walk(inner, depth + 1);
      return;
    }
    if (type.value.startsWith('image/')) mail.hasImages = true;
    const part = textPartOf(entity);
    if (part === null) return;
    if (/<img\b/i.test(part.text)) mail.hasImages = true;
    mail.parts.push(part);
  };
  walk(root, 0);
  return mail;
}
