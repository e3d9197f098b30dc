import { useEffect, useState } from 'react';
import { useNow } from '../../../lib/now.ts';

const SECOND_MS = 1_000;

/**
 * The time of the server in milliseconds since the epoch, renewed every 15 s, or each second.
 * @param offsetMs the clock of the server minus that of this machine
 */
export function useServerNow(offsetMs: number, eachSecond = false): number {
  const slow = useNow();
  const [fast, setFast] = useState(() => Date.now());
  useEffect(() => {
    if (!eachSecond) return;
    const timer = setInterval(() => setFast(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [eachSecond]);
  return (eachSecond ? Math.max(slow, fast) : slow) + offsetMs;
}
