import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type AddEventsRequest,
  MOST_EVENTS_PER_CALL,
  postedUrl,
  type RefusedEvent,
} from '../../../shared/price-monitor/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { inParts } from '../../lib/in-parts.ts';
import { reloadQueries } from '../../lib/query-client.ts';

/** The key of all data about monitored events. */
export const PRICES_KEY = ['price-targets'] as const;

export const reloadPrices = (client: QueryClient): Promise<void> =>
  reloadQueries(client, { queryKey: PRICES_KEY });

/** The price moves of an event in the last `days`. */
export const historyQuery = (url: string, days: number) =>
  queryOptions({
    queryKey: [...PRICES_KEY, 'history', url, days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - days * DAY_MS).toISOString();
      return send(api.events['price-history'].$get({ query: { url, from } }, { init: { signal } }));
    },
    staleTime: 0,
  });

interface AddReport {
  added: number;
  refused: RefusedEvent[];
}

/** Monitors events. Addresses that the server refuses are reported; `index` counts within `targets`. */
export async function addWatchedEvents(
  client: QueryClient,
  { targets, tags = [] }: AddEventsRequest,
): Promise<AddReport> {
  const posted = targets.map(({ url, ...rest }) => ({ ...rest, url: postedUrl(url) }));
  const [only] = posted;
  const isPlain = tags.length === 0 && (only?.tags ?? []).length === 0;
  const isOne = only !== undefined && posted.length === 1 && isPlain;
  // Calls before a failed one may already have taken effect.
  const report = await (isOne ? addOne(only.url) : addAll(posted, tags)).finally(() =>
    reloadPrices(client),
  );
  const refused = report.refused.map((one) => ({
    ...one,
    url: targets[one.index]?.url ?? one.url,
  }));
  return { added: report.added, refused };
}

async function addAll(targets: AddEventsRequest['targets'], tags: string[]): Promise<AddReport> {
  const reports = await inParts(targets, MOST_EVENTS_PER_CALL, async (part, at) => {
    const json = { targets: part, tags };
    const { added, refused } = await send(api.events['price-targets'].$post({ json }));
    return { added, refused: refused.map((one) => ({ ...one, index: one.index + at })) };
  });
  return {
    added: reports.reduce((sum, { added }) => sum + added, 0),
    refused: reports.flatMap(({ refused }) => refused),
  };
}

async function addOne(url: string): Promise<AddReport> {
  try {
    await send(api.events['monitored-price-event'].$post({ json: { url } }));
    return { added: 1, refused: [] };
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 409);
    if (!isRefused) throw error;
    const reason = error.issues[0]?.message ?? error.message;
    return { added: 0, refused: [{ index: 0, url, reason }] };
  }
}
