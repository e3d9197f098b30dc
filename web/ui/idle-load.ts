import { useEffect, useState } from 'react';

/** Loads code once the browser has nothing better to do. `load` must be a stable function. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(load, 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => void load());
    return () => cancelIdleCallback(handle);
  }, [load]);
}

/** True from the first time that `open` is true. */
export function useOnceOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened || open;
}
