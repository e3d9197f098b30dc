import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit as honoBodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import { DomainError } from '../../shared/errors.ts';

export const KIB = 1024;
export const MIB = 1024 * KIB;

/**
 * The limits in bytes that are declared at a route; a route without one gets {@link
 * defaultBodyLimit}.
 */
const routeLimits = new WeakMap<object, number>();

/**
 * The maximum size of a body in bytes that a handler of a route accepts; undefined for any other
 * handler.
 */
export const bodyLimitOf = (handler: object): number | undefined => routeLimits.get(handler);

/** How much of a body is still read after it was refused as too large, and for how long. */
const DRAINED = { bytes: 64 * MIB, ms: 10_000 };

/** The readers of bodies that were not read to their end yet. */
const unread = new WeakMap<Context, ReadableStreamDefaultReader<Uint8Array>>();

/**
 * Refuses larger request bodies with 413: `.post('/x', bodyLimit(24 * MIB), validate('json', x), ...)`.
 * Counts the bytes of a chunked body, which has no declared length.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  const hono = honoBodyLimit({
    maxSize: maxBytes,
    onError: async (c) => {
      await drain(unread.get(c));
      return refuse(maxBytes);
    },
  });
  const limit: MiddlewareHandler = (c, next) => {
    keepReader(c);
    return hono(c, next);
  };
  routeLimits.set(limit, maxBytes);
  return limit;
}

/**
 * If the answer comes before the end of a chunked body, wrangler's proxy under `npm start` treats
 * that as a crash of the Worker and answers 500. This stores a reader with which the rest can be
 * read.
 */
function keepReader(c: Context): void {
  const { raw } = c.req;
  const isChunked = !raw.headers.has('Content-Length') || raw.headers.has('Transfer-Encoding');
  if (raw.body === null || !isChunked || c.env?.LOCAL_ONLY !== '1') return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = raw.body.getReader();
  unread.set(c, reader);
  // Nothing is read ahead, because only one read may be pending at a time, and `drain` may start
  // the next one.
  const ahead = { highWaterMark: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    ahead,
  );
  c.req.raw = new Request(raw, { body });
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (reader === undefined) return;
  const until = Date.now() + DRAINED.ms;
  let bytes = 0;
  while (bytes < DRAINED.bytes && Date.now() < until) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
  }
}

const limitToDefault = bodyLimit(MIB);

/** Limits bodies to 1 MiB, except at routes that name their own {@link bodyLimit}. */
export const defaultBodyLimit: MiddlewareHandler = (c, next) =>
  matchedRoutes(c).some(({ handler }) => routeLimits.has(handler))
    ? next()
    : limitToDefault(c, next);

/** A number of bytes as `512 KiB` or `12 MiB`. */
export const sizeInWords = (bytes: number): string =>
  bytes < MIB ? `${bytes / KIB} KiB` : `${Math.floor(bytes / MIB)} MiB`;

function refuse(maxBytes: number): never {
  throw new DomainError(
    'payload_too_large',
    `The request is too large: at most ${sizeInWords(maxBytes)} are accepted here.`,
  );
}
