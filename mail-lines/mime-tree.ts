import libmime from 'libmime';
import type { LeftOutReason } from '../shared/presale-codes/left-out.ts';
import { cut } from '../shared/text.ts';
import { decodeRawHeader } from './charsets.ts';
import { decodePart, decodeTransfer } from './decode-part.ts';
import { flowOf, unwrapFlowed } from './flowed.ts';
import { PART_LIMITS } from './limits.ts';
import { isReadableText, type ReadableType, readableTypeOf } from './text-types.ts';

/** A text part of a mail, decoded. */
export interface TextPart {
  type: ReadableType;
  text: string;
  /** The subject of a mail inside the mail, whose texts follow. */
  isTitle?: true;
}

/** The parts of a mail that are read: some headers and its texts. */
export interface DecodedMail {
  subject: string;
  from: string;
  date: string;
  parts: TextPart[];
  /**
   * Whether the mail shows pictures. If its code can only be in a picture, it is listed for a
   * person to open.
   */
  hasImages: boolean;
}

/** Nesting that is followed. */
const MAX_DEPTH = 30;
/** Parts read of one mail; real newsletters have fewer than ten. */
const MAX_PARTS = 60;
/** Bytes of a header block that are read. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Characters of one header value that are decoded. */
const MAX_HEADER_VALUE = 2000;

interface Entity {
  /** Values as they were sent, one character per byte. */
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
  const headers = new Map<string, string>();
  let name = '';
  for (const line of block.toString('latin1').split(/\r?\n/)) {
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

/**
 * Decodes encoded words and letters that were sent without encoding; a header that the library refuses stays as it is.
 */
function decodeHeader(raw: string | undefined, charset: string): string {
  const text = cut(decodeRawHeader(Buffer.from(raw ?? '', 'latin1'), charset), MAX_HEADER_VALUE);
  try {
    return libmime.decodeWords(text);
  } catch {
    return text;
  }
}

/** Subject and sender of a header block that was fetched on its own. @param charset that of the mail's text */
export function readEnvelope(
  block: Uint8Array,
  charset: string,
): { subject: string; from: string } {
  const headers = readHeaders(Buffer.from(block));
  return {
    subject: decodeHeader(headers.get('subject'), charset),
    from: decodeHeader(headers.get('from'), charset),
  };
}

/** The id of a List-Id field (RFC 2919), which is in brackets after a name. */
const LIST_ID = /<\s*([^<>\s]{1,255})\s*>[^<>]*$/;

/** The id of the mailing list in a header block, in lower case; undefined without one. */
export const readListId = (block: Uint8Array): string | undefined =>
  LIST_ID.exec(
    readHeaders(Buffer.from(block)).get('list-id')?.substring(0, 1_000) ?? '',
  )?.[1]?.toLowerCase();

interface ContentType {
  value: string;
  params: Record<string, string>;
}

/** A quoted text, or a comment. */
const QUOTED_OR_COMMENT = /("[^"]{0,500}")|\s*\([^()]{0,500}\)/g;
/** The value of a header field of MIME without its comments, which RFC 2045 allows anywhere. */
const withoutComments = (raw: string): string => raw.replace(QUOTED_OR_COMMENT, '$1');

function contentType({ headers }: Entity, fallback: string): ContentType {
  const raw = withoutComments(cut(headers.get('content-type') ?? fallback, MAX_HEADER_VALUE));
  try {
    const { value, params } = libmime.parseHeaderValue(raw);
    // The library stops at a fault such as two semicolons, so the boundary after it is read here.
    const boundary = params.boundary ?? /boundary\s*=\s*"?([^";\s]{1,200})/i.exec(raw)?.[1] ?? '';
    return { value: value.toLowerCase().trim(), params: { ...params, boundary } };
  } catch {
    return { value: 'text/plain', params: {} };
  }
}

const transferEncoding = ({ headers }: Pick<Entity, 'headers'>): string =>
  withoutComments(cut(headers.get('content-transfer-encoding') ?? '', MAX_HEADER_VALUE));

