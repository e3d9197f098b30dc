import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { MOST_EVENT_IDS } from '../../../shared/ticketing/constants.ts';
import { reportFile } from '../../kit/file-report.ts';
import { api, apiFetch, readFile, send } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download.ts';
import { countOf } from '../../lib/format.ts';
import { reloadAfter, reloadQueries } from '../../lib/query-client.ts';

/** The operator's calendar: its subscription address, and the events that were added to it. */
export const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => send(api.calendar.$get({}, { init: { signal } })),
});

/**
 * Adds events to the operator's calendar.
 * @returns the number of added events: those unknown to the provider are left out.
 */
export async function addToCalendar(client: QueryClient, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += MOST_EVENT_IDS) {
    const json = { ids: ids.slice(at, at + MOST_EVENT_IDS) };
    const { added } = await send(api.calendar.events.$post({ json }));
    count += added;
  }
  await reloadQueries(client, { queryKey: calendarQuery.queryKey });
  return count;
}

/** Removes the events that the operator added. */
export const clearCalendar = () => reloadAfter(calendarQuery, send(api.calendar.events.$delete()));

/** Saves the whole calendar, or some events of at most {@link MOST_EVENT_IDS}, as an .ics file. */
export async function downloadCalendar(ids?: readonly string[]): Promise<void> {
  const answer = await apiFetch('/api/calendar/download', {
    ...(ids && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
    }),
  });
  const [name, calendar] = ['ticket-sales.ics', await (await readFile(answer)).text()];
  downloadFile(name, calendar, 'text/calendar;charset=utf-8');
  reportFile(name, countOf(calendar.split('BEGIN:VEVENT').length - 1, 'entry', 'entries'));
}

/**
 * Creates a subscription address, which replaces the earlier one.
 * @returns the address.
 */
export async function subscribeCalendar(): Promise<string> {
  const { url } = await reloadAfter(calendarQuery, send(api.calendar.subscription.$post()));
  return url;
}

/** Revokes the subscription address. */
export const unsubscribeCalendar = () =>
  reloadAfter(calendarQuery, send(api.calendar.subscription.$delete()));
