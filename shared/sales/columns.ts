import type { Sale } from '../catalogues/schema.ts';
import type { CsvColumn } from '../csv/column.ts';
import { countryName } from '../ticketing/view/countries.ts';
import { formatInstant } from '../ticketing/view/dates.ts';

/** In UTC with the zone, because readers of files may be in other zones. */
const utc = (instant: string | null): string =>
  instant === null ? '' : `${formatInstant(instant, 'UTC')} UTC`;

/** The columns of the export of the agenda. */
export const AGENDA_COLUMNS: readonly CsvColumn<Sale>[] = [
  { header: 'Opens', value: ({ opens_at }) => utc(opens_at) },
  { header: 'Closes', value: ({ closes_at }) => utc(closes_at) },
  { header: 'Artist', value: ({ artist }) => artist },
  { header: 'Event', value: ({ name }) => name },
  { header: 'Venue', value: ({ venue }) => venue },
  { header: 'City', value: ({ city }) => city },
  { header: 'Country', value: ({ country }) => countryName(country) },
  { header: 'Sale', value: ({ kind }) => (kind === 'presale' ? 'Presale' : 'General sale') },
  { header: 'Presale', value: ({ presale_name }) => presale_name ?? '' },
  { header: 'Followed', value: ({ is_followed }) => (is_followed ? 'yes' : 'no') },
  { header: 'Known From', value: ({ known_from }) => known_from.join(', ') },
  { header: 'Event Link', value: ({ url }) => url },
  { header: 'Event Id', value: ({ event_id }) => event_id },
];
