import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { WATCH_LIMITS } from '../../../../shared/presale-watches/schema.ts';
import type { SaleEvent, SaleWindow } from '../../../../shared/sales/schema.ts';
import { cut } from '../../../../shared/text.ts';
import { api, send } from '../../../lib/api.ts';
import { reloadAfter } from '../../../lib/query-client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { addWatch } from '../../presale-watches/queries.ts';
import { followSale } from '../../reminders/queries.ts';
import { REFRESH_MS, reloadSale, SALE_KEY } from './sale-query.ts';

const notes = api['sale-notes'][':id'];
const allSales = { queryKey: SALE_KEY };

/** All codes that fit an event. */
export const allCodesQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...SALE_KEY, eventId, 'codes'],
    queryFn: async ({ signal }) => {
      const param = { event_id: eventId };
      return (await send(api.sale[':event_id'].codes.$get({ param }, { init: { signal } }))).codes;
    },
    refetchInterval: REFRESH_MS,
  });

export const addNote = (eventId: string, text: string) =>
  reloadAfter(
    allSales,
    send(api.sale[':event_id'].notes.$post({ param: { event_id: eventId }, json: { text } })),
  );

export const changeNote = (id: number, text: string) =>
  reloadAfter(allSales, send(notes.$patch({ param: { id: String(id) }, json: { text } })));

export const deleteNote = (id: number) =>
  reloadAfter(allSales, send(notes.$delete({ param: { id: String(id) } })));

/** Follows windows of an event, or stops following them. */
export async function followWindows(
  eventId: string,
  windows: readonly SaleWindow[],
  isFollowed: boolean,
): Promise<void> {
  try {
    for (const { kind, presale_name } of windows)
      await followSale({ event_id: eventId, kind, presale_name }, isFollowed);
  } finally {
    await reloadSale();
  }
}

/** The initial lengths of codes in the form of a search. */
const CODE_LENGTH = { code_length_min: 4, code_length_max: 24 };
/** The maximum number of mailboxes in one watch. */
const MOST_MAILBOXES = 50;

/**
 * Watches the active mailboxes for codes of an event.
 * @returns how many mailboxes it reads, and how many there are
 */
export async function watchForCodes(
  client: QueryClient,
  { event_id, artist, city }: SaleEvent,
): Promise<{ watched: number; active: number }> {
  const { accounts } = await client.fetchQuery(mailboxesQuery);
  const active = accounts.filter(({ is_active }) => is_active);
  if (active.length === 0) return { watched: 0, active: 0 };
  const ids = active.slice(0, MOST_MAILBOXES).map(({ id }) => id);
  const name = cut([artist, city].filter((part) => part !== '').join(', '), WATCH_LIMITS.name);
  const search = { search_keywords: [cut(artist, 100)], imap_account_ids: ids, ...CODE_LENGTH };
  await reloadAfter(allSales, addWatch({ name, search, event_id }));
  return { watched: ids.length, active: active.length };
}
