import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type EventFilter,
  MOST_EVENTS_PER_CALL,
  type NewEventAlerts,
  type NewPriceAlert,
  type NewTagAlert,
  type PriceObservation,
  type WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { api, apiFetch, readAnswer, readFile, send } from '../../../lib/api.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, isoDay } from '../../../lib/format.ts';
import { inParts } from '../../../lib/in-parts.ts';
import { PRICES_KEY, reloadPrices } from '../watched-events.ts';

const calls = api.events;

/** One event with its last checks. */
export const eventQuery = (url: string) =>
  queryOptions({
    queryKey: [...PRICES_KEY, 'event', url],
    queryFn: ({ signal }) =>
      send(calls['price-target'].$get({ query: { url } }, { init: { signal } })),
    // Its alerts may fire and its checks may fail at any time.
    staleTime: 0,
  });

/** Ends the monitoring of events and deletes their history and alerts. */
export async function removeEvents(
  client: QueryClient,
  events: readonly Pick<WatchedEvent, 'id' | 'url'>[],
): Promise<void> {
  const [only] = events;
  try {
    if (only !== undefined && events.length === 1)
      await send(calls['monitored-price-event'].$delete({ json: { url: only.url } }));
    else
      await inCalls(events, (ids) => send(calls['price-targets'].remove.$post({ json: { ids } })));
  } finally {
    // A call before the failed one has already taken effect.
    await reloadPrices(client);
  }
}

/** Checks all events that are not paused. The live channel delivers the prices. */
export async function updateAll(): Promise<void> {
  // The specified spelling has two slashes, which the typed client would merge.
  const path = '/api/events//update-monitored-price-event';
  await readAnswer(await apiFetch(path, { method: 'POST' }));
}

/** Reads the prices of an event from the pasted source of its page. */
export async function pastePage(client: QueryClient, json: PriceObservation): Promise<void> {
  await send(calls['price-observations'].$post({ json }));
  await reloadPrices(client);
}

/** Checks some events. */
export const checkEvents = (events: readonly WatchedEvent[]) =>
  inCalls(events, (ids) => send(calls['price-targets'].check.$post({ json: { ids } })));

export async function pauseEvents(
  client: QueryClient,
  events: readonly WatchedEvent[],
  isPaused: boolean,
): Promise<void> {
  try {
    await inCalls(events, (ids) =>
      send(calls['price-targets'].pause.$post({ json: { ids, is_paused: isPaused } })),
    );
  } finally {
    await reloadPrices(client);
  }
}

export async function tagEvents(
  client: QueryClient,
  events: readonly WatchedEvent[],
  change: { add: string[]; remove: string[] },
): Promise<void> {
  try {
    await inCalls(events, (ids) =>
      send(calls['price-targets'].tags.$post({ json: { ids, ...change } })),
    );
  } finally {
    await reloadPrices(client);
  }
}

/** Saves the matching events as CSV. The import reads the same file. */
export async function exportEvents(query: EventFilter): Promise<void> {
  const response = await apiFetch(calls['price-targets'].export.$url({ query }));
  const name = `monitored_events_${isoDay(new Date())}.csv`;
  const file = await readFile(response);
  downloadCsv(name, file);
  // The number of events, and the heading.
  const lines = (await file.text()).trimEnd().split('\n').length;
  reportFile(name, countOf(lines - 1, 'event'));
}

export async function addAlert(client: QueryClient, json: NewPriceAlert): Promise<void> {
  await send(calls['price-alerts'].$post({ json }));
  await reloadPrices(client);
}

/** Adds a rule to events. @returns the numbers of events that got it, had it and had no room for it */
export async function addAlerts(client: QueryClient, { ids, ...rule }: NewEventAlerts) {
  try {
    const counts = await inParts(ids, MOST_EVENTS_PER_CALL, (some) =>
      send(calls['price-targets'].alerts.$post({ json: { ids: some, ...rule } })),
    );
    const sum = (name: 'added' | 'repeated' | 'full') =>
      counts.reduce((total, count) => total + count[name], 0);
    return { added: sum('added'), repeated: sum('repeated'), full: sum('full') };
  } finally {
    await reloadPrices(client);
  }
}

/** The rules about the lowest price of a tag. They may fire at any time. */
export const tagAlertsQuery = queryOptions({
  queryKey: [...PRICES_KEY, 'tag-alerts'],
  queryFn: ({ signal }) => send(calls['tag-alerts'].$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: 30_000,
});

export async function addTagAlert(client: QueryClient, json: NewTagAlert): Promise<void> {
  await send(calls['tag-alerts'].$post({ json }));
  await reloadPrices(client);
}

/** Sends the notification of an alert as it would look now. */
export const testAlert = (id: number) =>
  send(calls['price-alerts'][':id'].test.$post({ param: { id: String(id) } }));

export async function deleteAlert(client: QueryClient, id: number): Promise<void> {
  await send(calls['price-alerts'][':id'].$delete({ param: { id: String(id) } }));
  await reloadPrices(client);
}

/** Makes as many calls as the events need. */
const inCalls = <Answer>(
  events: readonly Pick<WatchedEvent, 'id'>[],
  call: (ids: number[]) => Promise<Answer>,
): Promise<Answer[]> =>
  inParts(
    events.map(({ id }) => id),
    MOST_EVENTS_PER_CALL,
    call,
  );
