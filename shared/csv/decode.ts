/** The encodings that can be read. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const LOOKED_AT = 2_048;

/**
 * The encoding by the first bytes: a byte order mark, or the zero bytes of UTF-16; else UTF-8, which
 * {@link decodeCsv} gives up for Windows-1252 if most of the bytes beyond ASCII do not fit.
 */
function guessEncoding(head: Uint8Array): CsvEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const length = Math.min(head.length, LOOKED_AT);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at++) {
    if (head[at] !== 0) continue;
    if (at % 2 === 0) evenZeros++;
    else oddZeros++;
  }
  if (oddZeros > length / 5 && evenZeros < oddZeros / 10) return 'utf-16le';
  if (evenZeros > length / 5 && oddZeros < evenZeros / 10) return 'utf-16be';
  return 'utf-8';
}

/** Bytes that can be read from the start more than once, such as a Blob. */
export interface ByteSource {
  stream(): ReadableStream<Uint8Array>;
}

/**
 * Decodes a file piece by piece in any supported encoding. `onText` receives each piece; `onRestart` is
 * called when the file turned out to be Windows-1252, or UTF-8 with a few wrong bytes, after pieces were handed on, and
 * all of them come again.
 */
export async function decodeCsv(
  source: ByteSource,
  { onText, onRestart }: { onText: (text: string, bytes: number) => void; onRestart: () => void },
): Promise<CsvEncoding> {
  const guessed = await guessFrom(source);
  try {
    await decodeAs(source, guessed, onText);
    return guessed;
  } catch (error) {
    if (guessed !== 'utf-8' || !(error instanceof NotThisEncoding)) throw error;
    onRestart();
    if (await isMostlyUtf8(source)) {
      await decodeMended(source, onText);
      return 'utf-8';
    }
    await decodeAs(source, 'windows-1252', onText);
    return 'windows-1252';
  }
}

class NotThisEncoding extends Error {}

/** Whether a file that is not UTF-8 throughout has more characters of UTF-8 than wrong bytes, or begins with its mark. */
async function isMostlyUtf8(source: ByteSource): Promise<boolean> {
  let good = 0;
  let wrong = 0;
  let hasMark: boolean | null = null;
  await eachPart(source, (bytes, isEnd) => {
    hasMark ??= bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    let at = 0;
    while (at < bytes.length) {
      const length = sequenceAt(bytes, at);
      if (length === 'cut' && !isEnd) return at;
      if (length === 0) wrong += 1;
      else if (length !== 1 && length !== 'cut') good += 1;
      at += typeof length === 'number' ? Math.max(length, 1) : bytes.length - at;
    }
    return at;
  });
  return hasMark === true || good > wrong;
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

/** The length of the UTF-8 character at a place: 0 for a wrong byte, `cut` if the bytes end within it. */
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

/** Reads bytes part by part. `onPart` returns how many it took; the rest comes again before the next part. */
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

async function guessFrom(source: ByteSource): Promise<CsvEncoding> {
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
      // The decoder throws on the first byte that does not fit; nothing else can go wrong here.
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
