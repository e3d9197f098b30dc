import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * A number derived from the width in px of an element's content box, measured before the first paint and again when
 * the element is resized. `derive` must be stable; components render again only when its result changes.
 */
export function useInlineSize(
  ref: RefObject<HTMLElement | null>,
  derive: (width: number) => number,
): number {
  const [size, setSize] = useState(() => derive(Number.POSITIVE_INFINITY));
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      setSize(derive(element.clientWidth - padding));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, derive]);
  return size;
}
