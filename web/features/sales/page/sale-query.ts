import { queryOptions } from '@tanstack/react-query';
import type { SaleAnswer } from '../../../../shared/sales/schema.ts';
import { unwrapEvent } from '../../../../shared/ticketing/view/values.ts';
import { api, send } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryClient, reloadQueries } from '../../../lib/query-client.ts';
import { rememberEvents } from '../../ticketing/remembered-events.ts';

export const SALE_KEY = ['sale'] as const;
export const REFRESH_MS = 60_000;

/** When a page is read again: never if this calls the provider, because no part of the desk lists the event. */
export function refreshMs(
  data: Pick<SaleAnswer, 'event' | 'listing'> | undefined,
  error: Error | null,
): number | false {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isStored = data !== undefined && data.listing === null && data.event.known_from.length > 0;
  return isStored && !isUnknown ? REFRESH_MS : false;
}

/** All that is stored about an event. `clockOffsetMs`: the clock of the server minus that of this machine. */
export const saleQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...SALE_KEY, eventId],
    queryFn: async ({ client, signal }) => {
      const param = { event_id: eventId };
      const answer = await send(api.sale[':event_id'].$get({ param }, { init: { signal } }));
      if (answer.listing !== null) rememberEvents(client, [unwrapEvent(answer.listing)]);
      return { ...answer, clockOffsetMs: Date.parse(answer.now) - Date.now() };
    },
    refetchInterval: ({ state: { data, error } }) => refreshMs(data, error),
  });
export type Sale = Awaited<ReturnType<NonNullable<ReturnType<typeof saleQuery>['queryFn']>>>;

export const reloadSale = (): Promise<void> => reloadQueries(queryClient, { queryKey: SALE_KEY });
