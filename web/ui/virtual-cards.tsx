import type { ComponentProps, ReactNode } from 'react';
import { VirtualRows } from './virtual-rows.tsx';

interface VirtualCardsProps<T>
  extends Pick<
    ComponentProps<typeof VirtualRows>,
    | 'scrollRef'
    | 'label'
    | 'estimatedHeight'
    | 'gap'
    | 'overscan'
    | 'endPadding'
    | 'layoutKey'
    | 'onKeyDown'
  > {
  cards: readonly T[];
  columns: number;
  /** Of the card at the keyboard cursor; -1 while there is none. */
  cursorIndex: number;
  /** Id of a card's cell, of which React's key is made too. */
  cellId: (card: T) => string;
  /** Further attributes of a card's cell. */
  cellProps?: (card: T) => ComponentProps<'div'>;
  renderCard: (card: T) => ReactNode;
}

/** Cards side by side (visual guide, "Layout grid"), of which only those in view exist. */
export function VirtualCards<T>(props: VirtualCardsProps<T>) {
  const { cards, columns, cursorIndex, cellId, cellProps, renderCard, ...frame } = props;
  const atCursor = cards[cursorIndex];
  return (
    <VirtualRows
      {...frame}
      rowCount={Math.ceil(cards.length / columns)}
      columnCount={columns}
      startPadding={16}
      cursorRow={cursorIndex < 0 ? null : Math.floor(cursorIndex / columns)}
      activeId={atCursor === undefined ? undefined : cellId(atCursor)}
      rowProps={() => ({
        className: 'grid',
        style: { gap: frame.gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
      })}
      renderRow={(row) =>
        cards.slice(row * columns, (row + 1) * columns).map((card, column) => (
          // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
          // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
          <div
            {...cellProps?.(card)}
            key={cellId(card)}
            id={cellId(card)}
            role="gridcell"
            aria-colindex={column + 1}
            className="min-w-0"
          >
            {renderCard(card)}
          </div>
        ))
      }
      className="bg-bg px-5 max-md:px-3.5"
    />
  );
}
