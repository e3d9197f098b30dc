import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NotificationKind, ReadRequest } from '../../../shared/notifications/schema.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { reloadQueries } from '../../lib/query-client.ts';

const PAGE_ROWS = 50;
const KEY = ['notifications'] as const;

/** The notifications that the panel shows. */
export interface PanelFilter {
  kind: NotificationKind | null;
  isUnreadOnly: boolean;
  /** A part of a text; empty for all. */
  search: string;
}

/** The number of unread ones, the muted kinds, and the state of the webhook. */
export const summaryQuery = queryOptions({
  queryKey: [...KEY, 'summary'],
  queryFn: ({ signal }) =>
    send(api.notifications.$get({ query: { limit: '1' } }, { init: { signal } })),
  // The same operator may have read some on another machine.
  refetchOnWindowFocus: true,
});

/** Notifications, newest first, page by page. */
export const notificationsQuery = ({ kind, isUnreadOnly, search }: PanelFilter) =>
  pagesQuery(
    [...KEY, 'pages', kind, isUnreadOnly, search],
    (page, signal) => {
      const unread = isUnreadOnly ? ('true' as const) : undefined;
      const filters = { kind: kind ?? undefined, unread, search: search || undefined };
      const query = { limit: String(PAGE_ROWS), ...filters, ...page };
      return send(api.notifications.$get({ query }, { init: { signal } }));
    },
    { staleTime: 0 },
  );

/** Price alerts that the dashboard lists. */
const FIRED = '5';

/** The newest price alerts that fired. */
export const firedAlertsQuery = queryOptions({
  queryKey: [...KEY, 'fired'],
  queryFn: async ({ signal }) => {
    const query = { limit: FIRED, kind: 'price_alert' } as const;
    return (await send(api.notifications.$get({ query }, { init: { signal } }))).data;
  },
});

/** Loads the counts and the list again. */
export const reload = (client: QueryClient) => reloadQueries(client, { queryKey: KEY });

export async function markRead(client: QueryClient, json: ReadRequest): Promise<void> {
  await send(api.notifications.read.$post({ json }));
  await reload(client);
}

export async function muteKinds(client: QueryClient, kinds: NotificationKind[]): Promise<void> {
  await send(api.notifications.muted.$put({ json: { kinds } }));
  await reload(client);
}

/** @returns how many notifications are posted to the webhook again. */
export async function resendFailed(client: QueryClient): Promise<number> {
  const { resent } = await send(api.notifications.resend.$post());
  await reload(client);
  return resent;
}
