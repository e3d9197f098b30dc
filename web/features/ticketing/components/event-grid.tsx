import { useRef } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useGridColumns } from '../../../ui/use-grid-columns.ts';
import type { ListSelectionHandle } from '../../../ui/use-list-selection.ts';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { EventCard } from './event-card.tsx';

/** Visual guide, "Layout grid": cards of at least 272 px, 12 px apart. */
const CARD = { minWidth: 272, gap: 12 };
const CARD_HEIGHT = 206;
/** The selection bar floats over the end of the list. */
const BAR_SPACE = 84;

export interface EventsViewProps {
  events: readonly TicketingEvent[];
  selection: ListSelectionHandle;
  expanded: ReadonlySet<string>;
  onToggleExpanded: (id: string) => void;
}

/** Events as tickets, side by side; only the rows in view exist. */
export function EventGrid({ events, selection, expanded, onToggleExpanded }: EventsViewProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(scrollRef, CARD);
  const { cursor, selected } = selection;
  const cursorIndex = cursor === null ? -1 : events.findIndex(({ id }) => id === cursor);

  const renderRow = (row: number) =>
    events.slice(row * columns, (row + 1) * columns).map((event, column) => (
      // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell.
      <div
        {...selection.rowHandlers(event.id)}
        key={event.id}
        id={cellId(event.id)}
        role="gridcell"
        aria-colindex={column + 1}
        aria-selected={selected.has(event.id)}
        className="min-w-0"
      >
        <EventCard
          event={event}
          isSelected={selected.has(event.id)}
          isAtCursor={cursor === event.id}
          isExpanded={expanded.has(event.id)}
          onTouch={selection.touch}
          onToggleExpanded={onToggleExpanded}
        />
      </div>
    ));

  return (
    <VirtualRows
      scrollRef={scrollRef}
      label="Events"
      rowCount={Math.ceil(events.length / columns)}
      columnCount={columns}
      estimatedHeight={CARD_HEIGHT}
      gap={CARD.gap}
      overscan={2}
      startPadding={16}
      endPadding={BAR_SPACE}
      cursorRow={cursorIndex < 0 ? null : Math.floor(cursorIndex / columns)}
      activeId={cursorIndex < 0 || cursor === null ? undefined : cellId(cursor)}
      layoutKey={`${columns} ${events[0]?.id} ${events.length}`}
      rowProps={() => ({
        className: 'grid gap-3',
        style: { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
      })}
      renderRow={renderRow}
      onKeyDown={(event) => selection.onKeyDown(event, columns)}
      className="bg-bg px-5 max-md:px-3.5"
    />
  );
}

function cellId(id: string): string {
  return `event-${id}`;
}
