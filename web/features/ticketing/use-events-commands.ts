import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { type Command, useCommands } from '../../lib/commands.ts';
import { formatNumber } from '../../lib/format.ts';
import { keyLabel } from '../../ui/kbd.tsx';
import type { EventsView } from './search-state.ts';
import { useSendEvents } from './use-send-events.ts';

interface EventsActions {
  chosen: readonly TicketingEvent[];
  view: EventsView;
  onView: (view: EventsView) => void;
  onSelectAll: () => void;
  onClear: () => void;
  onNewSearch: () => void;
  onRefresh: () => void;
}

/** Commands for an artist's events in the command palette. The export button adds its own. */
export function useEventsCommands(actions: EventsActions): void {
  const send = useSendEvents();
  const { chosen, view } = actions;
  const other = view === 'grid' ? 'list' : 'grid';
  const withSelection: Command[] = [
    {
      id: 'ticketing.create-encore',
      label: `Create Encore Tool (${formatNumber(chosen.length)})`,
      keywords: ['bot', 'selected'],
      run: () => send('/encore-tool', chosen),
    },
    {
      id: 'ticketing.send-to-adonis',
      label: `Send to Adonis (${formatNumber(chosen.length)})`,
      keywords: ['bot', 'selected'],
      run: () => send('/adonis-tool', chosen),
    },
    {
      id: 'ticketing.send-to-tsuki',
      label: `Send to Tsuki (${formatNumber(chosen.length)})`,
      keywords: ['bot', 'selected'],
      run: () => send('/tsuki-tool', chosen),
    },
    {
      id: 'ticketing.add-to-calendar',
      label: `Add to calendar (${formatNumber(chosen.length)})`,
      keywords: ['ics', 'selected'],
      run: () => send('calendar', chosen),
    },
    { id: 'ticketing.clear-selection', label: 'Clear Selection', run: actions.onClear },
  ];
  useCommands([
    {
      id: 'ticketing.select-all',
      label: 'Select All',
      keywords: ['events'],
      shortcut: keyLabel('mod+a'),
      run: actions.onSelectAll,
    },
    ...(chosen.length > 0 ? withSelection : []),
    {
      id: 'ticketing.view',
      label: other === 'list' ? 'Show events as a list' : 'Show events as a grid',
      keywords: ['view'],
      run: () => actions.onView(other),
    },
    { id: 'ticketing.refresh', label: 'Refresh events', run: actions.onRefresh },
    { id: 'ticketing.new-search', label: 'New Search', run: actions.onNewSearch },
  ]);
}
