import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { stringifySearch } from './search-params.ts';

/** A view beside the address that holds it. */
export interface AddressView<View> {
  view: View;
  /** The query that the view last agreed with. */
  address: string;
  /** Queries that were passed to the router and are not in the address yet, the oldest first. */
  written: readonly string[];
  /** The query to write with the next frame; null if the address has it, or is about to. */
  next: string | null;
}

/** Call it after the view was changed on the screen; `query` is its query. */
export function afterChange<View>(
  { address, written }: AddressView<View>,
  view: View,
  query: string,
): AddressView<View> {
  const isThere = query === (written.at(-1) ?? address);
  return { view, address, written, next: isThere ? null : query };
}

/** Call it after `next` was passed to the router. */
export const afterWrite = <View>(state: AddressView<View>): AddressView<View> =>
  state.next === null ? state : { ...state, written: [...state.written, state.next], next: null };

/**
 * Call it after the address became `query`: a query that the view wrote itself does not change the
 * view, but any other (a link, Back) does. `open` returns the view of the address.
 */
export function afterAddress<View>(
  state: AddressView<View>,
  query: string,
  open: () => AddressView<View>,
): AddressView<View> {
  const at = state.written.lastIndexOf(query);
  return at < 0 ? open() : { ...state, address: query, written: state.written.slice(at + 1) };
}

const queryOf = (search: object): string =>
  stringifySearch(Object.fromEntries(Object.entries(search)));

interface AddressViewOptions<View, Search extends object> {
  search: Search;
  onSearch: (search: Search) => void;
  viewOf: (search: Search) => View;
  searchOf: (view: View) => Search;
}

const same = <Search>(search: Search): Search => search;

/**
 * {@link useAddressView} of a screen whose view is the query itself, and the function that changes a part of it.
 * @param searchOf the query to write for a view, if an address may not hold all of it
 */
export function useSearchView<Search extends object>(
  search: Search,
  onSearch: (search: Search) => void,
  searchOf: (view: Search) => Search = same,
): [view: Search, change: (part: Partial<Search>) => void] {
  const options = { search, onSearch, viewOf: same<Search>, searchOf };
  const [view, setView] = useAddressView(options);
  return [view, (part) => setView({ ...view, ...part })];
}

/** Runs something after the next frame is on the screen. Returns how to cancel it. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * A view whose state is in the address. It changes at once, because the address follows a moment
 * later and a field that waited for it would lose characters. Any other change of the address
 * changes the view. Values that `viewOf` adds to a query are written into the address, so that it
 * can be shared.
 */
export function useAddressView<View, Search extends object>({
  search,
  onSearch,
  viewOf,
  searchOf,
}: AddressViewOptions<View, Search>): [View, (view: View) => void] {
  const query = queryOf(search);
  const open = (): AddressView<View> => {
    const opened = { view: viewOf(search), address: query, written: [], next: null };
    return afterChange(opened, opened.view, queryOf(searchOf(opened.view)));
  };
  const [state, setState] = useState(open);
  if (state.address !== query) setState(afterAddress(state, query, open));
  const { next } = state;
  const write = useEffectEvent(() => {
    setState(afterWrite);
    onSearch(searchOf(state.view));
  });
  // The router takes longer than a list needs to render the change.
  useEffect(() => (next === null ? undefined : afterFrame(write)), [next]);
  const change = useCallback(
    (view: View) => setState((now) => afterChange(now, view, queryOf(searchOf(view)))),
    [searchOf],
  );
  return [state.view, change];
}
