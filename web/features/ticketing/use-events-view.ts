import { useMemo } from 'react';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import {
  type CountryCount,
  countCountries,
  countPublishedCountries,
  countStatuses,
  filterEvents,
  sortEvents,
} from '../../../shared/ticketing/view.ts';
import type { EventsChoice } from './events-choice.ts';

/** The events as they are shown, and the counts that the filters carry. */
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
  const statusCounts = useMemo(() => {
    const chosen = countriesKey === '' ? [] : countriesKey.split(',');
    return countStatuses(filterEvents(all, { status: null, countries: chosen }));
  }, [all, countriesKey]);
  const countryCount = useMemo(() => countPublishedCountries(all), [all]);
  return { shown, ids, countries, statusCounts, countryCount };
}

/** Every country of the artist, so that a chosen one stays on offer, with its events of the chosen state. */
function countriesUnder(
  all: readonly TicketingEvent[],
  status: EventsChoice['status'],
): CountryCount[] {
  const shown = filterEvents(all, { status, countries: [] });
  const counts = new Map(countCountries(shown).map(({ nation, count }) => [nation, count]));
  return countCountries(all).map((entry) => ({ ...entry, count: counts.get(entry.nation) ?? 0 }));
}
