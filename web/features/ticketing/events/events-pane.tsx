import { Ellipsis } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { ArtistResult, TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import type { SelectedEvent } from '../../../../shared/ticketing/selection.ts';
import { NO_FILTERS } from '../../../../shared/ticketing/view/events.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { CardGrid } from '../../../kit/data-grid/card-grid.tsx';
import { GridSettingsMenu, useGridSettings } from '../../../kit/data-grid/grid-settings.tsx';
import { useExpanded } from '../../../kit/data-grid/use-expanded.ts';
import {
  type GridSelection,
  useGridKeys,
  useGridSelection,
} from '../../../kit/data-grid/use-grid-selection.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { useListedKeys, useShortcut } from '../../../kit/keys/shortcuts.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { formatNumber } from '../../../lib/format.ts';
import { NoMatch } from '../../../ui/empty-state.tsx';
import { keyLabel } from '../../../ui/kbd.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import {
  SelectionBar,
  SelectionBarPrimary,
  SelectionBarSecondary,
  type SelectionBarWidth,
} from '../../../ui/selection-bar.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FollowsOf, useFollow, useIsFollowed } from '../../reminders/follow.tsx';
import { pictureOf } from '../artist-image.tsx';
import type { ArtistEvents } from '../queries.ts';
import { ArtistHeader } from '../search/artist-header.tsx';
import type { EventsChoice } from '../search-state.ts';
import { refreshSelected, savedSelection, selectEvents } from '../selection/selection.ts';
import { useSelectionActions } from '../selection/use-selection-actions.tsx';
import { CARD_HEIGHT, EventCard } from './event-card.tsx';
import { BAR_SPACE, EVENT_COLUMNS, EventList, eventId } from './event-list.tsx';
import { salesAhead } from './follow-sales.tsx';
import { EventsToolbar } from './toolbar/events-toolbar.tsx';
import { ExportButton } from './toolbar/export-button.tsx';
import { useEventsView } from './use-events-view.ts';

const CREATE_KEYS = 'mod+Enter';
/**
 * The actions that have a separate button in the selection bar, and the width from which they have
 * it.
 */
const BAR_ACTIONS: Readonly<Record<string, SelectionBarWidth>> = {
  'add-to-encore': 'medium',
  prices: 'wide',
  calendar: 'wide',
  links: 'medium',
};

export interface EventsPaneProps {
  artistId: string;
  answer: ArtistEvents;
  artist: ArtistResult | undefined;
  choice: EventsChoice;
  onChoice: (change: Partial<EventsChoice>) => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  onNewSearch: () => void;
  /** True after a choice from the artist list, whose focused button was removed. */
  takesFocus: boolean;
}

