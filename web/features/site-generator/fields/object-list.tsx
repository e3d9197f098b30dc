import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Fields, useScrollArea } from '../../../ui/read-only.tsx';

interface ObjectListProps<T> {
  label: string;
  /** Scrolls with the list, above it. */
  head: ReactNode;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Height of an item in px before it is measured. */
  estimatedHeight: number;
  renderItem: (item: T) => ReactNode;
}

const GAP_PX = 12;

/** The objects of a generator below each other. Only those in view exist, so that thousands of forms stay fast. */
export function ObjectList<T>(props: ObjectListProps<T>) {
  const { items, keyOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const scrollArea = useScrollArea(props.label);
  const [headHeight, setHeadHeight] = useState(0);
  useLayoutEffect(() => {
    const element = head.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeadHeight(element.offsetHeight));
    observer.observe(element);
    setHeadHeight(element.offsetHeight);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.estimatedHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    gap: GAP_PX,
    overscan: 4,
    scrollMargin: headHeight,
  });
  return (
    <div {...scrollArea} ref={scroller} className="min-h-0 flex-1 overflow-auto px-5 max-md:px-3.5">
      <Fields>
        <div ref={head} className="flex flex-col gap-3 py-4">
          {props.head}
        </div>
        <ul
          aria-label={props.label}
          className="relative mb-5"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            if (item === undefined) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - headHeight}px)` }}
              >
                {props.renderItem(item)}
              </li>
            );
          })}
        </ul>
      </Fields>
    </div>
  );
}
