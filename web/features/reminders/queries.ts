import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import type { Sale } from '../../../shared/catalogues/schema.ts';
import type { FollowedSale, Follows } from '../../../shared/reminders/schema.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { queryClient, reloadAfter, reloadQueries } from '../../lib/query-client.ts';

/** The key of lists of GET /sales, in which a change of what is followed shows at once. */
export const SALES = ['reminders', 'sales'] as const;
const FOLLOWS = ['reminders', 'follows'] as const;
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

/** Which sales of these events the operator follows. */
export const followsQuery = (eventIds: readonly string[]) =>
  queryOptions({
    queryKey: [...FOLLOWS, eventIds],
    queryFn: async ({ signal }): Promise<Follows> => {
      const json = { event_ids: [...eventIds] };
      return send(api.sales.followed.$post({ json }, { init: { signal } }));
    },
    enabled: eventIds.length > 0,
  });

/** Whether a sale is followed according to an answer; null if there is no answer. */
export function isFollowedIn(follows: Follows | undefined): (sale: FollowedSale) => boolean | null {
  if (follows === undefined) return () => null;
  const events = new Set(follows.events);
  const sales = new Map(follows.sales.map((sale) => [keyOf(sale), sale.is_followed]));
  return (sale) => sales.get(keyOf(sale)) ?? events.has(sale.event_id);
}

const keyOf = ({ event_id, kind, presale_name }: FollowedSale): string =>
  JSON.stringify([event_id, kind, presale_name]);

/**
 * Follows a sale, or stops following it. The lists show it at once, and the old state again if the
 * call fails.
 */
export async function followSale(
  { event_id, kind, presale_name }: FollowedSale,
  isFollowed: boolean,
): Promise<void> {
  const json = { event_id, kind, presale_name };
  const calls = api.sales.follow;
  for (const queryKey of [FOLLOWS, SALES]) await queryClient.cancelQueries({ queryKey });
  show(json, isFollowed);
  try {
    await send(isFollowed ? calls.$post({ json }) : calls.$delete({ json }));
  } catch (error) {
    show(json, !isFollowed);
    throw error;
  } finally {
    void reloadQueries(queryClient, { queryKey: SALES });
    void reloadQueries(queryClient, { queryKey: FOLLOWS });
  }
}

/** Changes the state of a sale in the loaded lists. */
function show(sale: FollowedSale, is_followed: boolean): void {
  const key = keyOf(sale);
  queryClient.setQueriesData<Follows>({ queryKey: FOLLOWS }, (follows) => {
    if (follows === undefined) return undefined;
    const others = follows.sales.filter((one) => keyOf(one) !== key);
    return { ...follows, sales: [...others, { ...sale, is_followed }] };
  });
  queryClient.setQueriesData<InfiniteData<{ data: Sale[] }>>({ queryKey: SALES }, (list) => {
    if (list === undefined) return undefined;
    const changed = (row: Sale) => (keyOf(row) === key ? { ...row, is_followed } : row);
    const pages = list.pages.map((page) => ({ ...page, data: page.data.map(changed) }));
    return { ...list, pages };
  });
}