/** Cuts a multipart body at its boundary lines. */
function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const marker = Buffer.from(`--${boundary}`, 'latin1');
  const pieces: Buffer[] = [];
  let start = -1;
  let at = body.indexOf(marker);
  while (at >= 0 && pieces.length <= MAX_PARTS) {
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

interface ReadOptions {
  /** Receives what is not read. */
  gaps?: Set<LeftOutReason> | undefined;
  /** How the bytes are encoded as a whole; a few senders encode an attached mail. */
  encoding?: string;
}

/** Reads the entities of one mail. */
class MailReader {
  readonly parts: TextPart[] = [];
  hasImages = false;
  /** The charset of the first text that names one. */
  charset = '';
  private seen = 0;
  private readonly gaps: Set<LeftOutReason> | undefined;

  constructor(gaps: Set<LeftOutReason> | undefined) {
    this.gaps = gaps;
  }

  walk(entity: Entity, depth: number, defaultType = 'text/plain'): void {
    if (depth > MAX_DEPTH || this.seen++ >= MAX_PARTS) {
      this.gaps?.add('too_many_parts');
      return;
    }
    const type = contentType(entity, defaultType);
    if (type.value.startsWith('multipart/') && type.params.boundary) {
      const inner = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      for (const piece of splitMultipart(entity.body, type.params.boundary))
        this.walk(splitEntity(piece), depth + 1, inner);
    } else if (/^message\/(?:rfc822|global)$/.test(type.value)) this.walkMail(entity, depth);
    else this.readText(entity, type);
  }

  /** A mail inside the mail: its subject and its texts; its other header lines are not text. */
  private walkMail(entity: Entity, depth: number): void {
    const encoding = transferEncoding(entity);
    const inner = splitEntity(Buffer.from(decodeTransfer(entity.body, encoding)));
    const { charset = '' } = contentType(inner, 'text/plain').params;
    const subject = decodeHeader(inner.headers.get('subject'), charset);
    if (subject) this.parts.push({ type: 'text/plain', text: subject, isTitle: true });
    this.walk(inner, depth + 1);
  }

  private readText({ headers, body }: Entity, { value, params }: ContentType): void {
    if (value.startsWith('image/')) this.hasImages = true;
    const disposition = headers.get('content-disposition') ?? '';
    const isFile = /^\s*attachment/i.test(disposition) || /\bfilename/i.test(disposition);
    const hasName = isFile || params.name !== undefined;
    if (!isReadableText(value, { isFile, hasName, isFirst: this.parts.length === 0 })) return;
    const type = readableTypeOf(value);
    if (body.length > PART_LIMITS.partBytes) this.gaps?.add('part_too_large');
    const { charset = '' } = params;
    if (this.charset === '') this.charset = charset;
    const isHtml = type === 'text/html';
    const text = decodePart(
      body.subarray(0, PART_LIMITS.partBytes),
      transferEncoding({ headers }),
      charset,
      { isHtml, gaps: this.gaps },
    );
    if (isHtml && /<img\b/i.test(text)) this.hasImages = true;
    this.parts.push({
      type,
      text: type === 'text/plain' ? unwrapFlowed(text, flowOf(params)) : text,
    });
  }
}

/**
 * Reads a whole mail from its bytes. Used for mails inside mails, for mails whose structure is broken, and by tests;
 * never throws.
 */
export function readMail(
  bytes: Uint8Array,
  { gaps, encoding = '' }: ReadOptions = {},
): DecodedMail {
  const root = splitEntity(Buffer.from(decodeTransfer(bytes, encoding)));
  const reader = new MailReader(gaps);
  reader.walk(root, 0);
  return {
    subject: decodeHeader(root.headers.get('subject'), reader.charset),
    from: decodeHeader(root.headers.get('from'), reader.charset),
    date: root.headers.get('date') ?? '',
    parts: reader.parts,
    hasImages: reader.hasImages,
  };
}
