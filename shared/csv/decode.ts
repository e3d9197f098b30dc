import { formatNumber } from '../numbers.ts';

/** The encodings that can be read, by their names; the first five are also detected. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
} as const;
export type CsvEncoding = keyof typeof ENCODING_NAMES;

/** An encoding, and the reason for it, as the end of a sentence. */
export interface FoundEncoding {
  encoding: CsvEncoding;
  evidence: string;
}

const LOOKED_AT = 2_048;

/**
 * The encoding by the first bytes: a byte order mark, or the zero bytes of UTF-16; otherwise UTF-8,
 * which {@link decodeCsv} replaces with Windows-1252 if most of the bytes beyond ASCII do not fit.
 */
function guessEncoding(head: Uint8Array): FoundEncoding {
  const mark = 'it begins with the byte order mark';
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', evidence: mark };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', evidence: mark };
  if (hasUtf8Mark(head)) return { encoding: 'utf-8', evidence: mark };
  const length = Math.min(head.length, LOOKED_AT);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at++) {
    if (head[at] !== 0) continue;
    if (at % 2 === 0) evenZeros++;
    else oddZeros++;
  }
  const zeros = 'every second byte is zero';
  if (oddZeros > length / 5 && evenZeros < oddZeros / 10)
    return { encoding: 'utf-16le', evidence: zeros };
  if (evenZeros > length / 5 && oddZeros < evenZeros / 10)
    return { encoding: 'utf-16be', evidence: zeros };
  return { encoding: 'utf-8', evidence: 'all of its bytes fit' };
}

const hasUtf8Mark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Bytes that can be read from the start more than once, such as a Blob. */
export interface ByteSource {
  stream(): ReadableStream<Uint8Array>;
}

interface DecodeOptions {
  /** Receives each chunk. */
  onText: (text: string, bytes: number) => void;
  /**
   * Called if the file turns out to be Windows-1252, or UTF-8 with a few wrong bytes, after chunks
   * were passed on. All chunks are then passed on again.
   */
  onRestart: () => void;
  /** The encoding that was chosen by the operator; null detects it. */
  chosen?: CsvEncoding | null | undefined;
}

/** Decodes a file chunk by chunk in any supported encoding. */
export async function decodeCsv(
  source: ByteSource,
  { onText, onRestart, chosen = null }: DecodeOptions,
): Promise<FoundEncoding> {
  if (chosen !== null) {
    if (chosen === 'utf-8') await decodeMended(source, onText);
    else await decodeAs(source, chosen, onText);
    return { encoding: chosen, evidence: 'it was chosen' };
  }
  const guessed = await guessFrom(source);
  try {
    await decodeAs(source, guessed.encoding, onText);
    return guessed;
  } catch (error) {
    if (guessed.encoding !== 'utf-8' || !(error instanceof NotThisEncoding)) throw error;
    onRestart();
    const { good, wrong, isCut, hasMark } = await weighUtf8(source);
    if (hasMark || good > wrong) {
      await decodeMended(source, onText);
      return { encoding: 'utf-8', evidence: describeWrong(wrong, isCut) };
    }
    const isMac = await isMacRoman(source);
    const encoding = isMac ? 'macintosh' : 'windows-1252';
    await decodeAs(source, encoding, onText);
    const evidence = 'most of its accented letters are not UTF-8';
    return {
      encoding,
      evidence: isMac ? `${evidence}, and make words in Mac Roman only` : evidence,
    };
  }
}

/**
 * Whether the letters of a single-byte file form words in Mac Roman rather than in Windows-1252.
 * Within a word, no symbol follows a letter, and no capital letter follows a small one.
 */
async function isMacRoman(source: ByteSource): Promise<boolean> {
  const odd = { mac: 0, windows: 0 };
  let before = 0;
  await eachPart(source, (bytes, isEnd) => {
    // The letter after the last byte may be in the next part.
    const end = isEnd ? bytes.length : Math.max(0, bytes.length - 1);
    for (let at = 0; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 && isAsciiLetter(before)) {
        const isInSmall = isSmall(before) || isSmall(bytes[at + 1] ?? 0);
        if (isOddLetter(MAC_ROMAN[byte - 0x80] ?? '', isInSmall)) odd.mac += 1;
        if (isOddLetter(WINDOWS_1252[byte - 0x80] ?? '', isInSmall)) odd.windows += 1;
      }
      before = byte;
    }
    return end;
  });
  return odd.windows > odd.mac;
}