/** The selection of the artist's events, which is a part of the selection of all artists. */
function useChosenEvents(
  props: EventsPaneProps,
  shown: readonly TicketingEvent[],
  chosen: readonly SelectedEvent[],
): GridSelection {
  const all = props.answer.events;
  const list = { artistId: props.artistId, events: all };
  const chosenHere = useMemo(() => {
    const listed = new Set(all.map(eventId));
    return new Set(chosen.map(({ id }) => id).filter((id) => listed.has(id)));
  }, [all, chosen]);
  const followNext = useFollowNext();
  const selection = useGridSelection({
    rows: shown,
    rowId: eventId,
    onOpen: openEvent,
    rowKeys: { f: followNext },
    takesFocus: props.takesFocus,
    store: { selected: chosenHere, onChange: (ids) => selectEvents(list, ids) },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => refreshSelected(list), [all]);
  useGridKeys(selection, 'event');
  return selection;
}

/** The key that follows the next sale of an event, or stops following it. */
function useFollowNext(): (event: TicketingEvent) => void {
  const isFollowed = useIsFollowed();
  const follow = useFollow();
  useListedKeys('f', 'Follow the next sale of the event at the cursor, or end that');
  return (event) => {
    const [next] = salesAhead(event, Date.now());
    if (next === undefined) {
      toast({ title: 'No sale of this event lies ahead', tone: 'info' });
      return;
    }
    const state = isFollowed(next);
    if (state !== null) follow(next, !state);
  };
}

/** The actions of the pane in the command palette. */
function usePaneCommands(props: EventsPaneProps, { selected, clear, selectAll }: GridSelection) {
  const otherView = props.choice.view === 'grid' ? 'list' : 'grid';
  const clearCommand = { id: 'ticketing.clear-selection', label: 'Clear Selection', run: clear };
  useCommands([
    {
      id: 'ticketing.select-all',
      label: 'Select All',
      keywords: ['events'],
      shortcut: keyLabel('mod+a'),
      run: selectAll,
    },
    ...(selected.size > 0 ? [clearCommand] : []),
    {
      id: 'ticketing.view',
      label: `Show events as a ${otherView}`,
      keywords: ['view'],
      run: () => props.onChoice({ view: otherView }),
    },
    { id: 'ticketing.refresh', label: 'Refresh events', run: props.onRefresh },
    { id: 'ticketing.new-search', label: 'New Search', run: props.onNewSearch },
  ]);
}

/** An artist's events: header, filters, grid or list, and the actions for a selection. */
export function EventsPane(props: EventsPaneProps) {
  const { events } = props.answer;
  const eventIds = useMemo(() => events.map(eventId), [events]);
  return (
    <FollowsOf eventIds={eventIds}>
      <Events {...props} />
    </FollowsOf>
  );
}

function Events(props: EventsPaneProps) {
  const { answer, artist, choice, onChoice } = props;
  const all = answer.events;
  const view = useEventsView(all, choice);
  const { shown } = view;
  const [expanded, toggleExpanded] = useExpanded();
  const settings = useGridSettings('ticketing-events');
  const [chosen] = useSaved(savedSelection);
  const selection = useChosenEvents(props, shown, chosen);
  const { selected } = selection;

  const name = artist?.name ?? all[0]?.artist ?? '';
  usePaneCommands(props, selection);
  return (
    <>
      <ArtistHeader
        name={name}
        picture={headerPicture(artist, all)}
        answer={answer}
        countryCount={view.countryCount}
        isRefreshing={props.isRefreshing}
        onRefresh={props.onRefresh}
        onNewSearch={props.onNewSearch}
        exportButton={
          <ExportButton
            artist={name}
            shown={shown}
            all={all}
            selected={all.filter(({ id }) => selected.has(id))}
          />
        }
      />
      <EventsToolbar
        choice={choice}
        onChange={onChoice}
        view={view}
        totalCount={all.length}
        onSelectAll={selection.selectAll}
        listSettings={<GridSettingsMenu columns={EVENT_COLUMNS} settings={settings} />}
      />
      {shown.length === 0 ? (
        <NoMatch title="No events match these filters" onClear={() => onChoice(NO_FILTERS)}>
          The artist has events that these filters hide.
        </NoMatch>
      ) : null}
      {shown.length > 0 && choice.view === 'grid' ? (
        <CardGrid
          label="Events"
          rows={shown}
          rowId={eventId}
          selection={selection}
          minWidth={272}
          height={CARD_HEIGHT}
          endPadding={BAR_SPACE}
          renderCard={(event, state) => (
            <EventCard
              {...state}
              event={event}
              artist={name}
              isExpanded={expanded.has(event.id)}
              onTouch={selection.touch}
              onToggleExpanded={toggleExpanded}
            />
          )}
        />
      ) : null}
      {shown.length > 0 && choice.view === 'list' ? (
        <EventList
          rows={shown}
          selection={selection}
          settings={settings}
          choice={choice}
          onChoice={onChoice}
        />
      ) : null}
      <EventsBar chosen={chosen} selection={selection} />
    </>
  );
}

interface EventsBarProps {
  /** The selected events of all artists. */
  chosen: readonly SelectedEvent[];
  /** The selection of the shown artist. */
  selection: GridSelection;
}

/** The selection of this artist and of all. The actions use all of it; Clear removes the shown artist's events only. */
function EventsBar({ chosen, selection: { selected, outOfView, clear } }: EventsBarProps) {
  const [create, ...others] = useSelectionActions(chosen);
  useShortcut(CREATE_KEYS, create.label, create.run, { enabled: chosen.length > 0 });
  const isHere = selected.size === chosen.length;
  const notes = [
    isHere ? '' : `${formatNumber(selected.size)} of this artist`,
    outOfView > 0 ? `${formatNumber(outOfView)} out of view` : '',
  ];
  return (
    <SelectionBar
      count={chosen.length}
      note={notes.filter(Boolean).join(', ') || undefined}
      clearLabel={isHere ? 'Clear Selection' : 'Clear this artist'}
      onClear={selected.size > 0 ? clear : undefined}
      primary={
        <SelectionBarPrimary
          icon={create.icon}
          shortcut={keyLabel(CREATE_KEYS)}
          onClick={create.run}
        >
          {create.label} ({formatNumber(chosen.length)})
        </SelectionBarPrimary>
      }
      secondary={
        <>
          {others
            .filter(({ id }) => id in BAR_ACTIONS)
            .map(({ id, label, icon, run }) => (
              <SelectionBarSecondary key={id} icon={icon} from={BAR_ACTIONS[id]} onClick={run}>
                {label}
              </SelectionBarSecondary>
            ))}
          <Menu
            label="More actions"
            side="top"
            trigger={
              <SelectionBarSecondary from="any" icon={<Ellipsis />} aria-label="More actions" />
            }
          >
            {others.map(({ id, label, icon, run }) => (
              <MenuItem key={id} icon={icon} onSelect={run}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      }
    />
  );
}

/** The artist's own picture, which only a search returns; otherwise the picture of an event. */
function headerPicture(
  artist: ArtistResult | undefined,
  events: readonly TicketingEvent[],
): string {
  const picture = artist === undefined ? '' : pictureOf(artist);
  return picture || (events.find(({ image }) => isPublished(image))?.image ?? '');
}

function openEvent({ eventLink }: TicketingEvent): void {
  const address = safeLink(eventLink);
  if (address !== null) window.open(address, '_blank', 'noopener,noreferrer');
}
