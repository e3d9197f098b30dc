import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResolvedEvent } from '../../../shared/encore/schema.ts';
import { MOST_BEST_ACCOUNTS } from '../../../shared/queues/limits.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import type { AvailableSections, TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

const FRESH_MS = 5 * 60_000;

/** The available sections of an event by its link; null if there is no public manifest. */
export function sectionsQuery(event: Pick<TicketingEvent, 'id' | 'eventLink'>) {
  return queryOptions({
    queryKey: ['encore', 'sections', event.id],
    queryFn: async (): Promise<AvailableSections | null> => {
      try {
        const json = { event_url: event.eventLink };
        return (await send(api.events['get-available-sections'].$post({ json }))).data;
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

/** Looks events up by the addresses of their pages. */
export async function findEventsByUrl(
  urls: string[],
  signal: AbortSignal,
): Promise<ResolvedEvent[]> {
  const call = api.events['by-urls'].$post({ json: { urls } }, { init: { signal } });
  const { results } = await send(call);
  return results;
}

interface AccountChoice {
  type: QueueType;
  categories: readonly string[];
  /** Bounds of the average ratio as fractions; null for none. */
  minRatio: number | null;
  maxRatio: number | null;
}

/** Accounts of categories within ratio bounds, best first; untested ones are left out. */
export function bestAccountsQuery(choice: AccountChoice) {
  const { type, categories, minRatio, maxRatio } = choice;
  return queryOptions({
    // Its key is below the key of the queues, so that a count also makes it stale.
    queryKey: ['queues', type, 'best-accounts', choice],
    queryFn: async ({ signal }): Promise<string[]> => {
      const json = {
        type,
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
