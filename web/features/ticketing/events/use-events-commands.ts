import { type Command, useCommands } from '../../../lib/commands.ts';
import { keyLabel } from '../../../ui/kbd.tsx';
import type { EventsView } from '../search-state.ts';

interface EventsActions {
  /** Whether events of this artist are selected. */
  hasSelection: boolean;
  view: EventsView;
  onView: (view: EventsView) => void;
  onSelectAll: () => void;
  onClear: () => void;
  onNewSearch: () => void;
  onRefresh: () => void;
}

/** Commands for an artist's events in the command palette. The export button adds its own. */
export function useEventsCommands(actions: EventsActions): void {
  const { view } = actions;
  const other = view === 'grid' ? 'list' : 'grid';
  const clear: Command = {
    id: 'ticketing.clear-selection',
    label: 'Clear Selection',
    run: actions.onClear,
  };
  useCommands([
    {
      id: 'ticketing.select-all',
      label: 'Select All',
      keywords: ['events'],
      shortcut: keyLabel('mod+a'),
      run: actions.onSelectAll,
    },
    ...(actions.hasSelection ? [clear] : []),
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
