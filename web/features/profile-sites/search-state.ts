import { searchSchema, text, work } from '../../lib/search-params.ts';
import { selection } from '../ticketing/selection/event-selection.ts';

/** Reads the query of a site tool: the site, and events that the ticketing tool sends. */
export const readSiteSearch = searchSchema({ ...selection, work, site: text });
export type SiteSearch = ReturnType<typeof readSiteSearch>;
