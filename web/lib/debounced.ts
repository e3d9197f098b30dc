import { useEffect, useEffectEvent, useState } from 'react';

/** Calls `run` when `value` has not changed for `delayMs`; not after the unmount. */
export function useAfterPause<T>(value: T, delayMs: number, run: (value: T) => void): void {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const timer = setTimeout(() => runLatest(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
}

/** The value after it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useAfterPause(value, delayMs, setSettled);
  return settled;
}
