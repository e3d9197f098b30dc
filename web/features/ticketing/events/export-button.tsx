import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { eventsFileName, streamEventsCsv } from '../../../../shared/ticketing/events-csv.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useCommands } from '../../../lib/commands.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { inSlices } from '../../../lib/slices.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';

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
  const write = async (events: readonly TicketingEvent[], which: string) => {
    setBusy(true);
    try {
      await exportEvents(artist, events);
      toast({ title: 'CSV exported', text: which });
    } finally {
      setBusy(false);
    }
  };
  const isFiltered = shown.length < all.length;
  const shownText = isFiltered
    ? `${countOf(shown.length, 'filtered event')} of ${all.length}`
    : `All ${countOf(all.length, 'event')}`;
  const hasSelection = selected.length > 0;
  const selectedText = countOf(selected.length, 'selected event');
  const events = hasSelection ? selected : shown;
  const text = hasSelection ? selectedText : shownText;
  useCommands([
    {
      id: 'ticketing.export',
      label: 'Export to CSV',
      keywords: ['download', 'events'],
      run: () => void write(events, text),
    },
  ]);
  return (
    <span className="inline-flex">
      <Button
        size="sm"
        busy={isBusy}
        disabled={events.length === 0}
        title={text}
        icon={<Download />}
        className="rounded-r-none"
        onClick={() => void write(events, text)}
      >
        Export to CSV
        {hasSelection || isFiltered ? (
          <span className="tn text-text-muted">({formatNumber(events.length)})</span>
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
        <MenuItem
          disabled={shown.length === 0}
          onSelect={() => void write(shown, shownText)}
        >{`Shown: ${countOf(shown.length, 'event')}`}</MenuItem>
        <MenuItem
          disabled={selected.length === 0}
          onSelect={() => void write(selected, selectedText)}
        >{`Selected: ${countOf(selected.length, 'event')}`}</MenuItem>
        <MenuItem
          onSelect={() => void write(all, `All ${countOf(all.length, 'event')}`)}
        >{`All: ${countOf(all.length, 'event')}`}</MenuItem>
      </Menu>
    </span>
  );
}

/** Downloads the events as `{artist}_concerts.csv`. */
async function exportEvents(artist: string, events: readonly TicketingEvent[]): Promise<void> {
  const pieces = await inSlices(streamEventsCsv(events));
  downloadCsv(eventsFileName(artist), pieces);
}
