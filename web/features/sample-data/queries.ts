import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SampleDataAnswer } from '../../../shared/sample-data/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadQueries } from '../../lib/query-client.ts';

/** The state of the sample data. */
export type Report = Omit<SampleDataAnswer, 'success'>;

const KEY = ['sample-data'];
/** The interval during a load or a removal. */
const REFRESH_MS = 500;
/** Reading these again would use up calls of the provider's daily quota. */
const NOT_AFFECTED = ['sample-data', 'ticketing', 'events'];

const isUnderWay = (report: Report | null | undefined): boolean =>
  report?.state === 'loading' || report?.state === 'removing';

/** Whether the providers are simulated: live ones have no sample data. */
const isSimulatedQuery = queryOptions({
  queryKey: ['providers', 'simulated'],
  queryFn: async ({ signal }) => {
    const { providers } = await send(api.health.$get({}, { init: { signal } }));
    return providers === 'simulated';
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The sample data of the desk; null with live providers. When it is complete, the lists that it
 * changes are reloaded.
 */
export const sampleDataQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ client, signal }): Promise<Report | null> => {
    if (!(await client.fetchQuery(isSimulatedQuery))) return null;
    const before = client.getQueryData<Report | null>(KEY);
    const report = await send(api['sample-data'].$get({}, { init: { signal } }));
    if (isUnderWay(before) && !isUnderWay(report)) reloadLists(client);
    return report;
  },
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? REFRESH_MS : false),
});

function reloadLists(client: QueryClient): void {
  void reloadQueries(client, {
    predicate: ({ queryKey: [name] }) => !NOT_AFFECTED.includes(String(name)),
  });
}

/** Starts to load the sample data. */
export async function loadSampleData(client: QueryClient): Promise<void> {
  client.setQueryData(KEY, await send(api['sample-data'].$post()));
}

/** Starts to remove the sample data; a running load ends. */
export async function removeSampleData(client: QueryClient): Promise<void> {
  client.setQueryData(KEY, await send(api['sample-data'].$delete()));
}
