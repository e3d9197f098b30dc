import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useCommands } from '../../../lib/commands.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { downloadEvents } from '../selection/use-selection-actions.tsx';

interface ExportButtonProps {
  artist: string;
  /** Filtered and sorted. */
  shown: readonly TicketingEvent[];
  all: readonly TicketingEvent[];
  selected: readonly TicketingEvent[];
}

/** Exports the selected events, or without a selection the shown ones. The menu offers the other choices. */
export function ExportButton({ artist, shown, all, selected }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const isFiltered = shown.length < all.length;
  const ofAll = { name: 'All', events: all, text: `All ${countOf(all.length, 'event')}` };
  const ofSelected = {
    name: 'Selected',
    events: selected,
    text: countOf(selected.length, 'selected event'),
  };
  const ofShown = {
    name: 'Shown',
    events: shown,
    text: isFiltered ? `${countOf(shown.length, 'filtered event')} of ${all.length}` : ofAll.text,
  };
  const main = selected.length > 0 ? ofSelected : ofShown;
  const write = async ({ events, text }: typeof main) => {
    setBusy(true);
    try {
      await downloadEvents(artist, events);
      toast({ title: 'CSV exported', text });
    } finally {
      setBusy(false);
    }
  };
  const writeMain = () => void write(main);
  useCommands([
    {
      id: 'ticketing.export',
      label: 'Export to CSV',
      keywords: ['download', 'events'],
      run: writeMain,
    },
  ]);
  return (
    <span className="inline-flex">
      <Button
        size="sm"
        busy={isBusy}
        disabled={main.events.length === 0}
        title={main.text}
        icon={<Download />}
        className="rounded-r-none"
        onClick={writeMain}
      >
        Export to CSV
        {isFiltered || selected.length > 0 ? (
          <span className="tn text-text-muted">({formatNumber(main.events.length)})</span>
        ) : null}
      </Button>
      <Menu
        label="Events to export"
        trigger={
          <IconButton
            label="Choose what to export"
            variant="secondary"
            icon={<ChevronDown />}
            className="-ml-px w-6! rounded-l-none"
          />
        }
      >
        {[ofShown, ofSelected, ofAll].map((choice) => (
          <MenuItem
            key={choice.name}
            disabled={choice.events.length === 0}
            onSelect={() => void write(choice)}
          >
            {`${choice.name}: ${countOf(choice.events.length, 'event')}`}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
