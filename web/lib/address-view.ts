import { useState } from 'react';
import { stringifySearch } from './search-params.ts';

/** A view beside the address that holds it. */
export interface AddressView<View> {
  view: View;
  /** The query that the view was last in step with. */
  address: string;
  /** Queries that the view wrote and the address has not taken yet, the oldest first. */
  written: readonly string[];
}

/** After the view was changed on the screen; `query` is what it writes. */
export function afterChange<View>(
  { address, written }: AddressView<View>,
  view: View,
  query: string,
): AddressView<View> {
  const isLast = query === (written.at(-1) ?? address);
  return { view, address, written: isLast ? written : [...written, query] };
}

/** After the address became `query`: what the view wrote itself leaves it alone, all else (a link, Back) changes it. */
export function afterAddress<View>(
  { view, written }: AddressView<View>,
  query: string,
  viewOf: () => View,
): AddressView<View> {
  const at = written.lastIndexOf(query);
  if (at < 0) return { view: viewOf(), address: query, written: [] };
  return { view, address: query, written: written.slice(at + 1) };
}

const queryOf = (search: object): string =>
  stringifySearch(Object.fromEntries(Object.entries(search)));

interface AddressViewOptions<View, Search extends object> {
  search: Search;
  onSearch: (search: Search) => void;
  viewOf: (search: Search) => View;
  searchOf: (view: View) => Search;
}

/**
 * A view that stands in the address. It changes at once, because the address follows a moment later and a field that
 * waited for it would lose letters; whatever else changes the address changes the view.
 */
export function useAddressView<View, Search extends object>({
  search,
  onSearch,
  viewOf,
  searchOf,
}: AddressViewOptions<View, Search>): [View, (view: View) => void] {
  const query = queryOf(search);
  const [state, setState] = useState<AddressView<View>>(() => ({
    view: viewOf(search),
    address: query,
    written: [],
  }));
  if (state.address !== query) setState(afterAddress(state, query, () => viewOf(search)));
  const change = (view: View) => {
    const next = searchOf(view);
    setState((now) => afterChange(now, view, queryOf(next)));
    onSearch(next);
  };
  return [state.view, change];
}
