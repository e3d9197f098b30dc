import type { CsvColumn } from '../csv/column.ts';
import { safeFileName } from '../csv/safe-file-name.ts';
import { streamSpreadsheetCsv } from '../csv/spreadsheet-writer.ts';
import { NOT_AVAILABLE } from './constants.ts';
import type { PresaleWindow, TicketingEvent } from './schema.ts';
import { countryName } from './view/countries.ts';
import { formatEventDate, formatInstant } from './view/dates.ts';

/**
 * The 14 columns of the events export. Concert dates are local to the venue. Other times are
 * instants, written in UTC with the zone, because readers of files may be in other zones.
 */
const EVENT_COLUMNS: readonly CsvColumn<TicketingEvent>[] = [
  { header: 'Artist', value: (event) => event.artist },
  { header: 'Concert Date', value: (event) => formatEventDate(event.date) },
  { header: 'Venue', value: (event) => event.venue },
  { header: 'City', value: (event) => event.location },
  { header: 'Country', value: (event) => countryName(event.nation) },
  { header: 'Status', value: statusCell },
  { header: 'Ticket Limit', value: (event) => event.ticketLimit },
  { header: 'Promoter', value: (event) => event.promoter },
  { header: 'Presale Count', value: (event) => event.presaleCount },
  { header: 'General Sale Start', value: (event) => utc(event.generalSaleStart) },
  { header: 'Presales', value: presalesCell },
  { header: 'Manifest Link', value: (event) => event.manifestLink },
  { header: 'Event Link', value: (event) => event.eventLink },
  { header: 'Manifest', value: (event) => event.manifest },
];

function statusCell({ status, sale_note }: TicketingEvent): string {
  return sale_note === null ? status : `${status} (${sale_note})`;
}

function presalesCell({ presale_windows: windows }: TicketingEvent): string {
  return windows.length === 0 ? NOT_AVAILABLE : windows.map(presaleText).join('; ');
}

function presaleText({ name, opens, closes }: PresaleWindow): string {
  if (opens === null && closes === null) return name;
  if (closes === null) return `${name}: ${utc(opens ?? '')}`;
  return `${name}: ${utc(opens ?? NOT_AVAILABLE)} to ${utc(closes)}`;
}

function utc(instant: string): string {
  const text = formatInstant(instant, 'UTC');
  return text === instant || !instant.includes('T') ? text : `${text} UTC`;
}

/** The export in chunks of text, for spreadsheets. */
export function streamEventsCsv(events: Iterable<TicketingEvent>): Generator<string> {
  return streamSpreadsheetCsv(EVENT_COLUMNS, events);
}

/**
 * `{artist}_concerts.csv`, or `{artist}_concerts_selected.csv` for the operator's selection. Characters that file
 * systems forbid are replaced in the artist's name.
 */
export function eventsFileName(artist: string, part: 'shown' | 'selected' = 'shown'): string {
  const end = part === 'selected' ? '_selected' : '';
  return `${safeFileName(artist, 'artist')}_concerts${end}.csv`;
}
