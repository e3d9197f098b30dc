import * as z from 'zod/mini';
import { text, work } from '../../lib/search-params.ts';
import { selection } from '../ticketing/selection/event-selection.ts';

/** The query of a site tool: the site, and events that the ticketing tool sends. */
export const siteSearch = z.object({ ...selection, work, site: text });
export type SiteSearch = z.infer<typeof siteSearch>;
