import { queryOptions } from '@tanstack/react-query';
import type { Sale } from '../../../shared/catalogues/schema.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { queryClient, reloadAfter, reloadQueries } from '../../lib/query-client.ts';

const SALES = ['reminders', 'sales'] as const;
const PAGE_ROWS = 50;

export const settingsQuery = queryOptions({
  queryKey: ['reminders', 'settings'],
  queryFn: async ({ signal }) =>
    (await send(api['reminder-settings'].$get({}, { init: { signal } }))).leads_minutes,
});

export const saveLeads = (leads_minutes: number[]) =>
  reloadAfter(settingsQuery, send(api['reminder-settings'].$put({ json: { leads_minutes } })));

/** The sales that open from now on, the soonest first, with a part of a text. */
export const salesQuery = (search: string) =>
  pagesQuery(
    [...SALES, search],
    (page, signal) => {
      const query = { limit: String(PAGE_ROWS), ...(search !== '' && { search }), ...page };
      return send(api.sales.$get({ query }, { init: { signal } }));
    },
    { staleTime: 0 },
  );

/** Follows a sale, or ends that. */
export async function followSale(
  { event_id, kind, presale_name }: Pick<Sale, 'event_id' | 'kind' | 'presale_name'>,
  isFollowed: boolean,
): Promise<void> {
  const json = { event_id, kind, presale_name };
  const calls = api.sales.follow;
  try {
    await send(isFollowed ? calls.$post({ json }) : calls.$delete({ json }));
  } finally {
    await reloadQueries(queryClient, { queryKey: SALES });
  }
}
