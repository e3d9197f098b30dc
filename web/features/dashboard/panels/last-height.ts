import { type RefObject, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Saved, saved } from '../../../kit/saved/saved.ts';

/**
 * The height in px of a list at the last visit.
 * @param fallback before the first one
 */
export const savedHeight = (list: string, fallback: number): Saved<number> =>
  saved({
    key: `dashboard-${list}-height`,
    schema: z.number(),
    fallback,
    owner: 'browser',
  });

/**
 * A list takes at least the height of the last visit at once, so that nothing below it moves when it fills. The next visit
 * has the height of its content.
 */
export function useLastHeight(last: Saved<number>): {
  content: RefObject<HTMLDivElement | null>;
  height: number;
} {
  const content = useRef<HTMLDivElement>(null);
  const [height] = useState(last.read);
  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => last.write(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [last]);
  return { content, height };
}
