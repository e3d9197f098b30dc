import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { categoriesQuery } from '../../lib/account-categories.ts';
import { api, send } from '../../lib/api.ts';
import { asksForCategory, queuesKey } from './queries.ts';

/** A mutation that invalidates this queue type. `goneName`: the category that it deletes or renames. */
function useChange<Input>(
  type: QueueType,
  change: (input: Input) => Promise<{ message: string }>,
  goneName: (input: Input) => string | undefined = () => undefined,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (_, input) => {
      const gone = goneName(input);
      const isGone = (key: QueryKey) => gone !== undefined && asksForCategory(key, gone);
      const queryKey = queuesKey(type);
      await queries.invalidateQueries({ queryKey: categoriesQuery(type).queryKey });
      // The screen may still show it for a moment, and fetching it again would fail.
      await queries.invalidateQueries({
        queryKey,
        predicate: (query) => isGone(query.queryKey),
        refetchType: 'none',
      });
      await queries.invalidateQueries({
        queryKey,
        predicate: (query) => query.queryKey[2] !== 'categories' && !isGone(query.queryKey),
      });
    },
  });
}

/** Adds accounts to a category, and creates it when it is new. */
export const useAddAccounts = (type: QueueType) =>
  useChange(type, (input: { category: string; accounts: string[] }) =>
    send(
      api.queues.accounts.$post({
        json: { type, category_name: input.category, accounts: input.accounts },
      }),
    ),
  );

/** `onRenamed` is called before the list is fetched again. */
export const useRenameCategory = (type: QueueType, onRenamed: (to: string) => void) =>
  useChange(
    type,
    async ({ from, to }: { from: string; to: string }) => {
      const json = { type, old_category_name: from, new_category_name: to };
      const answer = await send(api.queues.category.rename.$post({ json }));
      onRenamed(to);
      return answer;
    },
    ({ from }) => from,
  );

export const useDeleteCategory = (type: QueueType) =>
  useChange(
    type,
    (category: string) =>
      send(api.queues.category.delete.$post({ json: { type, category_name: category } })),
    (category) => category,
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
