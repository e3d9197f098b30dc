import { queryOptions } from '@tanstack/react-query';
import type { CategoryAccountsAnswer, QueueType } from '../../../shared/queues/schema.ts';
import { api, send } from '../../lib/api.ts';

type Numbers = Pick<CategoryAccountsAnswer, 'stats' | 'counting'>;

const numbersQuery = (type: QueueType) =>
  queryOptions({
    queryKey: ['queues', type, 'categories'],
    queryFn: async ({ signal }): Promise<Numbers> => {
      const query = { type, limit: '0' };
      return send(api.queues.accounts.$get({ query }, { init: { signal } }));
    },
  });

/**
 * Every account category of a queue type with its numbers: the queue tools change them, Encore and sign-up read them.
 */
export const categoriesQuery = (type: QueueType) =>
  queryOptions({ ...numbersQuery(type), select: ({ stats }: Numbers) => stats.categories_list });

/**
 * The number of uploaded files of a type that are not in the averages and ranks yet; null if there
 * are none.
 */
export const countingQuery = (type: QueueType) =>
  queryOptions({ ...numbersQuery(type), select: ({ counting }: Numbers) => counting ?? null });
