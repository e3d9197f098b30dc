import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fractionOf } from '../../../shared/queues/ratios.ts';
import type { QueueSort, QueueType } from '../../../shared/queues/schema.ts';
import { PAGE_ROWS } from '../../../shared/queues/texts.ts';
import { api, send } from '../../lib/api.ts';

/** Everything that an upload or a change of categories makes stale. */
export const queuesKey = (type: QueueType) => ['queues', type] as const;

/** With a search all matching rows show: they come in larger pages, as far as one scrolls. */
const SEARCH_ROWS = 1_000;

export interface AnalysisChoice {
  search: string;
  sort: QueueSort;
}

/** The analysis page by page. */
export function analysisQuery(type: QueueType, { search, sort }: AnalysisChoice) {
  const limit = String(search === '' ? PAGE_ROWS : SEARCH_ROWS);
  return infiniteQueryOptions({
    queryKey: [...queuesKey(type), 'analysis', search, sort],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        type,
        limit,
        sort,
        ...(search === '' ? {} : { search }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
      return data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
    structuralSharing: false,
  });
}

/** One account with its history; null when it stood in no queue yet. */
export function accountQuery(type: QueueType, account: string) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'account', account],
    queryFn: async ({ signal }) => {
      const query = { type, limit: String(SEARCH_ROWS), search: account };
      const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
      return data.accounts.find((found) => found.account === account) ?? null;
    },
  });
}

/** How many accounts stand at or below a threshold. */
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

/** Every category with its numbers. */
export function categoriesQuery(type: QueueType) {
  return queryOptions({
    queryKey: [...queuesKey(type), 'categories'],
    queryFn: async ({ signal }) => {
      const query = { type, limit: '0' };
      const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
      return answer.stats.categories_list;
    },
  });
}

/** The accounts of one category, page by page. */
export function categoryAccountsQuery(type: QueueType, category: string, search: string) {
  const limit = String(search === '' ? PAGE_ROWS : SEARCH_ROWS);
  return infiniteQueryOptions({
    queryKey: [...queuesKey(type), 'category', category, search],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        type,
        category,
        limit,
        ...(search === '' ? {} : { search }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
      const accounts = Object.values(answer.data)[0] ?? [];
      return {
        accounts,
        next: answer.page?.next_cursor ?? null,
        total: answer.page?.total_accounts ?? 0,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    structuralSharing: false,
  });
}

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
