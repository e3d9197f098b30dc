import { clsx } from 'clsx';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type CursorActions, type GridSelection, useGridSelection } from './use-grid-selection.ts';
import { useInlineSize } from './use-inline-size.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { useIsVirtualLoaded } from './virtualizer.ts';

interface GridProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: GridSelection;
  /** The smallest width of a card in px. */
  minWidth: number;
  /** The height of a card in px until it is measured. */
  height: number;
  /** Called when the last loaded cards come into view. */
  onEnd?: (() => void) | undefined;
  /** Space in px below the last card for a floating selection bar. */
  endPadding?: number;
  renderCard: (row: Row, state: { isSelected: boolean; isAtCursor: boolean }) => ReactNode;
}

const GAP = 12;

interface PlainCardsProps<Row> extends Omit<GridProps<Row>, 'selection'>, CursorActions<Row> {}

interface CardGridProps<Row> extends PlainCardsProps<Row> {
  /** Without it the grid has a keyboard cursor and no checkboxes. Actions of the cursor work only without it. */
  selection?: GridSelection;
}

/** Cards side by side, as many as fit; only those in view are rendered. */
export function CardGrid<Row>({ selection, ...props }: CardGridProps<Row>) {
  if (!useIsVirtualLoaded()) return <div className="min-h-0 flex-1 bg-bg" />;
  return selection ? <Cards {...props} selection={selection} /> : <PlainCards {...props} />;
}

function PlainCards<Row>(props: PlainCardsProps<Row>) {
  return <Cards {...props} selection={useGridSelection({ ...props, mode: 'none' })} />;
}

function Cards<Row>(props: GridProps<Row>) {
  const { rows, rowId, selection, minWidth } = props;
  const { selected, cursor, mode } = selection;
  const columns = useInlineSize(
    selection.gridRef,
    useCallback((width) => columnsIn(width, minWidth), [minWidth]),
  );
  const at = useMemo(
    () => (cursor === null ? -1 : rows.findIndex((row) => rowId(row) === cursor)),
    [rows, rowId, cursor],
  );
  const atCursor = rows[at];
  return (
    <VirtualRows
      scrollRef={selection.gridRef}
      takesFocus={selection.takesFocus}
      label={props.label}
      rowCount={Math.ceil(rows.length / columns)}
      columnCount={columns}
      selectable={mode === 'many' ? 'multiple' : 'none'}
      estimatedHeight={props.height}
      gap={GAP}
      overscan={3}
      startPadding={16}
      endPadding={props.endPadding ?? 16}
      cursorRow={at < 0 ? null : Math.floor(at / columns)}
      activeId={atCursor === undefined ? undefined : `card-${rowId(atCursor)}`}
      onEnd={props.onEnd}
      layoutKey={`${columns} ${rows.length} ${rows[0] === undefined ? '' : rowId(rows[0])}`}
      rowProps={() => ({
        className: 'grid',
        style: { gap: GAP, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
      })}
      renderRow={(line) =>
        rows.slice(line * columns, (line + 1) * columns).map((row, column) => {
          const id = rowId(row);
          const isSelected = selected.has(id);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
            // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
            <div
              {...selection.rowHandlers(id)}
              key={id}
              id={`card-${id}`}
              role="gridcell"
              aria-colindex={column + 1}
              aria-selected={mode === 'many' ? isSelected : undefined}
              className="min-w-0"
            >
              {props.renderCard(row, { isSelected, isAtCursor: cursor === id })}
            </div>
          );
        })
      }
      onKeyDown={(event) => selection.onKeyDown(event, columns)}
      className="bg-bg px-5 max-md:px-3.5"
    />
  );
}

/** How many cards fit side by side, as CSS counts `repeat(auto-fill, minmax())`. */
function columnsIn(width: number, minWidth: number): number {
  if (!Number.isFinite(width)) return 1;
  return Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
}

interface CardSkeletonsProps {
  /** The label for screen readers, such as "Loading profiles". */
  label: string;
  /** The smallest width of a card in px. */
  minWidth: number;
  height: number;
}

/** Cards that are loading, where the grid will show them; appears after 200 ms. */
export function CardSkeletons({ label, minWidth, height }: CardSkeletonsProps) {
  return (
    <div
      role="status"
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${minWidth}px, 1fr))`, gap: GAP }}
      className="after-a-moment grid bg-bg px-5 py-4 max-md:px-3.5"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div
          key={key}
          style={{ height }}
          className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3.5"
        >
          <Skeleton className="w-16" />
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="w-36" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}

interface CardProps {
  /** Names the card, unless its heading does. */
  label?: string;
  isAtCursor: boolean;
  isSelected?: boolean;
  /** Its details are beside the list. */
  isOpen?: boolean;
  /** Dashed, for what is paused. */
  isQuiet?: boolean;
  className?: string;
  children: ReactNode;
}

/** The frame of one object in a grid of cards. */
export function Card(props: CardProps) {
  const { label, isAtCursor, isSelected, isOpen, isQuiet, className, children } = props;
  return (
    <article
      aria-label={label}
      aria-current={isOpen || undefined}
      className={clsx(
        'min-w-0 rounded-lg border',
        isQuiet ? 'border-dashed bg-bg' : 'bg-surface',
        isSelected || isOpen
          ? 'border-accent bg-surface-selected! ring-1 ring-accent'
          : 'border-border-strong',
        isAtCursor && 'outline-2 outline-offset-2 outline-focus',
        className,
      )}
    >
      {children}
    </article>
  );
}
