/** The encodings that can be read. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const LOOKED_AT = 2_048;

/**
 * The encoding by the first bytes: a byte order mark, or the zero bytes of UTF-16; else UTF-8, which
 * {@link decodeCsv} gives up for Windows-1252 when a byte does not fit.
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
 * called when the file turned out to be Windows-1252 after pieces were handed on, and all of them come again.
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
    await decodeAs(source, 'windows-1252', onText);
    return 'windows-1252';
  }
}

class NotThisEncoding extends Error {}

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
