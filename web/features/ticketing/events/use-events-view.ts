import { useMemo } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import {
  type CountryCount,
  countCountries,
  countPublishedCountries,
  countStates,
  countVenues,
  type EventFilters,
  filterEvents,
  sortEvents,
} from '../../../../shared/ticketing/view/events.ts';
import type { EventsChoice } from '../search-state.ts';

/** The filtered and sorted events, and the counts beside the filters. */
export function useEventsView(all: readonly TicketingEvent[], choice: EventsChoice) {
  const { sort, order, view: _, ...chosen } = choice;
  const key = JSON.stringify(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filters are another object on every render.
  const filters = useMemo((): EventFilters => chosen, [key]);
  const sorted = useMemo(() => sortEvents(all, sort, order), [all, sort, order]);
  const shown = useMemo(() => filterEvents(sorted, filters), [sorted, filters]);
  const countries = useMemo(() => countriesUnder(all, filters), [all, filters]);
  const venues = useMemo(() => venuesUnder(all, filters), [all, filters]);
  const ofAllStates = useMemo(
    () => filterEvents(all, { ...filters, status: null }),
    [all, filters],
  );
  const stateCounts = useMemo(() => countStates(ofAllStates), [ofAllStates]);
  const countryCount = useMemo(() => countPublishedCountries(all), [all]);
  const allStatesCount = ofAllStates.length;
  return { shown, countries, venues, stateCounts, allStatesCount, countryCount };
}

/**
 * Every country of the artist, including those without events that pass the other filters, so that
 * a chosen one stays listed.
 */
function countriesUnder(all: readonly TicketingEvent[], filters: EventFilters): CountryCount[] {
  const shown = filterEvents(all, { ...filters, countries: [] });
  const counts = new Map(countCountries(shown).map(({ nation, count }) => [nation, count]));
  return countCountries(all).map((entry) => ({ ...entry, count: counts.get(entry.nation) ?? 0 }));
}

/** Every venue of the artist with its number of events. See {@link countriesUnder}. */
function venuesUnder(all: readonly TicketingEvent[], filters: EventFilters) {
  const shown = countVenues(filterEvents(all, { ...filters, venues: [] }));
  const counts = new Map(shown.map(({ venue, count }) => [venue, count]));
  return countVenues(all).map(({ venue }) => ({ venue, count: counts.get(venue) ?? 0 }));
}

export type ShownEvents = ReturnType<typeof useEventsView>;
