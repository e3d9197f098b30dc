import { wellFormedJson } from './text.ts';

/** The value of a JSON text, without half characters; undefined for any other text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text));
  } catch {
    return undefined;
  }
}
