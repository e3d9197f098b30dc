import { useMemo } from 'react';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import {
  type CountryCount,
  countCountries,
  countPublishedCountries,
  countStates,
  filterEvents,
  sortEvents,
} from '../../../shared/ticketing/view.ts';
import type { EventsChoice } from './events-choice.ts';

/** The filtered and sorted events, and the counts beside the filters. */
export function useEventsView(all: readonly TicketingEvent[], choice: EventsChoice) {
  const { status, sort, order } = choice;
  const countriesKey = choice.countries.join(',');
  const sorted = useMemo(() => sortEvents(all, sort, order), [all, sort, order]);
  const shown = useMemo(() => {
    const countries = countriesKey === '' ? [] : countriesKey.split(',');
    return filterEvents(sorted, { status, countries });
  }, [sorted, status, countriesKey]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const countries = useMemo(() => countriesUnder(all, status), [all, status]);
  const stateCounts = useMemo(() => {
    const chosen = countriesKey === '' ? [] : countriesKey.split(',');
    return countStates(filterEvents(all, { status: null, countries: chosen }));
  }, [all, countriesKey]);
  const countryCount = useMemo(() => countPublishedCountries(all), [all]);
  return { shown, ids, countries, stateCounts, countryCount };
}

/** Every country of the artist, also those without events in the chosen state: a chosen country stays in the list. */
function countriesUnder(
  all: readonly TicketingEvent[],
  status: EventsChoice['status'],
): CountryCount[] {
  const shown = filterEvents(all, { status, countries: [] });
  const counts = new Map(countCountries(shown).map(({ nation, count }) => [nation, count]));
  return countCountries(all).map((entry) => ({ ...entry, count: counts.get(entry.nation) ?? 0 }));
}
