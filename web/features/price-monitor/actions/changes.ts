import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  NewPriceAlert,
  PriceTarget,
  TargetFilter,
} from '../../../../shared/price-monitor/schema.ts';
import { DAY_MS } from '../../../../shared/times.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { api, apiFetch, readAnswer, readFile, send } from '../../../lib/api.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, isoDay } from '../../../lib/format.ts';
import { PRICES_KEY, reloadPrices } from '../price-targets.ts';

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

/** How the prices of an event moved in the last `days`. */
export const historyQuery = (url: string, days: number) =>
  queryOptions({
    queryKey: [...PRICES_KEY, 'history', url, days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - days * DAY_MS).toISOString();
      return send(calls['price-history'].$get({ query: { url, from } }, { init: { signal } }));
    },
    staleTime: 0,
  });

/** Ends the monitoring of events and deletes their history and alerts. */
export async function removeEvents(
  client: QueryClient,
  targets: readonly Pick<PriceTarget, 'id' | 'url'>[],
): Promise<void> {
  const [only] = targets;
  if (only !== undefined && targets.length === 1)
    await send(calls['monitored-price-event'].$delete({ json: { url: only.url } }));
  else await send(calls['price-targets'].remove.$post({ json: { ids: idsOf(targets) } }));
  await reloadPrices(client);
}

/** Checks all events that are not paused. The live channel delivers the prices. */
export async function updateAll(): Promise<void> {
  // The specified spelling has two slashes, which the typed client would join.
  const path = '/api/events//update-monitored-price-event';
  await readAnswer(await apiFetch(path, { method: 'POST' }));
}

/** Checks some events. */
export const checkEvents = (targets: readonly PriceTarget[]) =>
  send(calls['price-targets'].check.$post({ json: { ids: idsOf(targets) } }));

export async function pauseEvents(
  client: QueryClient,
  targets: readonly PriceTarget[],
  isPaused: boolean,
): Promise<void> {
  const json = { ids: idsOf(targets), is_paused: isPaused };
  await send(calls['price-targets'].pause.$post({ json }));
  await reloadPrices(client);
}

export async function tagEvents(
  client: QueryClient,
  targets: readonly PriceTarget[],
  change: { add: string[]; remove: string[] },
): Promise<void> {
  await send(calls['price-targets'].tags.$post({ json: { ids: idsOf(targets), ...change } }));
  await reloadPrices(client);
}

/** Saves the events that match as CSV. The import reads the same file. */
export async function exportEvents(query: TargetFilter): Promise<void> {
  const response = await apiFetch(calls['price-targets'].export.$url({ query }));
  const name = `monitored_events_${isoDay(new Date())}.csv`;
  const file = await readFile(response);
  downloadCsv(name, file);
  // A line each, and the heading.
  const lines = (await file.text()).trimEnd().split('\n').length;
  reportFile(name, countOf(lines - 1, 'event'));
}

export async function addAlert(client: QueryClient, json: NewPriceAlert): Promise<void> {
  await send(calls['price-alerts'].$post({ json }));
  await reloadPrices(client);
}

/** Sends the notification of an alert as it would look now. */
export const testAlert = (id: number) =>
  send(calls['price-alerts'][':id'].test.$post({ param: { id: String(id) } }));

export async function deleteAlert(client: QueryClient, id: number): Promise<void> {
  await send(calls['price-alerts'][':id'].$delete({ param: { id: String(id) } }));
  await reloadPrices(client);
}

const idsOf = (targets: readonly Pick<PriceTarget, 'id'>[]): number[] =>
  targets.map(({ id }) => id);
