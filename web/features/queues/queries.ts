import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Sort } from '../../../shared/columns.ts';
import {
  type QueueSort,
  type QueueSortField,
  SORT_FIELDS,
} from '../../../shared/queues/accounts/columns.ts';
import { fractionOf } from '../../../shared/queues/accounts/ratios.ts';
import { ACCOUNTS_PER_CALL } from '../../../shared/queues/limits.ts';
import type { CategorySummary, QueueType } from '../../../shared/queues/schema.ts';
import { PAGE_ROWS } from '../../../shared/queues/texts.ts';
import { startPages, startQuery } from '../../kit/route.ts';
import { api, send } from '../../lib/api.ts';
import { inParts } from '../../lib/in-parts.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { categoriesQuery } from './category-queries.ts';
import type { QueuesSearch } from './search-state.ts';

/** The key of everything that an upload or a change of categories makes stale. */
const queuesKey = (type: QueueType) => ['queues', type] as const;

/** During a search, all matching rows are shown, in larger pages that load while scrolling. */
const SEARCH_ROWS = 1_000;

/**
 * One of the lists of accounts: all tested ones, those of a category, or those that are in no
 * queue.
 */
export type AccountsOf = { category?: string | undefined; isUntested?: boolean };

export const listOf = ({ category, list }: QueuesSearch): AccountsOf =>
  category === undefined ? { isUntested: list === 'untested' } : { category };

/** The order that an address or a request names; by average ratio for anything unknown. */
export function readSort(sort = ''): Sort<QueueSortField> {
  const column = SORT_FIELDS.find((field) => field === sort.replace(/^-/, ''));
  return { column: column ?? 'avg_ratio', order: column && sort.startsWith('-') ? 'desc' : 'asc' };
}

export const writeSort = ({ column, order }: Sort): QueueSort => {
  const { column: field } = readSort(column);
  return order === 'asc' ? field : `-${field}`;
};

/** Accounts of a list, page by page. */
export const accountsQuery = (
  type: QueueType,
  of: AccountsOf,
  { search, sort }: { search: string; sort: QueueSort },
) =>
  pagesQuery(
    [...queuesKey(type), 'accounts', of.category, of.isUntested, sort, search],
    (page, signal) => {
      const limit = String(search === '' ? PAGE_ROWS : SEARCH_ROWS);
      return readPage(type, of, { limit, sort, search: search || undefined, ...page }, signal);
    },
  );

/** The number of accounts in a list; with `percent`, only of those in the threshold export. */
export const countQuery = (type: QueueType, of: AccountsOf, percent?: number | null) =>
  queryOptions({
    queryKey: [...queuesKey(type), 'count', of.category, of.isUntested, percent],
    queryFn: async ({ signal }) => {
      const ratio = String(fractionOf(percent ?? 0));
      const bound =
        of.category === undefined ? { max_avg_ratio: ratio } : { below_avg_ratio: ratio };
      const page = { limit: '1', ...(percent === undefined ? {} : bound) };
      return (await readPage(type, of, page, signal)).total;
    },
    enabled: percent !== null,
  });

interface PageQuery {
  limit: string;
  cursor?: string;
  search?: string | undefined;
  sort?: QueueSort;
}

async function readPage(
  type: QueueType,
  { category, isUntested }: AccountsOf,
  page: PageQuery,
  signal: AbortSignal,
) {
  if (category === undefined) {
    const query = { type, ...page, ...(isUntested && { untested: 'true' as const }) };
    const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
    const { accounts, total_accounts: total, next_cursor = null } = data;
    return { data: accounts, total, next_cursor };
  }
  const query = { type, category, ...page };
  const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
  const data = Object.values(answer.data)[0] ?? [];
  const { total_accounts: total = 0, next_cursor = null } = answer.page ?? {};
  return { data, total, next_cursor };
}

/** One account with its history; null when it is in no queue. */
export const accountQuery = (type: QueueType, account: string) =>
  queryOptions({
    queryKey: [...queuesKey(type), 'account', undefined, account],
    queryFn: async ({ signal }) => {
      const query = { type, limit: '1', account };
      const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
      return data.accounts[0] ?? null;
    },
  });

