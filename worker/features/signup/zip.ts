import { Zip, ZipDeflate } from 'fflate';
import type { DispatchFile } from '../../../shared/signup/dispatch-files.ts';

/** ZIP keeps local times; the first one that it can hold, in the zone of the moment, makes the same input the same bytes. */
const fixedTime = (): Date => new Date(1980, 0, 1);

/**
 * The files as a ZIP that is made while it is sent: one piece of one file at a time, so that the size of the whole does not
 * matter. The same files give the same bytes.
 */
export function streamZip(files: Iterable<DispatchFile>): ReadableStream<Uint8Array> {
  const pieces = zipPieces(files);
  return new ReadableStream(
    {
      pull(controller) {
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
