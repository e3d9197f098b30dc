import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { CardGrid } from '../../../kit/data-grid/card-grid.tsx';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { EventCard } from './event-card.tsx';

/** Space for the selection bar, which floats over the end of the list. */
export const BAR_SPACE = 84;

export interface EventsViewProps {
  events: readonly TicketingEvent[];
  selection: GridSelection;
  expanded: ReadonlySet<string>;
  onToggleExpanded: (id: string) => void;
}

/** Events as tickets, side by side. */
export function EventGrid({ events, selection, expanded, onToggleExpanded }: EventsViewProps) {
  return (
    <CardGrid
      label="Events"
      rows={events}
      rowId={eventId}
      selection={selection}
      minWidth={272}
      height={206}
      endPadding={BAR_SPACE}
      renderCard={(event, { isSelected, isAtCursor }) => (
        <EventCard
          event={event}
          isSelected={isSelected}
          isAtCursor={isAtCursor}
          isExpanded={expanded.has(event.id)}
          onTouch={selection.touch}
          onToggleExpanded={onToggleExpanded}
        />
      )}
    />
  );
}

const eventId = ({ id }: TicketingEvent): string => id;
