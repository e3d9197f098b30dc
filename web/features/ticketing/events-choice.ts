import type { SortOrder } from '../../../shared/columns.ts';
import type { SaleState, SortField } from '../../../shared/ticketing/view.ts';
import { chosenCountries, type EventsView, type TicketingSearch } from './search-state.ts';

/** How the events are shown: filters, sorting and view, with every default filled in. */
export interface EventsChoice {
  status: SaleState | null;
  countries: string[];
  sort: SortField;
  order: SortOrder;
  view: EventsView;
}

/** The choice in the address; `rememberedView` is the operator's last view. */
export function readChoice(search: TicketingSearch, rememberedView: EventsView): EventsChoice {
  return {
    status: search.status ?? null,
    countries: chosenCountries(search),
    sort: search.sort ?? 'date',
    order: search.order ?? 'asc',
    view: search.view ?? rememberedView,
  };
}

/** The address with a changed choice. Defaults are left out; the view is kept, because its default differs by browser. */
export function writeChoice(search: TicketingSearch, choice: EventsChoice): TicketingSearch {
  return {
    byId: search.byId,
    searchByName: search.searchByName,
    artistName: search.artistName,
    status: choice.status ?? undefined,
    country: choice.countries.length === 0 ? undefined : choice.countries.join(','),
    sort: choice.sort === 'date' ? undefined : choice.sort,
    order: choice.order === 'asc' ? undefined : choice.order,
    view: choice.view,
  };
}