/** The uploaded queues, newest first. */
export const uploadedQueuesQuery = (type: QueueType) =>
  queryOptions({
    queryKey: [...queuesKey(type), 'list'],
    queryFn: async ({ signal }) => {
      const { data } = await send(api.queues.list.$get({ query: { type } }, { init: { signal } }));
      return data;
    },
  });

/** Starts the requests of the screen while its code loads. */
export function startQueues(
  context: { queryClient: QueryClient },
  type: QueueType,
  search: QueuesSearch,
): void {
  startQuery(context, uploadedQueuesQuery(type));
  startQuery(context, categoriesQuery(type));
  const choice = { search: search.search?.trim() ?? '', sort: writeSort(readSort(search.sort)) };
  startPages({ context, cause: 'enter' }, accountsQuery(type, listOf(search), choice));
}

type Answer = Promise<{ message: string }>;

/** Sends accounts in as many calls as they need. The message describes what each of them did. */
async function inCalls(accounts: readonly string[], call: (part: string[]) => Answer): Answer {
  const answers = await inParts(accounts, ACCOUNTS_PER_CALL, call);
  return { message: answers.map(({ message }) => message).join(' ') };
}

/**
 * The changes of one queue type. Each returns the server's message and starts to reload the queries that it changes.
 */
export function useQueueChanges(type: QueueType) {
  const queries = useQueryClient();
  return useMemo(() => {
    /**
     * `goneName`: a category that no longer has this name, so that its accounts cannot be fetched
     * again.
     */
    const refresh = async (goneName?: string) => {
      const queryKey = queuesKey(type);
      const predicate = (query: { queryKey: readonly unknown[] }) =>
        goneName === undefined || query.queryKey[3] !== goneName;
      await queries.invalidateQueries({ queryKey, refetchType: 'none' });
      await queries.refetchQueries({ queryKey, type: 'active', predicate });
    };
    const change = async (call: Answer) => {
      const { message } = await call;
      void refresh();
      return message;
    };
    const { category } = api.queues;
    return {
      refresh,
      /** Adds accounts to a category, and creates it if it is new. */
      addAccounts: (name: string, accounts: string[]) =>
        change(
          inCalls(accounts, (part) =>
            send(
              api.queues.accounts.$post({ json: { type, category_name: name, accounts: part } }),
            ),
          ),
        ),
      removeAccounts: (name: string, accounts: string[]) =>
        change(
          inCalls(accounts, (part) =>
            send(category.remove.$post({ json: { type, category_name: name, accounts: part } })),
          ),
        ),
      /** Moves or copies accounts of one category into another. */
      transferAccounts: (mode: 'move' | 'copy', from: string, to: string, accounts: string[]) =>
        change(
          inCalls(accounts, (part) =>
            send(
              category.transfer.$post({
                json: { type, mode, from_category: from, to_category: to, accounts: part },
              }),
            ),
          ),
        ),
      /** `onRenamed` is called before the lists are fetched again. */
      renameCategory: async (from: string, to: string, onRenamed: () => void) => {
        const json = { type, old_category_name: from, new_category_name: to };
        await send(category.rename.$post({ json }));
        const rename = (list: readonly CategorySummary[]) =>
          list.map((one) => (one.name === from ? { ...one, name: to } : one));
        queries.setQueryData(categoriesQuery(type).queryKey, (answer) =>
          answer === undefined
            ? answer
            : { ...answer, stats: { categories_list: rename(answer.stats.categories_list) } },
        );
        onRenamed();
        void refresh(from);
      },
      /** `onDeleted` is called before the lists are fetched again. */
      deleteCategory: async (name: string, onDeleted: () => void) => {
        await send(category.delete.$post({ json: { type, category_name: name } }));
        onDeleted();
        void refresh(name);
      },
      deleteQueue: (queueId: string) =>
        change(send(api.queues.delete.$post({ json: { type, queue_id: queueId } }))),
    };
  }, [queries, type]);
}
