import { MutationObserver, queryOptions } from '@tanstack/react-query';
import { type CodeMemory, type CodeVerdict, codeOfId } from '../../../shared/code-memory/schema.ts';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient, reloadAfter, reloadQueries } from '../../lib/query-client.ts';

const calls = api['code-memory'];

/** The senders that the desk has learned about, and all answers about codes. */
export const codeMemoryQuery = queryOptions({
  queryKey: ['code-memory'],
  queryFn: async ({ signal }) => (await send(calls.$get({}, { init: { signal } }))).data,
});

const { queryKey } = codeMemoryQuery;

/** The answers that are being sent. */
const ANSWERING = ['code-memory', 'answering'];
/** How many times an answer that the server does not accept yet is sent again. */
const MOST_REPEATS = 20;

/**
 * Sends answers one after the other, and repeats one that exceeds the limit of calls.
 * @throws {ApiError}
 */
const post = (id: string, verdict: CodeVerdict | null) =>
  new MutationObserver(queryClient, {
    mutationKey: ANSWERING,
    mutationFn: () =>
      send(api['found-codes'][':id'].verdict.$post({ param: { id }, json: { verdict } })),
    scope: { id: 'answers about codes' },
    networkMode: 'always',
    retry: (repeats, error) =>
      error instanceof ApiError && error.status === 429 && repeats < MOST_REPEATS,
    retryDelay: (_, error) =>
      1000 * ((error instanceof ApiError ? error.retryAfterSeconds : undefined) ?? 1),
  }).mutate();

/** Shows an answer about a code. */
function show(code: string, verdict: 'right' | 'wrong' | null): void {
  queryClient.setQueryData(queryKey, (memory: CodeMemory | undefined) => {
    if (memory === undefined) return undefined;
    const others = memory.answers.filter((answer) => answer.code !== code);
    return { ...memory, answers: verdict === null ? others : [...others, { code, verdict }] };
  });
}

/**
 * Stores an answer about a code. It is shown at once, and reverted if the call fails.
 * @throws {ApiError}
 */
export async function answerAboutCode(id: string, verdict: 'right' | 'wrong' | null) {
  await queryClient.cancelQueries({ queryKey });
  const code = codeOfId(id);
  const { answers = [] } = queryClient.getQueryData(queryKey) ?? {};
  const before = answers.find((answer) => answer.code === code)?.verdict ?? null;
  show(code, verdict);
  try {
    await post(id, verdict);
  } catch (error) {
    show(code, before);
    throw error;
  } finally {
    // The server does not have pending answers yet, so reading its answers would hide them.
    if (queryClient.isMutating({ mutationKey: ANSWERING }) === 0)
      void reloadQueries(queryClient, { queryKey });
  }
}

/**
 * Records that a code was copied, which counts as a weak answer. A failure is ignored, because the
 * copy has succeeded.
 */
export function noteCopy(id: string | undefined): void {
  if (id !== undefined)
    void reloadAfter(codeMemoryQuery, post(id, 'copied')).catch(() => undefined);
}

export const deleteSender = (sender: string) =>
  reloadAfter(codeMemoryQuery, send(calls[':sender'].$delete({ param: { sender } })));

export const deleteAllSenders = () => reloadAfter(codeMemoryQuery, send(calls.$delete()));
