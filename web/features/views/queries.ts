import { queryOptions } from '@tanstack/react-query';
import type { NewView, View } from '../../../shared/views/schema.ts';
import type { ViewScreen } from '../../../shared/views/screens.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

/** The views of all screens; the key of each screen's list begins with it. */
const ALL = { queryKey: ['views'] };

/** The operator's views of a screen, and those that others share. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: [...ALL.queryKey, screen],
    queryFn: async () => (await send(api.views.$get({ query: { screen } }))).data,
  });

/**
 * Saves a view, or replaces the one with `id`.
 * @returns the view
 */
export const saveView = async (id: number | null, json: NewView) => {
  const param = { id: String(id) };
  const saved =
    id === null ? send(api.views.$post({ json })) : send(api.views[':id'].$put({ param, json }));
  return (await reloadAfter<{ data: View }>(ALL, saved)).data;
};

export const deleteView = (id: number) =>
  reloadAfter(ALL, send(api.views[':id'].$delete({ param: { id: String(id) } })));
