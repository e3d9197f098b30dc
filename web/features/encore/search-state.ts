import { searchSchema, work } from '../../lib/search-params.ts';
import { selection } from '../ticketing/selection/event-selection.ts';

/** Reads the query of /encore-tool: the events, and the work that is open. */
export const readEncoreSearch = searchSchema({ ...selection, work });
