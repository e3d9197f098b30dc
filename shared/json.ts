import * as z from 'zod/mini';
import { wellFormedJson } from './text.ts';

/** The value of an external JSON text, without half characters; undefined for any other text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text));
  } catch {
    return undefined;
  }
}

/**
 * The value of a JSON text that the product wrote, checked with its schema.
 * @throws Error for any other text
 */
export const readStored = <Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> => z.parse(schema, JSON.parse(text));
