import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { fractionOf } from '../../../shared/queues/ratios.ts';
import type { CategoryAccount, QueueSort, QueueType } from '../../../shared/queues/schema.ts';
import { PAGE_ROWS } from '../../../shared/queues/texts.ts';
import { api, send } from '../../lib/api.ts';

/** The key of everything that an upload or a change of categories makes stale. */
export const queuesKey = (type: QueueType) => ['queues', type] as const;

/** With a search all matching rows show, in larger pages that load as one scrolls. */
const SEARCH_ROWS = 1_000;

export interface AccountChoice {
  search: string;
  sort: QueueSort;
}

/** A row of the analysis or of a category. */
export type AccountRow = CategoryAccount;

export interface AccountPage {
  accounts: AccountRow[];
  /** Where the next page begins; null after the last one. */
  next: string | null;
  /** All rows, over all pages. */
  total: number;
}

/** The paging part of a request. */
interface PageRequest {
  limit: string;
  search?: string;
  cursor?: string;
}

/** A ranked list of accounts, page by page. */
function accountPages(
  key: readonly unknown[],
  search: string,
  read: (page: PageRequest, signal: AbortSignal) => Promise<AccountPage>,
) {
  const limit = String(search === '' ? PAGE_ROWS : SEARCH_ROWS);
  return infiniteQueryOptions({
    queryKey: [...key, search],
    queryFn: ({ pageParam, signal }) =>
      read(
        {
          limit,
          ...(search === '' ? {} : { search }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    structuralSharing: false,
  });
}

export type AccountPages = ReturnType<typeof accountPages>;

/** The analysis page by page. */
export const analysisQuery = (type: QueueType, { search, sort }: AccountChoice): AccountPages =>
  accountPages([...queuesKey(type), 'analysis', sort], search, async (page, signal) => {
    const query = { type, sort, ...page };
    const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
    const { accounts, total_accounts: total, next_cursor: next = null } = data;
    return { accounts, next, total };
  });

/** One account with its history; null when it is in no queue. */
export function accountQuery(type: QueueType, account: string) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'account', account],
    queryFn: async ({ signal }) => {
      const query = { type, limit: '1', account };
      const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
      return data.accounts[0] ?? null;
    },
  });
}

/** The number of accounts at or below a threshold. */
export function belowThresholdQuery(type: QueueType, percent: number | null) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'below', percent],
    queryFn: async ({ signal }) => {
      const query = { type, limit: '1', max_avg_ratio: String(fractionOf(percent ?? 0)) };
      const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
      return data.total_accounts;
    },
    enabled: percent !== null,
  });
}

/** Accounts of one category, untested ones last. */
async function readCategory(
  query: { type: QueueType; category: string; sort?: QueueSort } & PageRequest,
  signal: AbortSignal,
): Promise<AccountPage> {
  const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
  const accounts = Object.values(answer.data)[0] ?? [];
  const { next_cursor: next = null, total_accounts: total = 0 } = answer.page ?? {};
  return { accounts, next, total };
}

/** The accounts of one category, page by page. */
export const categoryAccountsQuery = (
  type: QueueType,
  category: string,
  { search, sort }: AccountChoice,
): AccountPages =>
  accountPages([...queuesKey(type), 'category', category, sort], search, (page, signal) =>
    readCategory({ type, category, sort, ...page }, signal),
  );

/** The first account of a category: whether any is below a threshold shows by it. Null when the category is empty. */
export function bestOfCategoryQuery(type: QueueType, category: string) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'best of category', category],
    queryFn: async ({ signal }) => {
      const { accounts } = await readCategory({ type, category, limit: '1' }, signal);
      return accounts[0] ?? null;
    },
  });
}

/** Whether a query asks for that category by its name. */
export const asksForCategory = ([, , part, name]: QueryKey, category: string): boolean =>
  (part === 'category' || part === 'best of category') && name === category;

/** The uploaded queues, newest first. */
export function uploadedQueuesQuery(type: QueueType) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'list'],
    queryFn: async ({ signal }) => {
      const { data } = await send(api.queues.list.$get({ query: { type } }, { init: { signal } }));
      return data;
    },
  });
}
