import { type ReactNode, useCallback, useMemo } from 'react';
import { CARD_GAP } from './card-gap.ts';
import { type CursorActions, type GridSelection, useCursorUnless } from './use-grid-selection.ts';
import { useInlineSize } from './use-inline-size.ts';
import { VirtualRows } from './virtual-rows.tsx';

interface CardGridProps<Row> extends CursorActions<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /**
   * Without it, the grid has a keyboard cursor and no checkboxes. Actions of the cursor work only
   * without it.
   */
  selection?: GridSelection;
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

/** Cards side by side, as many as fit; only those in view are rendered. */
export function CardGrid<Row>(props: CardGridProps<Row>) {
  const { rows, rowId, minWidth } = props;
  const selection = useCursorUnless(props.selection, props);
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
      gap={CARD_GAP}
      overscan={3}
      startPadding={16}
      endPadding={props.endPadding ?? 16}
      cursorRow={at < 0 ? null : Math.floor(at / columns)}
      activeId={atCursor === undefined ? undefined : `card-${rowId(atCursor)}`}
      onEnd={props.onEnd}
      layoutKey={`${columns} ${rows.length} ${rows[0] === undefined ? '' : rowId(rows[0])}`}
      rowProps={() => ({
        className: 'grid',
        style: { gap: CARD_GAP, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
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
  return Math.max(1, Math.floor((width + CARD_GAP) / (minWidth + CARD_GAP)));
}