const HIGH_BYTES = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
const MAC_ROMAN = new TextDecoder('macintosh').decode(HIGH_BYTES);
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(HIGH_BYTES);

const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isAsciiLetter = (byte: number): boolean => isSmall(byte) || (byte >= 0x41 && byte <= 0x5a);

/** Apostrophes, dashes, closing quotes and similar symbols follow letters in both encodings. */
const isOddLetter = (letter: string, isInSmall: boolean): boolean =>
  /\p{L}/u.test(letter)
    ? isInSmall && letter !== letter.toLowerCase()
    : !/[’”…–—™®»\u00a0,;:.]/.test(letter);

function describeWrong(wrong: number, isCut: boolean): string {
  if (wrong === 0 && isCut) return 'all of its bytes fit, and it ends within a character';
  const bytes = wrong === 1 ? '1 byte does' : `${formatNumber(wrong)} bytes do`;
  return `${bytes} not fit, and the others do`;
}

class NotThisEncoding extends Error {}

/** How many characters of UTF-8 beyond ASCII a file has, how many wrong bytes, and whether it begins with its mark. */
async function weighUtf8(source: ByteSource) {
  let good = 0;
  let wrong = 0;
  let hasMark: boolean | null = null;
  let isCut = false;
  await eachPart(source, (bytes, isEnd) => {
    hasMark ??= hasUtf8Mark(bytes);
    let at = 0;
    while (at < bytes.length) {
      const length = sequenceAt(bytes, at);
      if (length === 'cut' && !isEnd) return at;
      if (length === 'cut') isCut = true;
      else if (length === 0) wrong += 1;
      else if (length !== 1) good += 1;
      at += typeof length === 'number' ? Math.max(length, 1) : bytes.length - at;
    }
    return at;
  });
  return { good, wrong, isCut, hasMark: hasMark === true };
}

/** Decodes UTF-8 and reads the bytes that do not belong to it as Windows-1252. */
async function decodeMended(
  source: ByteSource,
  onText: (text: string, bytes: number) => void,
): Promise<void> {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const single = new TextDecoder('windows-1252');
  let isFirst = true;
  await eachPart(source, (bytes, isEnd) => {
    let text = '';
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      const length = sequenceAt(bytes, at);
      if (length === 'cut' && !isEnd) break;
      if (length === 0 || length === 'cut') {
        const next = length === 0 ? at + 1 : bytes.length;
        text += utf8.decode(bytes.subarray(from, at)) + single.decode(bytes.subarray(at, next));
        from = next;
        at = next;
      } else at += length;
    }
    text += utf8.decode(bytes.subarray(from, at));
    onText(isFirst ? text.replace(/^\uFEFF/, '') : text, at);
    isFirst = false;
    return at;
  });
}

/**
 * The length of the UTF-8 character at an index: 0 for a wrong byte, `cut` if the bytes end within
 * it.
 */
function sequenceAt(bytes: Uint8Array, at: number): number | 'cut' {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next];
    if (byte === undefined) return 'cut';
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, halves of surrogate pairs and code points that do not exist.
  const isWrong =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isWrong ? 0 : length;
}

/**
 * Reads bytes part by part. `onPart` returns how many it consumed; the rest is passed again before
 * the next part.
 */
async function eachPart(
  source: ByteSource,
  onPart: (bytes: Uint8Array, isEnd: boolean) => number,
): Promise<void> {
  const reader = source.stream().getReader();
  let rest = new Uint8Array();
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    const bytes = new Uint8Array(rest.length + value.length);
    bytes.set(rest);
    bytes.set(value, rest.length);
    rest = bytes.slice(onPart(bytes, false));
  }
  onPart(rest, true);
}

async function guessFrom(source: ByteSource): Promise<FoundEncoding> {
  const reader = source.stream().getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return guessEncoding(value ?? new Uint8Array());
}

async function decodeAs(
  source: ByteSource,
  encoding: CsvEncoding,
  onText: (text: string, bytes: number) => void,
): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      // The decoder throws on the first byte that does not fit; no other failure is possible here.
      throw new NotThisEncoding(encoding);
    }
  };
  const reader = source.stream().getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      onText(decode(value), value.length);
    }
    onText(decode(), 0);
  } finally {
    reader.releaseLock();
  }
}
