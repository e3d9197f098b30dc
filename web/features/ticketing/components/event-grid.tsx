import { useRef } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useGridColumns } from '../../../ui/use-grid-columns.ts';
import type { ListSelectionHandle } from '../../../ui/use-list-selection.ts';
import { VirtualCards } from '../../../ui/virtual-cards.tsx';
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

  return (
    <VirtualCards
      scrollRef={scrollRef}
      label="Events"
      cards={events}
      columns={columns}
      estimatedHeight={CARD_HEIGHT}
      gap={CARD.gap}
      overscan={2}
      endPadding={BAR_SPACE}
      cursorIndex={cursorIndex}
      layoutKey={`${columns} ${events[0]?.id} ${events.length}`}
      cellId={cellId}
      cellProps={({ id }) => ({ ...selection.rowHandlers(id), 'aria-selected': selected.has(id) })}
      renderCard={(event) => (
        <EventCard
          event={event}
          isSelected={selected.has(event.id)}
          isAtCursor={cursor === event.id}
          isExpanded={expanded.has(event.id)}
          onTouch={selection.touch}
          onToggleExpanded={onToggleExpanded}
        />
      )}
      onKeyDown={(event) => selection.onKeyDown(event, columns)}
    />
  );
}

function cellId({ id }: TicketingEvent): string {
  return `event-${id}`;
}
