import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Combines calls within `delayMs` into one call of `handler`, `delayMs` after the first of them. On
 * unmount, a waiting call is made at once.
 */
export function useGathered(handler: () => void, delayMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    handler();
  };
  const onUnmount = useEffectEvent(() => {
    if (timer.current !== undefined) flush();
  });
  useEffect(() => () => onUnmount(), []);
  return () => {
    timer.current ??= setTimeout(flush, delayMs);
  };
}
