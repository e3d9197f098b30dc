import type { Column } from '../../columns.ts';
import { PRICE_SOURCE_NAMES } from '../price-source.ts';
import { SALE_STATE_NAMES } from '../sale-state.ts';
import type { WatchedEvent } from '../schema.ts';
import { writeTags } from './tags-cell.ts';

/** The columns of the list and of its export. The import reads `URL` and `Tags`. */
export const EVENT_COLUMNS = [
  column('url', 'URL', ({ url }) => url),
  column('title', 'Event', ({ title }) => title),
  column('venue', 'Venue', ({ venue }) => venue),
  column('city', 'City', ({ city }) => city),
  column('date', 'Date', ({ date }) => date),
  column('low', 'Lowest price', ({ low }) => low),
  column('currency', 'Currency', ({ currency }) => currency),
  column('source', 'Price source', ({ source }) => source && PRICE_SOURCE_NAMES[source]),
  column('read_at', 'Price read', ({ read_at }) => read_at),
  column('available', 'Available', ({ available }) => available),
  column('availability', 'Class', ({ availability }) => availability),
  column('sale_state', 'State', ({ sale_state }) => SALE_STATE_NAMES[sale_state]),
  column('opens_at', 'Opens', ({ opens_at }) => opens_at),
  column('tags', 'Tags', ({ tags }) => writeTags(tags)),
  column('checked_at', 'Checked', ({ checked_at }) => checked_at),
  column('failure', 'Failure', ({ failure }) => failure),
] as const satisfies readonly Column<WatchedEvent>[];

function column<Key extends keyof WatchedEvent>(
  key: Key,
  header: string,
  value: Column<WatchedEvent>['value'],
) {
  return { key, header, value };
}
