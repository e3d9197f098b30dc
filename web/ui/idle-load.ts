import { useEffect, useState } from 'react';

/**
 * Loads code that is not needed yet. A failure is no news: whoever needs the code asks again, and says so if it
 * fails then.
 */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

/** Loads code once the browser has nothing better to do. `load` must be a stable function. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => loadAhead(load), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => loadAhead(load));
    return () => cancelIdleCallback(handle);
  }, [load]);
}

/** True from the first time that `open` is true. */
export function useOnceOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened || open;
}
