import { useSyncExternalStore } from 'react';

const STEP_MS = 15_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, STEP_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time in milliseconds since the epoch, renewed every 15 s; one timer for all components. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
