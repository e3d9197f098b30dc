import { Zip, ZipDeflate } from 'fflate';
import type { DispatchFile } from '../../../shared/signup/dispatch-files.ts';

/**
 * "Made by Unix": Info-ZIP unzip reads names of DOS archives in the code page of DOS, even where the UTF-8 flag is set.
 */
const MADE_BY_UNIX = 3;
/** A regular file, rw-r--r--, in the upper half of the external attributes. */
const UNIX_FILE_MODE = 0o100644 * 0x10000;

/** ZIP stores local times. The earliest time in the current zone makes the same input give the same bytes. */
const fixedTime = (): Date => new Date(1980, 0, 1);

/**
 * Packs the files into a ZIP while it is sent. Memory contains one chunk of one file at a time,
 * regardless of the total size. The same files give the same bytes.
 */
export function streamZip(files: Iterable<DispatchFile>): ReadableStream<Uint8Array> {
  const pieces = zipPieces(files);
  return new ReadableStream(
    {
      async pull(controller) {
        // Without this pause, a fast reader would block other calls until the end.
        await new Promise((resolve) => setTimeout(resolve));
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function* zipPieces(files: Iterable<DispatchFile>): Generator<Uint8Array, undefined> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    failure ??= error;
    if (data?.length > 0) ready.push(data);
  });
  const encoder = new TextEncoder();
  for (const { path, chunks } of files) {
    const entry = new ZipDeflate(path, { level: 6 });
    entry.mtime = fixedTime();
    entry.os = MADE_BY_UNIX;
    entry.attrs = UNIX_FILE_MODE;
    zip.add(entry);
    for (const chunk of chunks) {
      entry.push(encoder.encode(chunk));
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* ready.splice(0);
    if (failure) throw failure;
  }
  zip.end();
  yield* ready.splice(0);
  return undefined;
}
