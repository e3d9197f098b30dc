const CALLS_PER_SECOND = 5;
const SPACING_MS = 1000 / CALLS_PER_SECOND;

/**
 * When the next call may start. One bucket for all requests of an isolate: the provider allows five calls a second
 * to a key, evenly spread (its gateway refuses bursts). Slots are handed out, not waited for, because one request
 * cannot wake another in a Worker.
 */
let nextSlot = 0;

/** Takes the next free slot; the answer is how long to wait for it, in milliseconds. */
export function takeSlot(now: number): number {
  const slot = Math.max(now, nextSlot);
  nextSlot = slot + SPACING_MS;
  return slot - now;
}

/** Lets so many calls in at once; the others wait in order. */
export function createGate(size: number): (signal: AbortSignal) => Promise<() => void> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (signal) => {
    if (inside >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    const leave = () => {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    };
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  };
}
