/** Lets `size` callers in at once; the others wait in order. Each gets a function that lets the next one in. */
export function createSemaphore(size: number): (signal: AbortSignal) => Promise<() => void> {
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
