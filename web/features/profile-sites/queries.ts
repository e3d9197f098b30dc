import { queryOptions } from '@tanstack/react-query';
import { importAgain } from '../../ui/import-again.ts';

/** All profiles. The worker that holds them is not part of any page's first load. */
export const stockQuery = queryOptions({
  queryKey: ['profiles', 'all'],
  queryFn: async ({ signal }) =>
    (await importAgain(() => import('./profiles/profile-list.ts'))).loadStock(signal),
  structuralSharing: false,
});
