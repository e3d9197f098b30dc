import * as z from 'zod/mini';

/**
 * Parts of stored drafts. A part that is missing or wrong gets its default; the rest of the draft
 * is kept.
 */

export const storedValues = z.catch(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  {},
);
export const storedValuesByEvent = z.catch(z.record(z.string(), storedValues), {});
export const storedCustomFields = z.catch(
  z.array(z.object({ key: z.string(), label: z.string() })),
  [],
);
export const storedTexts = z.catch(z.array(z.string()), []);
/** Null is a new list, which contains the presets. */
export const storedWebhooks = z.catch(z.nullable(z.array(z.string())), null);
export const storedText = z.catch(z.string(), '');
export const storedFlag = z.catch(z.boolean(), false);
