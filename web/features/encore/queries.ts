import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResolvedEvent } from '../../../shared/encore/schema.ts';
import { MOST_BEST_ACCOUNTS } from '../../../shared/queues/limits.ts';
import type {
  CategoryAccountsAnswer,
  CategorySummary,
  QueueType,
} from '../../../shared/queues/schema.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { unwrapEvent } from '../../../shared/ticketing/view-values.ts';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

const FRESH_MS = 5 * 60_000;

/** The generator draws from the queues of /queues-tool, where its link leads. */
const QUEUE_TYPE: QueueType = 'standard';

/** The chosen events by id, in the order of the address; `missing` names those that the provider does not know. */
export function selectedEventsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['encore', 'events', ids],
    queryFn: async ({ signal }) => {
      const answer = await send(
        api.events['by-ids'].$get({ query: { ids: ids.join(',') } }, { init: { signal } }),
      );
      return { events: answer.data.map(unwrapEvent), missing: answer.missing };
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** The preset cart webhooks of the configuration. */
export function webhookPresetsQuery() {
  return queryOptions({
    queryKey: ['encore', 'webhook-presets'],
    queryFn: async () => (await send(api.encore['webhook-presets'].$get())).presets,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What is known of an event's sections; null where there is no public manifest. */
export interface EventSections {
  sections: string[];
  manifestLink: string;
}

/** The available sections of an event by its link (part 1, point 7). */
export function sectionsQuery(event: Pick<TicketingEvent, 'id' | 'eventLink'>) {
  return queryOptions({
    queryKey: ['encore', 'sections', event.id],
    queryFn: async (): Promise<EventSections | null> => {
      try {
        const { data } = await send(
          api.events['get-available-sections'].$post({ json: { event_url: event.eventLink } }),
        );
        return { sections: data.sections, manifestLink: data.manifest_link };
      } catch (error) {
        const isUnknown =
          error instanceof ApiError && (error.status === 404 || error.status === 400);
        if (isUnknown) return null;
        throw error;
      }
    },
    staleTime: FRESH_MS,
  });
}

/** Looks events up by the addresses of their pages; the provider tells the ids. */
export async function findEventsByUrl(
  urls: string[],
  signal: AbortSignal,
): Promise<ResolvedEvent[]> {
  const call = api.events['by-urls'].$post({ json: { urls } }, { init: { signal } });
  const { results } = await send(call);
  return results;
}

/** The account categories of the queue tool; what Encore draws from are its tested accounts. */
export function categoriesQuery() {
  return queryOptions({
    queryKey: ['encore', 'categories'],
    queryFn: async ({ signal }): Promise<CategorySummary[]> => {
      const query = { type: QUEUE_TYPE, limit: '0' };
      const call = api.queues.accounts.$get({ query }, { init: { signal } });
      // The call's other shapes are streamed, which the client has no type for; limit 0 answers this one.
      const { stats } = (await send(call)) as CategoryAccountsAnswer;
      return stats.categories_list;
    },
  });
}

/** Accounts of categories within ratio bounds (fractions), best first; untested ones are left out. */
export function bestAccountsQuery(choice: {
  categories: readonly string[];
  minRatio: number | null;
  maxRatio: number | null;
}) {
  const { categories, minRatio, maxRatio } = choice;
  return queryOptions({
    queryKey: ['encore', 'best-accounts', choice],
    queryFn: async ({ signal }): Promise<string[]> => {
      const json = {
        type: QUEUE_TYPE,
        categories: [...categories],
        limit: MOST_BEST_ACCOUNTS,
        ...(minRatio === null ? {} : { min_ratio: minRatio }),
        ...(maxRatio === null ? {} : { max_ratio: maxRatio }),
      };
      const call = api.queues['best-accounts'].$post({ json }, { init: { signal } });
      return (await send(call)).data.accounts.map(({ account }) => account);
    },
    enabled: categories.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
}
