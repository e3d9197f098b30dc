import { queryOptions } from '@tanstack/react-query';
import type { QueueType } from '../../shared/queues/schema.ts';
import { api, send } from './api.ts';

/** Every account category of a queue type with its numbers: the queue tools change them, Encore and sign-up read them. */
export function categoriesQuery(type: QueueType) {
  return queryOptions({
    queryKey: ['queues', type, 'categories'],
    queryFn: async ({ signal }) => {
      const query = { type, limit: '0' };
      const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
      return answer.stats.categories_list;
    },
  });
}
