import { eventsFileName, streamEventsCsv } from '../../../shared/ticketing/events-csv.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { downloadFile } from '../../lib/download.ts';

/** A longer task would make the page feel stuck. */
const SLICE_MS = 12;

/** Downloads the events as `{artist}_concerts.csv`. The file is written in slices, so the page stays responsive. */
export async function exportEvents(
  artist: string,
  events: readonly TicketingEvent[],
): Promise<void> {
  const pieces: string[] = [];
  let sliceStart = performance.now();
  for (const piece of streamEventsCsv(events)) {
    pieces.push(piece);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await nextTask();
    sliceStart = performance.now();
  }
  downloadFile(eventsFileName(artist), pieces.join(''), 'text/csv;charset=utf-8');
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
