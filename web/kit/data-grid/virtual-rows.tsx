import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isFocusLost, wasPointerLast } from '../../lib/focus.ts';

export interface VirtualRowsProps {
  /** The scrolling element. */
  scrollRef: RefObject<HTMLDivElement | null>;
  /** Takes the focus on mount if no element has it. */
  takesFocus: boolean;
  label: string;
  rowCount: number;
  /** The total number of rows if some are not loaded yet; `rowCount` by default. */
  total?: number | undefined;
  columnCount: number;
  /** The height of a row in px until it is measured. */
  estimatedHeight: number;
  gap: number;
  /** Rows rendered beyond each edge of the view. */
  overscan: number;
  /** Space in px above the first row. */
  startPadding: number;
  /** Space in px kept free for a floating bar, below the last row and below a row scrolled into view. */
  endPadding: number;
  /** A sticky head; it counts as the first row. */
  head?: { height: number; row: ReactNode } | undefined;
  /** The row at the keyboard cursor, which is scrolled into view. Null without a cursor. */
  cursorRow: number | null;
  /** Id of the element at the keyboard cursor. */
  activeId: string | undefined;
  /** Measured heights are dropped when this value changes: another order, another number of columns. */
  layoutKey: unknown;
  /** When it changes (another search, another order) the rows scroll to the first, unless there is a cursor. */
  listKey?: string | undefined;
  /** Called when the last rows come into view. */
  onEnd?: (() => void) | undefined;
  /** `multiple` announces a grid whose rows can be selected. */
  selectable?: 'multiple' | 'none';
  /** Attributes of a row element: its id, state and classes. */
  rowProps?: (index: number) => ComponentProps<'div'>;
  renderRow: (index: number) => ReactNode;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  className?: string;
}

/** Rows from the end at which more are loaded. */
const END_ROWS = 20;

/**
 * The scrolling frame of a grid: it renders only the rows in view. Assistive technology receives
 * the full counts. The grid itself has the focus and references the active row or cell.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { scrollRef, rowCount, head, cursorRow, layoutKey, onEnd } = props;
  const headHeight = head?.height ?? 0;
  const overscan = useOverscan(props);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => props.estimatedHeight,
    gap: props.gap,
    overscan,
    paddingStart: props.startPadding,
    paddingEnd: props.endPadding,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight + props.gap,
    scrollPaddingEnd: props.endPadding,
    directDomUpdates: true,
    // Several scroll events of one frame make one render.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the key invalidates the measured heights.
  useLayoutEffect(() => remeasure(virtualizer), [layoutKey, virtualizer]);
  useEffect(() => {
    if (cursorRow !== null) virtualizer.scrollToIndex(cursorRow, { align: 'auto' });
  }, [cursorRow, virtualizer]);
  useScrollToStart(virtualizer, props);
  const [isRingHidden, hideRing] = useFirstFocus(props);
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastShown >= rowCount - END_ROWS) onEnd?.();
  }, [lastShown, rowCount, onEnd]);

  const isCursorShown = items.some(({ index }) => index === cursorRow);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a virtual grid are placed by transform, which table elements do not support. */}
      <div
        ref={scrollRef}
        role="grid"
        aria-label={props.label}
        aria-multiselectable={props.selectable === 'none' ? undefined : 'true'}
        aria-rowcount={(props.total ?? rowCount) + (head === undefined ? 0 : 1)}
        aria-colcount={props.columnCount}
        aria-activedescendant={props.activeId}
        tabIndex={0}
        onKeyDown={(event) => {
          hideRing(false);
          props.onKeyDown(event);
        }}
        onBlur={() => hideRing(false)}
        className={clsx('peer min-h-0 flex-1 overflow-auto outline-none!', props.className)}
      >
        {head?.row}
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div role="rowgroup" ref={virtualizer.containerRef} className="relative w-full">
          {items.map(({ index, key }) => {
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
      {isCursorShown || isRingHidden ? null : <FocusRing />}
    </div>
  );
}

/** The ring of the focused grid, over its head and rows. With a cursor in view, the cursor shows the focus. */
function FocusRing() {
  return (
    <div
      aria-hidden="true"
      data-focus-ring=""
      className="pointer-events-none absolute inset-0 z-(--z-sticky) hidden border-2 border-focus peer-focus-visible:block"
    />
  );
}

/**
 * Another order or filter renders the rows in view in the first frame, and those beyond the edges
 * after it.
 */
function useOverscan({ overscan, listKey }: VirtualRowsProps): number {
  const drawn = useDeferredValue(listKey);
  return drawn === listKey ? overscan : 0;
}

/** Takes the focus on mount. @returns whether the ring around all rows is hidden, and how to change that. */
function useFirstFocus({ takesFocus, scrollRef }: VirtualRowsProps) {
  const ring = useState(false);
  const [, hideRing] = ring;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only.
  useEffect(() => {
    if (!takesFocus || !isFocusLost()) return;
    scrollRef.current?.focus({ preventScroll: true });
    // After a click, the ring around all rows would look like a selection. The first key shows it.
    hideRing(wasPointerLast());
  }, []);
  return ring;
}

function useScrollToStart(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { listKey, cursorRow }: VirtualRowsProps,
): void {
  const shown = useRef(listKey);
  useEffect(() => {
    if (shown.current === listKey) return;
    shown.current = listKey;
    // The virtualizer has the offset; reading it from the element would wait for a layout.
    if (cursorRow === null && virtualizer.scrollOffset) virtualizer.scrollToOffset(0);
  }, [listKey, cursorRow, virtualizer]);
}

/**
 * Drops all heights and measures the rendered rows: a resize observer does not report a row that keeps its size.
 * Returns early, without reading the layout, if all rows have the estimated height.
 */
function remeasure(virtualizer: Virtualizer<HTMLDivElement, Element>): void {
  const estimate = virtualizer.options.estimateSize(0);
  if ([...virtualizer.itemSizeCache.values()].every((height) => height === estimate)) return;
  virtualizer.measure();
  // Resets the measurements to the estimates; otherwise a row of the same height counts as measured.
  virtualizer.getTotalSize();
  for (const row of virtualizer.elementsCache.values()) {
    if (!row.isConnected) continue;
    const height = virtualizer.options.measureElement(row, undefined, virtualizer);
    virtualizer.resizeItem(virtualizer.indexFromElement(row), height);
  }
}
