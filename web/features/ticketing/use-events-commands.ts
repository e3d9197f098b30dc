import { type Command, useCommands } from '../../lib/commands.ts';
import { keyLabel } from '../../ui/kbd.tsx';
import type { EventsView } from './search-state.ts';
import { MOST_ENCORE_EVENTS, useCreateEncore } from './use-create-encore.ts';

interface EventsActions {
  chosenIds: readonly string[];
  view: EventsView;
  onView: (view: EventsView) => void;
  onSelectAll: () => void;
  onClear: () => void;
  onNewSearch: () => void;
  onRefresh: () => void;
}

/** Commands for an artist's events in the command palette. The export button adds its own. */
export function useEventsCommands(actions: EventsActions): void {
  const createEncore = useCreateEncore();
  const { chosenIds, view } = actions;
  const other = view === 'grid' ? 'list' : 'grid';
  const withSelection: Command[] = [
    {
      id: 'ticketing.create-encore',
      label: `Create Encore Tool (${chosenIds.length})`,
      keywords: ['bot', 'selected'],
      run: () => createEncore(chosenIds),
    },
    { id: 'ticketing.clear-selection', label: 'Clear Selection', run: actions.onClear },
  ];
  const hasSelection = chosenIds.length > 0 && chosenIds.length <= MOST_ENCORE_EVENTS;
  useCommands([
    {
      id: 'ticketing.select-all',
      label: 'Select All',
      keywords: ['events'],
      shortcut: keyLabel('mod+a'),
      run: actions.onSelectAll,
    },
    ...(hasSelection ? withSelection : []),
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
