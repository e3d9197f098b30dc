import { Repeat2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { ArtistResult, TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { NO_FILTERS } from '../../../../shared/ticketing/view.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view-values.ts';
import { pictureOf } from '../../../kit/artist-image.tsx';
import { useGridKeys, useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  SelectionBar,
  SelectionBarPrimary,
  SelectionBarSecondary,
} from '../../../ui/selection-bar.tsx';
import type { ArtistEvents } from '../queries.ts';
import type { EventsChoice } from '../search-state.ts';
import { useEventsCommands } from '../use-events-commands.ts';
import { useEventsView } from '../use-events-view.ts';
import { useSendEvents } from '../use-send-events.ts';
import { ArtistHeader } from './artist-header.tsx';
import { EventGrid } from './event-grid.tsx';
import { EventList } from './event-list.tsx';
import { EventsToolbar } from './events-toolbar.tsx';
import { ExportButton } from './export-button.tsx';

interface EventsPaneProps {
  answer: ArtistEvents;
  artist: ArtistResult | undefined;
  choice: EventsChoice;
  onChoice: (change: Partial<EventsChoice>) => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  onNewSearch: () => void;
  /** True after a choice from the artist list: the focused button is gone. */
  takesFocus: boolean;
}

/** An artist's events: header, filters, grid or list, and the actions for a selection. */
export function EventsPane(props: EventsPaneProps) {
  const { answer, artist, choice, onChoice } = props;
  const all = answer.events;
  const { shown, ids, countries, stateCounts, countryCount } = useEventsView(all, choice);
  const [expanded, toggleExpanded] = useIdSet();
  const selection = useGridSelection({ ids, onOpen: (id) => openEvent(all, id) });
  const { selected, clear } = selection;
  useGridKeys(selection, 'event');
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (props.takesFocus && isLost) selection.gridRef.current?.focus();
  }, []);

  const name = artist?.name ?? all[0]?.artist ?? '';
  const chosen = all.filter(({ id }) => selected.has(id));
  useEventsCommands({
    chosen,
    view: choice.view,
    onView: (view) => onChoice({ view }),
    onSelectAll: selection.selectAll,
    onClear: clear,
    onNewSearch: props.onNewSearch,
    onRefresh: props.onRefresh,
  });
  return (
    <>
      <ArtistHeader
        name={name}
        picture={headerPicture(artist, all)}
        eventCount={all.length}
        countryCount={countryCount}
        quota={answer.quota}
        missing={answer.missing}
        isRefreshing={props.isRefreshing}
        onRefresh={props.onRefresh}
        onNewSearch={props.onNewSearch}
        exportButton={<ExportButton artist={name} shown={shown} all={all} selected={chosen} />}
      />
      <EventsToolbar
        choice={choice}
        onChange={onChoice}
        stateCounts={stateCounts}
        countries={countries}
        shownCount={shown.length}
        totalCount={all.length}
        onSelectAll={selection.selectAll}
      />
      {shown.length === 0 ? <NoMatch onChoice={onChoice} /> : null}
      {shown.length > 0 && choice.view === 'grid' ? (
        <EventGrid
          events={shown}
          selection={selection}
          expanded={expanded}
          onToggleExpanded={toggleExpanded}
        />
      ) : null}
      {shown.length > 0 && choice.view === 'list' ? (
        <EventList
          events={shown}
          selection={selection}
          sort={{ column: choice.sort, order: choice.order }}
          onSort={({ column, order }) => onChoice({ sort: column, order })}
        />
      ) : null}
      <SelectionBar
        count={selected.size}
        note={selection.outOfView > 0 ? `${selection.outOfView} out of view` : undefined}
        clearLabel="Clear Selection"
        onClear={clear}
        primary={<CreateEncore events={chosen} />}
        secondary={<SendEvents events={chosen} />}
      />
    </>
  );
}

function NoMatch({ onChoice }: Pick<EventsPaneProps, 'onChoice'>) {
  return (
    <EmptyState
      title="No events match these filters"
      className="flex-1 bg-bg"
      actions={<Button onClick={() => onChoice(NO_FILTERS)}>Clear filters</Button>}
    >
      The artist has events that these filters hide.
    </EmptyState>
  );
}

function CreateEncore({ events }: { events: TicketingEvent[] }) {
  const send = useSendEvents();
  return (
    <SelectionBarPrimary icon={<Repeat2 />} onClick={() => send('/encore-tool', events)}>
      Create Encore Tool ({formatNumber(events.length)})
    </SelectionBarPrimary>
  );
}

function SendEvents({ events }: { events: TicketingEvent[] }) {
  const send = useSendEvents();
  return (
    <>
      <SelectionBarSecondary onClick={() => send('/adonis-tool', events)}>
        Send to Adonis
      </SelectionBarSecondary>
      <SelectionBarSecondary onClick={() => send('/tsuki-tool', events)}>
        Send to Tsuki
      </SelectionBarSecondary>
      <SelectionBarSecondary onClick={() => send('calendar', events)}>
        Add to calendar
      </SelectionBarSecondary>
    </>
  );
}

/** The artist's own picture, which only a search returns; otherwise the picture of an event. */
function headerPicture(
  artist: ArtistResult | undefined,
  events: readonly TicketingEvent[],
): string {
  const own = artist === undefined ? '' : pictureOf(artist);
  return own || (events.find(({ image }) => isPublished(image))?.image ?? '');
}

function openEvent(events: readonly TicketingEvent[], id: string): void {
  const address = safeLink(events.find((event) => event.id === id)?.eventLink ?? '');
  if (address !== null) window.open(address, '_blank', 'noopener,noreferrer');
}

/** A set of ids and a stable function that adds or removes one. */
function useIdSet(): [ReadonlySet<string>, (id: string) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = useCallback((id: string) => {
    setIds((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return [ids, toggle];
}
