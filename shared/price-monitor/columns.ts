import type { Column } from '../columns.ts';
import type { PriceTarget } from './schema.ts';

/** Between the tags in a cell. */
export const TAG_SEPARATOR = '; ';

/** The columns of the list and of its export. The import reads `URL` and `Tags`. */
export const TARGET_COLUMNS = [
  column('url', 'URL', ({ url }) => url),
  column('title', 'Event', ({ title }) => title),
  column('venue', 'Venue', ({ venue }) => venue),
  column('city', 'City', ({ city }) => city),
  column('date', 'Date', ({ date }) => date),
  column('low', 'Lowest price', ({ low }) => low),
  column('currency', 'Currency', ({ currency }) => currency),
  column('available', 'Available', ({ available }) => available),
  column('availability', 'Class', ({ availability }) => availability),
  column('tags', 'Tags', ({ tags }) => tags.join(TAG_SEPARATOR)),
  column('checked_at', 'Checked', ({ checked_at }) => checked_at),
  column('failure', 'Failure', ({ failure }) => failure),
] as const satisfies readonly Column<PriceTarget>[];

function column<Key extends keyof PriceTarget>(
  key: Key,
  header: string,
  value: Column<PriceTarget>['value'],
) {
  return { key, header, value };
}
