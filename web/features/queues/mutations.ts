import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { api, send } from '../../lib/api.ts';
import { categoriesQuery, queuesKey } from './queries.ts';

/** A change that makes what is shown of the type stale when it is done. */
function useChange<Input>(type: QueueType, change: (input: Input) => Promise<{ message: string }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      // The list of categories first: what a renamed or deleted one showed is gone before it is asked for again.
      await queries.invalidateQueries({ queryKey: categoriesQuery(type).queryKey });
      await queries.invalidateQueries({
        queryKey: queuesKey(type),
        predicate: ({ queryKey }) => queryKey[2] !== 'categories',
      });
    },
  });
}

/** Adds accounts to a category, which is made when it is new. */
export const useAddAccounts = (type: QueueType) =>
  useChange(type, (input: { category: string; accounts: string[] }) =>
    send(
      api.queues.accounts.$post({
        json: { type, category_name: input.category, accounts: input.accounts },
      }),
    ),
  );

/** `onRenamed` is told before the list is read anew. */
export const useRenameCategory = (type: QueueType, onRenamed: (to: string) => void) =>
  useChange(type, async ({ from, to }: { from: string; to: string }) => {
    const json = { type, old_category_name: from, new_category_name: to };
    const answer = await send(api.queues.category.rename.$post({ json }));
    onRenamed(to);
    return answer;
  });

export const useDeleteCategory = (type: QueueType) =>
  useChange(type, (category: string) =>
    send(api.queues.category.delete.$post({ json: { type, category_name: category } })),
  );

interface Transfer {
  mode: 'move' | 'copy';
  from: string;
  to: string;
  accounts: string[];
}

/** Moves or copies accounts of one category into another. */
export const useTransferAccounts = (type: QueueType) =>
  useChange(type, ({ mode, from, to, accounts }: Transfer) =>
    send(
      api.queues.category.transfer.$post({
        json: { type, mode, from_category: from, to_category: to, accounts },
      }),
    ),
  );

export const useDeleteQueue = (type: QueueType) =>
  useChange(type, (queueId: string) =>
    send(api.queues.delete.$post({ json: { type, queue_id: queueId } })),
  );
