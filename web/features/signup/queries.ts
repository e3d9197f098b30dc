import { queryOptions } from '@tanstack/react-query';
import { errorText } from '../../../shared/error-text.ts';
import type { CategorySummary } from '../../../shared/queues/schema.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { api, send } from '../../lib/api.ts';
import { categoriesQuery as categoriesOfType } from '../queues/category-queries.ts';

/** The list when the categories could not be loaded. */
const DEFAULT_CATEGORY: CategorySummary = {
  name: 'Default Category',
  total_accounts: 0,
  tested_accounts: 0,
};

const verifiedFan = categoriesOfType('verified_fan');

/** The verified fan categories; if they fail to load, a 'Default Category' with 0 accounts. */
export function categoriesQuery() {
  return queryOptions({
    // Its key is below the key of the queue type, so that a change of categories also makes it
    // stale.
    queryKey: [...verifiedFan.queryKey, 'or default'],
    queryFn: async ({ client, signal }) => {
      try {
        const { stats } = await client.fetchQuery(verifiedFan);
        return { categories: stats.categories_list, failure: null };
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = errorText(error);
        return { categories: [DEFAULT_CATEGORY], failure };
      }
    },
  });
}

/** The events of a sign-up page; with a source that is read instead of fetching. */
export async function extractSignup(input: {
  url: string;
  source?: string | undefined;
}): Promise<SignupInfos> {
  const json = {
    url: input.url,
    ...(input.source === undefined ? {} : { page_source: input.source }),
  };
  const { success: _, ...infos } = await send(api.events['signup-infos'].$post({ json }));
  return infos;
}
