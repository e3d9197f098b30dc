import { useSyncExternalStore } from 'react';

/** False while the browser has no network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Waits for `ms`, or until the browser is online again or `signal` aborts. */
export const pauseOrOnline = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
    if (over.aborted) resolve();
    over.addEventListener('abort', () => resolve(), { once: true });
    addEventListener('online', () => resolve(), { once: true, signal: over });
  });

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
