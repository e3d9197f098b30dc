import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
} from 'react';

interface VirtualRowsProps {
  /** The scrolling element; the owner may measure it. */
  scrollRef: RefObject<HTMLDivElement | null>;
  label: string;
  rowCount: number;
  columnCount: number;
  /** A row's height in px before it was measured. */
  estimatedHeight: number;
  gap: number;
  /** Rows that exist beyond each edge of the view. */
  overscan: number;
  /** Space in px above the first row. */
  startPadding: number;
  /** Space in px that is kept free below the last row and below a row brought into view (a floating bar). */
  endPadding: number;
  /** A head that stays in view; it counts as the first row. */
  head?: { height: number; row: ReactNode } | undefined;
  /** The row at the keyboard cursor: it is kept in view. Null while there is none. */
  cursorRow: number | null;
  /** Id of the element at the keyboard cursor. */
  activeId: string | undefined;
  /** Heights are forgotten when this value changes: another order, another number of columns. */
  layoutKey: unknown;
  /** Attributes of a row element: its id, state and looks. */
  rowProps?: (index: number) => ComponentProps<'div'>;
  renderRow: (index: number) => ReactNode;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  className?: string;
}

/**
 * A grid of thousands of rows of which only those in view exist. Assistive technology is told the full counts; the
 * grid itself has the focus and names the active row or cell.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { scrollRef, rowCount, head, cursorRow, layoutKey } = props;
  const headHeight = head?.height ?? 0;
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => props.estimatedHeight,
    gap: props.gap,
    overscan: props.overscan,
    paddingStart: props.startPadding,
    paddingEnd: props.endPadding,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight + props.gap,
    scrollPaddingEnd: props.endPadding,
    directDomUpdates: true,
    // Several scroll events of one frame make one render.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key alone says when heights are void.
  useLayoutEffect(() => measureAnew(virtualizer), [layoutKey, virtualizer]);
  useEffect(() => {
    if (cursorRow !== null) virtualizer.scrollToIndex(cursorRow, { align: 'auto' });
  }, [cursorRow, virtualizer]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual grid stand at computed places, which table elements cannot.
    <div
      ref={scrollRef}
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={rowCount + (head === undefined ? 0 : 1)}
      aria-colcount={props.columnCount}
      aria-activedescendant={props.activeId}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      className={clsx('min-h-0 flex-1 overflow-auto -outline-offset-2', props.className)}
    >
      {head?.row}
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="rowgroup" ref={virtualizer.containerRef} className="relative w-full">
        {virtualizer.getVirtualItems().map(({ index, key }) => {
          const { className, ...row } = props.rowProps?.(index) ?? {};
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
            <div
              {...row}
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + (head === undefined ? 1 : 2)}
              className={clsx('absolute top-0 left-0 w-full', className)}
            >
              {props.renderRow(index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Forgets all heights and takes those of the rows that stay: nobody else tells of a row that keeps its size. */
function measureAnew(virtualizer: Virtualizer<HTMLDivElement, Element>): void {
  virtualizer.measure();
  // Puts the estimates in the place of what was measured; else a row of the same height counts as known.
  virtualizer.getTotalSize();
  for (const row of virtualizer.elementsCache.values()) {
    if (!row.isConnected) continue;
    const height = virtualizer.options.measureElement(row, undefined, virtualizer);
    virtualizer.resizeItem(virtualizer.indexFromElement(row), height);
  }
}
