import type { QueueAccount } from '../../shared/queues/accounts/columns.ts';
import type {
  CategoryAccountsAnswer,
  InsertQueueRequest,
  QueueAnalysisAnswer,
  QueueType,
} from '../../shared/queues/schema.ts';
import { countStatistics } from '../../worker/features/queues/index.ts';
import { whenFree } from '../factories/worker/alone.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { openCalls } from './ticketing-calls.ts';

type Insert = Omit<InsertQueueRequest, 'accounts' | 'type'> & { type?: QueueType };

/**
 * The queue calls of a signed-in operator. Tests share the tables, so each uses accounts with a
 * domain of its own.
 */
export async function openQueues() {
  const call = await openCalls();
  const post = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      json: body,
    });
  const postOk = async (path: string, body: unknown) => {
    const response = await post(path, body);
    const answer: { success: boolean; message: string } = await response.json();
    if (response.status !== 200) throw new Error(`${path}: ${answer.message}`);
    return answer.message;
  };
  const insert = (queue: Insert, accounts: [string, number][]) =>
    postOk('/queues/insert', {
      type: 'verified_fan',
      ...queue,
      accounts: accounts.map(([account_name, position]) => ({ account_name, position })),
    });
  const analysis = async (query: Record<string, string>) => {
    const params = new URLSearchParams({ type: 'verified_fan', ...query });
    const read = async (): Promise<QueueAnalysisAnswer> =>
      (await call(`/queues/get?${params}`)).json();
    return (await whenCounted(read, ({ data }) => data?.counting ?? null)).data;
  };
  const categories = async (query: Record<string, string> = {}) => {
    const params = new URLSearchParams({ type: 'verified_fan', ...query });
    const read = async (): Promise<CategoryAccountsAnswer> =>
      (await call(`/queues/accounts?${params}`)).json();
    return whenCounted(read, ({ counting }) => counting);
  };
  const add = (category_name: string, accounts: string[]) =>
    postOk('/queues/accounts', { type: 'verified_fan', category_name, accounts });
  const membersOf = async (category: string, query: Record<string, string> = {}) =>
    Object.values((await categories({ category, ...query })).data)[0] ?? [];
  return { call, post, postOk, insert, analysis, categories, add, membersOf };
}

/** Counts large uploads, as the job does. */
export const countUploads = () => whenFree(() => countStatistics(makeCtx()));

/**
 * Reads an answer again after the count that it mentions. Other tests may have uploads to count,
 * too.
 */
async function whenCounted<Answer>(
  read: () => Promise<Answer>,
  countingOf: (answer: Answer) => unknown,
): Promise<Answer> {
  for (;;) {
    const answer = await read();
    if (countingOf(answer) === null) return answer;
    await countUploads();
  }
}

/** The fields of a queue in a call. */
export const queueHead = (id: string, total = 1000, date = '2026-11-20') => ({
  queue_id: id,
  queue_total: total,
  queue_date: date,
});

/** A domain that no other test uses. */
export const ownDomain = () => `${crypto.randomUUID().slice(0, 13)}.test`;

export const accountNames = (accounts: readonly Pick<QueueAccount, 'account'>[]) =>
  accounts.map(({ account }) => account);
