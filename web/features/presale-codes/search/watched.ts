import * as z from 'zod/mini';
import { saved } from '../../../kit/saved/saved.ts';

/** Whether this browser watches a presale search. Every page reads it, so it is not part of the watch's code. */
export const watched = saved({
  key: 'presale-watched',
  schema: z.boolean(),
  fallback: false,
  owner: 'operator',
});
