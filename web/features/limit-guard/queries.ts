import { queryOptions } from '@tanstack/react-query';
import type { ExceededLimit } from '../../../shared/limit-guard/exceeded.ts';
import { type LimitAnswers, MOST_LIMIT_ANSWERS } from '../../../shared/limit-guard/schema.ts';
import { api, send } from '../../lib/api.ts';
import { inParts } from '../../lib/in-parts.ts';
import { reloadAfter } from '../../lib/query-client.ts';

/** The operator's limit rule: the maximum number of accounts for one event; null for any number. */
export const limitRuleQuery = queryOptions({
  queryKey: ['limit-rules'],
  queryFn: async ({ signal }) =>
    (await send(api['limit-rules'].$get({}, { init: { signal } }))).accounts_per_event,
});

export const saveLimitRule = (accounts_per_event: number | null) =>
  reloadAfter(limitRuleQuery, send(api['limit-rules'].$put({ json: { accounts_per_event } })));

/** Records that the operator confirmed the limits that a file exceeds. */
export async function recordAnswers(
  { tool, file }: Pick<LimitAnswers, 'tool' | 'file'>,
  exceeded: readonly ExceededLimit[],
  signal: AbortSignal,
): Promise<void> {
  await inParts(exceeded, MOST_LIMIT_ANSWERS, (part) =>
    send(
      api['limit-answers'].$post({ json: { tool, file, exceeded: part } }, { init: { signal } }),
    ),
  );
}
