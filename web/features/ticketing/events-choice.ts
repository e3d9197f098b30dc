import type { SaleStatus } from '../../../shared/ticketing/schema.ts';
import type { SortField, SortOrder } from '../../../shared/ticketing/view.ts';
import { chosenCountries, type EventsView, type TicketingSearch } from './search-state.ts';

/** How the events are shown: filters, sorting and view, with every default filled in. */
export interface EventsChoice {
  status: SaleStatus | null;
  countries: string[];
  sort: SortField;
  order: SortOrder;
  view: EventsView;
}

/** What the address asks for; `rememberedView` is the operator's last view. */
export function readChoice(search: TicketingSearch, rememberedView: EventsView): EventsChoice {
  return {
    status: search.status ?? null,
    countries: chosenCountries(search),
    sort: search.sort ?? 'date',
    order: search.order ?? 'asc',
    view: search.view ?? rememberedView,
  };
}

/** The address with a changed choice; defaults are left out, the view is named so that a shared link shows it. */
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
