import { queryOptions } from '@tanstack/react-query';
import type { Catalogue, CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

/** How often the states are read: more often while a reading is expected. */
const EVERY_MS = { waiting: 5_000, settled: 60_000 };

export const cataloguesQuery = queryOptions({
  queryKey: ['catalogues'],
  queryFn: async ({ signal }) => (await send(api.catalogues.$get({}, { init: { signal } }))).data,
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'waiting') ? EVERY_MS.waiting : EVERY_MS.settled,
});

const one = api.catalogues[':country'];

/** Turns a catalogue on or off. */
export const switchCatalogue = (country: CatalogueCountry, isOn: boolean) =>
  reloadAfter(cataloguesQuery, send(one.$put({ param: { country }, json: { is_on: isOn } })));

/** Starts a reading of a catalogue now. */
export const readAgain = (country: CatalogueCountry) =>
  reloadAfter(cataloguesQuery, send(one.read.$post({ param: { country } })));

/** The active catalogues first, both groups sorted by the name of the country. */
export function inOrder(
  catalogues: readonly Catalogue[],
  nameOf: (country: string) => string,
): Catalogue[] {
  const isOff = ({ state }: Catalogue) => Number(state === 'off');
  return catalogues.toSorted(
    (a, b) => isOff(a) - isOff(b) || nameOf(a.country).localeCompare(nameOf(b.country)),
  );
}
