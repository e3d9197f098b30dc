import type { View } from '../../../shared/views/schema.ts';
import type { ViewScreen } from '../../../shared/views/screens.ts';
import { parseSearch, stringifySearch } from '../../lib/search-params.ts';
import { SCREENS } from './view-screens.ts';

/** The part of a screen that a view stores. */
export interface ViewState {
  /** The query, with the parts in the order of the screen's list. */
  address: string;
  /**
   * The keys of the visible columns, in the order of the grid; null without a choice of columns.
   */
  columns: string[] | null;
}

interface ReadView extends ViewState {
  /** The parts that the screen no longer has, as text: `the filter "tag"`. */
  missing: string[];
}

type Search = Readonly<Record<string, unknown>>;
/** How a screen reads its query: without parts that it does not have. */
export type ReadSearch = (raw: Search) => Search;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const openedParams = (screen: ViewScreen): readonly string[] =>
  SCREENS[screen].opened?.params ?? [];

/** The names of the parts of an address that a view of the screen stores. */
export const keptParams = (screen: ViewScreen): readonly string[] => [
  ...openedParams(screen),
  ...SCREENS[screen].params,
];

/** The parts of a query that a view of the screen stores, as far as the screen still reads them. */
function readAddress(screen: ViewScreen, raw: Search, read: ReadSearch) {
  const { defaults = {} } = SCREENS[screen];
  const params = keptParams(screen);
  const readable = read(raw);
  const isRead = (name: string) => params.includes(name) && isFilled(readable[name]);
  const missing = Object.keys(raw).filter((name) => isFilled(raw[name]) && !isRead(name));
  // The direction of a removed sorting does not apply to another one.
  const isSortGone = missing.includes('sort');
  const names = params.filter((name) => isRead(name) && !(isSortGone && name === 'order'));
  const values = Object.fromEntries(names.map((name) => [name, readable[name]]));
  const isDefault = Object.keys(defaults).every((name) => !(name in values));
  return { address: stringifySearch({ ...values, ...(isDefault && defaults) }), missing };
}

const only = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)));

const without = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

/** Whether a view identifies an open item. */
const namesOpened = (screen: ViewScreen, view: Search): boolean =>
  openedParams(screen).some((name) => isFilled(view[name]));

/**
 * The current content of a screen.
 * @param hidden the columns that the operator hid
 */
export function shownState(
  screen: ViewScreen,
  search: Search,
  hidden: ReadonlySet<string>,
  read: ReadSearch,
): ViewState {
  const { grid } = SCREENS[screen];
  const viewed = only(search, keptParams(screen));
  return {
    address: readAddress(screen, viewed, read).address,
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
  const checkedAddress = readAddress(screen, raw, read);
  const gridColumns = SCREENS[screen].grid?.columns ?? [];
  const gone = (columns ?? []).filter((column) => !gridColumns.includes(column));
  return {
    address: checkedAddress.address,
    columns:
      columns && gridColumns.length > 0
        ? gridColumns.filter((column) => columns.includes(column))
        : null,
    missing: [
      ...checkedAddress.missing.map((name) => wordsFor(name, raw[name])),
      ...gone.map((column) => `the column "${column}"`),
    ],
  };
}

/**
 * Whether a screen shows a view; a view without columns, or without an open item, matches any
 * choice of them.
 */
export function isShown(screen: ViewScreen, view: ViewState, shown: ViewState): boolean {
  const isOpenedKept = namesOpened(screen, parseSearch(view.address));
  const address = isOpenedKept
    ? shown.address
    : stringifySearch(without(parseSearch(shown.address), openedParams(screen)));
  return (
    view.address === address &&
    (view.columns === null || String(view.columns) === String(shown.columns))
  );
}

/**
 * The whole query of a screen with the filters and sorting of a view: other parts do not change.
 */
export function searchWith(screen: ViewScreen, search: Search, address: string): string {
  const view = parseSearch(address);
  const replaced = namesOpened(screen, view) ? keptParams(screen) : SCREENS[screen].params;
  return stringifySearch({ ...without(search, replaced), ...view });
}
