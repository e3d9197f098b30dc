import { TicketCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommands } from '../../../kit/keys/commands.ts';
import { useShortcut } from '../../../kit/keys/shortcuts.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { formatNumber } from '../../../lib/format.ts';
import { CountBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { keyLabel } from '../../../ui/kbd.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { savedSelection } from './selection.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { useSelectionActions } from './use-selection-actions.tsx';

const KEYS = 'g x';
const CREATE_KEY = 'e';

/** The selected events in the top bar of every page: their number, and the panel with all of them. */
export function SelectionButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [events] = useSaved(savedSelection);
  const actions = useSelectionActions(events);
  const count = formatNumber(events.length);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    // The panel returns the focus to the element that had it.
    button.current?.focus();
    setIsOpen(true);
  };
  useShortcut(KEYS, 'Open selected events', open, { scope: 'app' });
  useShortcut(CREATE_KEY, 'Create Encore Tool with the selected events', actions[0].run, {
    scope: 'app',
    enabled: events.length > 0,
  });
  const onSelected = actions.map(({ id, label, run }, at) => ({
    id: `selection.${id}`,
    label: id === 'csv' ? `Export selected events to CSV (${count})` : `${label} (${count})`,
    keywords: ['selected', 'events'],
    ...(at === 0 && { shortcut: keyLabel(CREATE_KEY) }),
    run,
  }));
  useCommands([
    {
      id: 'selection.open',
      label: 'Selected events',
      keywords: ['basket', 'selection'],
      shortcut: keyLabel(KEYS),
      run: open,
    },
    ...(events.length > 0 ? onSelected : []),
  ]);
  return (
    <Popover
      label="Selected events"
      align="end"
      className="flex w-(--size-panel-details) flex-col overflow-hidden! p-0!"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton
          ref={button}
          label={events.length > 0 ? `Selected events, ${count}` : 'Selected events'}
          tooltipSide="bottom"
          shortcut={keyLabel(KEYS)}
          icon={
            <CountBadge count={events.length}>
              <TicketCheck />
            </CountBadge>
          }
        />
      }
    >
      <SelectionPanel events={events} actions={actions} onClose={() => setIsOpen(false)} />
    </Popover>
  );
}
