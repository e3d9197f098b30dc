import type { View, ViewScreen } from '../../../shared/views/schema.ts';
import { parseSearch, stringifySearch } from '../../lib/search-params.ts';
import { SCREENS } from './view-screens.ts';

/** What a view keeps of a screen. */
export interface ViewState {
  /** The query, with the parts in the order of the screen's list. */
  address: string;
  /** The keys of the columns that show, in the order of the grid; null without a choice of columns. */
  columns: string[] | null;
}

interface ReadView extends ViewState {
  /** What the screen does not have any more, in words: `the filter "tag"`. */
  missing: string[];
}

type Search = Readonly<Record<string, unknown>>;
/** How a screen reads its query: without what it does not have. */
export type ReadSearch = (raw: Search) => Search;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The parts of a query that a view of the screen keeps, as far as the screen still reads them.
 */
function readAddress(screen: ViewScreen, raw: Search, read: ReadSearch) {
  const { params, defaults = {} } = SCREENS[screen];
  const known = read(raw);
  const isRead = (name: string) => params.includes(name) && isFilled(known[name]);
  const missing = Object.keys(raw).filter((name) => isFilled(raw[name]) && !isRead(name));
  // The direction of a sorting that is gone means nothing for another one.
  const isSortGone = missing.includes('sort');
  const names = params.filter((name) => isRead(name) && !(isSortGone && name === 'order'));
  const values = Object.fromEntries(names.map((name) => [name, known[name]]));
  const isDefault = Object.keys(defaults).every((name) => !(name in values));
  return { address: stringifySearch({ ...values, ...(isDefault && defaults) }), missing };
}

/** What a screen shows now. @param hidden the columns that the operator hid */
export function shownState(
  screen: ViewScreen,
  search: Search,
  hidden: ReadonlySet<string>,
  read: ReadSearch,
): ViewState {
  const { params, grid } = SCREENS[screen];
  const own = Object.fromEntries(Object.entries(search).filter(([name]) => params.includes(name)));
  return {
    address: readAddress(screen, own, read).address,
    columns: grid ? grid.columns.filter((column) => !hidden.has(column)) : null,
  };
}

const wordsFor = (name: string, value: unknown): string =>
  name === 'sort' ? `the sorting by "${String(value)}"` : `the filter "${name}"`;

/** A stored view as far as the screen still has its filters, its sorting and its columns. */
export function readView(
  screen: ViewScreen,
  { address, columns }: Pick<View, 'address' | 'columns'>,
  read: ReadSearch,
): ReadView {
  const raw = parseSearch(address);
  const kept = readAddress(screen, raw, read);
  const known = SCREENS[screen].grid?.columns ?? [];
  const gone = (columns ?? []).filter((column) => !known.includes(column));
  return {
    address: kept.address,
    columns:
      columns && known.length > 0 ? known.filter((column) => columns.includes(column)) : null,
    missing: [
      ...kept.missing.map((name) => wordsFor(name, raw[name])),
      ...gone.map((column) => `the column "${column}"`),
    ],
  };
}

/** Whether a screen shows a view; a view without columns leaves their choice open. */
export const isShown = (view: ViewState, shown: ViewState): boolean =>
  view.address === shown.address &&
  (view.columns === null || String(view.columns) === String(shown.columns));

/** The whole query of a screen with the filters and sorting of a view: what is open stays open. */
export function searchWith(screen: ViewScreen, search: Search, address: string): string {
  const { params } = SCREENS[screen];
  const others = Object.entries(search).filter(([name]) => !params.includes(name));
  return stringifySearch({ ...Object.fromEntries(others), ...parseSearch(address) });
}
