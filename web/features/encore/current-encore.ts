import * as z from 'zod/mini';
import { saved } from '../../kit/saved/saved.ts';

/**
 * The address of the Encore configuration that was last open in this tab; null before the first
 * one.
 */
export const currentEncore = saved({
  key: 'encore-current',
  schema: z.nullable(z.string()),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});

/** Events that another screen adds to an Encore configuration when it is next opened. */
export const addedToEncore = saved({
  key: 'encore-added',
  schema: z.nullable(z.object({ address: z.string(), ids: z.array(z.string()) })),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});
