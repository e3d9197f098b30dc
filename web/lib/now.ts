import { useSyncExternalStore } from 'react';

const STEP_MS = 15_000;
/**
 * Timers of a hidden tab run at least once a minute: a longer gap means that the machine slept, or its clock was set.
 */
const SLEPT_MS = 5 * 60_000;

let now = Date.now();
/** The time of the last step. */
let steppedAt = now;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const sleepListeners = new Set<() => void>();

/** Runs when an operator returns, because timers may be suspended until then. */
const RETURNS = ['focus', 'online', 'pageshow'] as const;

function start(): void {
  steppedAt = Date.now();
  timer = setInterval(tick, STEP_MS);
  for (const event of RETURNS) window.addEventListener(event, tick);
  document.addEventListener('visibilitychange', tick);
}

function stop(): void {
  clearInterval(timer);
  for (const event of RETURNS) window.removeEventListener(event, tick);
  document.removeEventListener('visibilitychange', tick);
}

function listenIn(set: Set<() => void>, listener: () => void): () => void {
  if (listeners.size + sleepListeners.size === 0) start();
  set.add(listener);
  return () => {
    set.delete(listener);
    if (listeners.size + sleepListeners.size === 0) stop();
  };
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now();
  return listenIn(listeners, listener);
}

function tick(): void {
  now = Date.now();
  const passedMs = now - steppedAt;
  steppedAt = now;
  for (const listener of listeners) listener();
  if (Math.abs(passedMs) < SLEPT_MS) return;
  for (const listener of sleepListeners) listener();
}

/**
 * The time in milliseconds since the epoch, renewed every 15 s and when the operator returns to the tab; one timer for
 * all components.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/**
 * Calls `listener` after the machine slept, or its clock was set by minutes or more, in either direction.
 * @returns the unsubscribe function
 */
export const onSleep = (listener: () => void): (() => void) => listenIn(sleepListeners, listener);
