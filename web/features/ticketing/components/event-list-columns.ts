import type { SortField } from '../../../../shared/ticketing/view.ts';

interface ListColumn {
  key: string;
  /** The head's text; the accessible name of the box that selects all. */
  label: string;
  sortField?: SortField;
  /** Alignment, and the width below which the column is left out. */
  className?: string;
}

/** The tracks of the list view, for its head and its rows alike: the same order as {@link LIST_COLUMNS}. */
export const LIST_GRID =
  'grid items-center pr-3 pl-[15px] ' +
  'grid-cols-[34px_128px_minmax(0,1.4fr)_minmax(0,1.15fr)_150px_124px_76px_134px_92px_minmax(0,0.85fr)_66px] ' +
  'max-xl:grid-cols-[34px_128px_minmax(0,1.5fr)_minmax(0,1fr)_140px_124px_76px_66px] ' +
  'max-md:grid-cols-[34px_minmax(0,1fr)_auto] max-md:pl-[9px] max-md:py-1.5';

export const LIST_CELL = 'min-w-0 truncate px-[5px]';

/** Left out where the window is too narrow: the card tells them all. */
const WIDE_ONLY = 'max-xl:hidden';
const NOT_SMALL = 'max-md:hidden';

export const LIST_COLUMNS: readonly ListColumn[] = [
  { key: 'select', label: 'Select All' },
  { key: 'date', label: 'Date', sortField: 'date' },
  { key: 'venue', label: 'Venue', sortField: 'venue' },
  { key: 'location', label: 'Location', sortField: 'location' },
  { key: 'status', label: 'Status' },
  { key: 'price', label: 'Price', className: 'text-right' },
  {
    key: 'presales',
    label: 'Presales',
    sortField: 'presales',
    className: `text-right ${NOT_SMALL}`,
  },
  { key: 'sale', label: 'General sale', className: `pl-4! ${WIDE_ONLY}` },
  { key: 'limit', label: 'Limit', className: WIDE_ONLY },
  { key: 'promoter', label: 'Promoter', className: WIDE_ONLY },
  { key: 'links', label: 'Links', className: `text-right ${NOT_SMALL}` },
];
