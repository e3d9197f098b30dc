import { queryOptions } from '@tanstack/react-query';
import { type CodeMemory, type CodeVerdict, codeOfId } from '../../../shared/code-memory/schema.ts';
import { api, send } from '../../lib/api.ts';
import { queryClient, reloadAfter, reloadQueries } from '../../lib/query-client.ts';

const calls = api['code-memory'];

/** The senders that the desk has learned about, and all answers about codes. */
export const codeMemoryQuery = queryOptions({
  queryKey: ['code-memory'],
  queryFn: async ({ signal }) => (await send(calls.$get({}, { init: { signal } }))).data,
});

const { queryKey } = codeMemoryQuery;
const post = (id: string, verdict: CodeVerdict | null) =>
  send(api['found-codes'][':id'].verdict.$post({ param: { id }, json: { verdict } }));

/** Stores an answer about a code. It shows at once, and the state of before again if the call fails. @throws {ApiError} */
export async function answerAboutCode(id: string, verdict: 'right' | 'wrong' | null) {
  await queryClient.cancelQueries({ queryKey });
  const code = codeOfId(id);
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, (memory: CodeMemory | undefined) => {
    if (memory === undefined) return undefined;
    const others = memory.answers.filter((answer) => answer.code !== code);
    return { ...memory, answers: verdict === null ? others : [...others, { code, verdict }] };
  });
  try {
    await post(id, verdict);
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  } finally {
    void reloadQueries(queryClient, { queryKey });
  }
}

/** Notes that a code was copied, which counts as a weak answer. A failure is ignored: the copy has succeeded. */
export function noteCopy(id: string | undefined): void {
  if (id !== undefined)
    void reloadAfter(codeMemoryQuery, post(id, 'copied')).catch(() => undefined);
}

export const deleteSender = (sender: string) =>
  reloadAfter(codeMemoryQuery, send(calls[':sender'].$delete({ param: { sender } })));

export const deleteAllSenders = () => reloadAfter(codeMemoryQuery, send(calls.$delete()));
