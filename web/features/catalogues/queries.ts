import { queryOptions } from '@tanstack/react-query';
import type { Catalogue, CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

/** How often the states are read: often while a reading is awaited. */
const EVERY_MS = { waiting: 5_000, settled: 60_000 };

export const cataloguesQuery = queryOptions({
  queryKey: ['catalogues'],
  queryFn: async ({ signal }) => (await send(api.catalogues.$get({}, { init: { signal } }))).data,
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'waiting') ? EVERY_MS.waiting : EVERY_MS.settled,
});

/**
 * Turns a catalogue on or off. The call has the whole choice, so the others are read first as they are now, and one change
 * follows the other.
 */
export async function switchCatalogue(country: CatalogueCountry, isOn: boolean) {
  const { data } = await send(api.catalogues.$get({}));
  const countries = data.flatMap((one) =>
    (one.country === country ? isOn : one.state !== 'off') ? [one.country] : [],
  );
  return reloadAfter(cataloguesQuery, send(api.catalogues.$put({ json: { countries } })));
}

/** The catalogues that are on first, both parts by the name of the country. */
export function inOrder(
  catalogues: readonly Catalogue[],
  nameOf: (country: string) => string,
): Catalogue[] {
  const isOff = ({ state }: Catalogue) => Number(state === 'off');
  return catalogues.toSorted(
    (a, b) => isOff(a) - isOff(b) || nameOf(a.country).localeCompare(nameOf(b.country)),
  );
}
