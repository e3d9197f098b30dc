import { ApiError } from '../../lib/api-error.ts';

/** A part is sent this many times if the network or the server is briefly unavailable. */
const ATTEMPTS = 3;

interface SendOptions<Part> {
  /** The number of concurrent parts. */
  atOnce: number;
  /** No further part is sent after it aborts. */
  signal: AbortSignal;
  send: (part: Part) => Promise<void>;
}

/**
 * Sends the parts of an upload in order. After a failure no further part is sent.
 * @throws the first failure, after the pending parts; the signal's reason if it aborted before the
 * last part.
 */
export async function sendParts<Part>(
  parts: Iterable<Part>,
  { atOnce, signal, send }: SendOptions<Part>,
): Promise<void> {
  const waiting = [...parts].values();
  // The first failure is its reason.
  const stopped = new AbortController();
  const sendWaiting = async () => {
    try {
      for (const part of waiting) {
        stopped.signal.throwIfAborted();
        signal.throwIfAborted();
        await repeat(() => send(part), signal);
      }
    } catch (error) {
      stopped.abort(error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendWaiting));
  stopped.signal.throwIfAborted();
}

async function repeat(send: () => Promise<void>, signal: AbortSignal, attempt = 1): Promise<void> {
  try {
    await send();
  } catch (error) {
    const isTemporary =
      error instanceof ApiError && (error.kind === 'network' || error.status === 503);
    if (!isTemporary || attempt >= ATTEMPTS || signal.aborted) throw error;
    await repeat(send, signal, attempt + 1);
  }
}
