import { queryOptions } from '@tanstack/react-query';
import { selection } from '../ticketing/selection/event-selection.ts';
import { searchSchema, text, work } from '../../lib/search-params.ts';
import { importAgain } from '../../ui/import-again.ts';

/** Reads the query of a site tool: the site, and events that the ticketing tool sends. */
export const readSiteSearch = searchSchema({ ...selection, work, site: text });
export type SiteSearch = ReturnType<typeof readSiteSearch>;

/** All profiles. The worker that holds them is not part of any page's first load. */
export const stockQuery = queryOptions({
  queryKey: ['profiles', 'all'],
  queryFn: async ({ signal }) =>
    (await importAgain(() => import('./profiles/profile-list.ts'))).loadStock(signal),
  structuralSharing: false,
});
