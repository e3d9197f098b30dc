import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import type { TicketingEvent } from '../../../../../shared/ticketing/schema.ts';
import { reportFile } from '../../../../kit/file-report.ts';
import { useCommands } from '../../../../kit/keys/commands.ts';
import { countOf, formatNumber } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { downloadEvents } from '../../selection/use-selection-actions.tsx';

interface ExportButtonProps {
  artist: string;
  /** Filtered and sorted. */
  shown: readonly TicketingEvent[];
  all: readonly TicketingEvent[];
  selected: readonly TicketingEvent[];
}

/** Exports all events that the filters show. The menu offers the selected events, and those that the filters hide. */
export function ExportButton({ artist, shown, all, selected }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const isFiltered = shown.length < all.length;
  const ofShown = { label: 'All shown events', events: shown, part: 'shown' } as const;
  const ofSelected = { label: 'Selected only', events: selected, part: 'selected' } as const;
  const ofAll = { label: 'All events, filtered or not', events: all, part: 'shown' } as const;
  const write = async ({ events, part }: typeof ofShown | typeof ofSelected | typeof ofAll) => {
    setBusy(true);
    try {
      const name = await downloadEvents(artist, events, part);
      reportFile(name, countOf(events.length, 'event'));
    } finally {
      setBusy(false);
    }
  };
  const writeShown = () => void write(ofShown);
  useCommands([
    {
      id: 'ticketing.export',
      label: 'Export to CSV',
      keywords: ['download', 'events'],
      run: writeShown,
    },
  ]);
  return (
    <span className="inline-flex">
      <Button
        size="sm"
        busy={isBusy}
        disabled={shown.length === 0}
        title={
          isFiltered
            ? `${countOf(shown.length, 'event')} of ${formatNumber(all.length)}`
            : undefined
        }
        icon={<Download />}
        className="rounded-r-none"
        onClick={writeShown}
      >
        Export to CSV
        {isFiltered ? (
          <span className="tn text-text-muted">({formatNumber(shown.length)})</span>
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
        {[ofShown, ofSelected, ...(isFiltered ? [ofAll] : [])].map((choice) => (
          <MenuItem
            key={choice.label}
            disabled={choice.events.length === 0}
            onSelect={() => void write(choice)}
          >
            {`${choice.label} (${formatNumber(choice.events.length)})`}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
