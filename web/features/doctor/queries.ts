import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';

/** The checks of the installation. Each load runs them again. */
export const findingsQuery = queryOptions({
  queryKey: ['doctor'],
  queryFn: ({ signal }) => send(api.doctor.$get({}, { init: { signal } })),
});
