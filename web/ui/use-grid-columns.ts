import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many columns of a least width fit into an element's content box, as `repeat(auto-fill, minmax())` counts them. */
export function useGridColumns(
  ref: RefObject<HTMLElement | null>,
  { minWidth, gap }: { minWidth: number; gap: number },
): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const count = () => {
      const style = getComputedStyle(element);
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const width = element.clientWidth - padding;
      setColumns(Math.max(1, Math.floor((width + gap) / (minWidth + gap))));
    };
    count();
    const observer = new ResizeObserver(count);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, minWidth, gap]);
  return columns;
}
