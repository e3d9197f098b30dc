import * as z from 'zod/mini';
import { work } from '../../lib/search-params.ts';
import { selection } from '../ticketing/selection/event-selection.ts';

/** The query of /encore-tool: the events, and the open work. */
export const encoreSearch = z.object({ ...selection, work });
