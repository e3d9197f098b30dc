import * as z from 'zod/mini';
import { cut } from '../../shared/text.ts';

/**
 * How the router reads and writes the query: every value is plain text (`?count=100`, `?events=a,b`), so links
 * look as the specification writes them. Routes turn text into numbers themselves.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Empty, undefined and null values are left out; lists are joined by commas. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    params.set(name, String(value));
  }
  const text = params.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * A value of a screen's query, as a part of the `z.object` that is the `validateSearch` of its route. Absent, empty and
 * invalid values are undefined; the key stays, because the router merges the result over the raw query.
 */
export const param = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

const filled = z.string().check(z.minLength(1));

export const text = param(filled);

/** The result of a function for a text; undefined if it cannot read the text. */
export const textAs = <Value>(read: (value: string) => Value) =>
  param(z.pipe(filled, z.transform(read)));

/** The first characters of a text, for a text that is displayed. */
export const textUpTo = (most: number) => textAs((value) => cut(value, most));

/** One of these words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]) => param(z.enum(words));

/** Comma-separated codes in capitals, without blanks and repeats. */
export const codes = textAs((value) => {
  const items = value.split(',').map((item) => item.trim().toUpperCase());
  return [...new Set(items.filter((item) => item !== ''))].join(',') || undefined;
});

/** The work that a tool opens: an id, or `new`. */
export const work = param(z.string().check(z.regex(/^(?:new|[1-9]\d{0,14})$/)));

/** The id of {@link work}; null if the address contains none. */
export function workIdOf(search: { work?: string | undefined }): number | 'new' | null {
  if (search.work === undefined) return null;
  return search.work === 'new' ? 'new' : Number(search.work);
}
