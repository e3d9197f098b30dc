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

/** Reads one value of a query; undefined if it is unreadable. */
type Reader<T> = (value: string) => T | undefined;

/**
 * Reads the query of a screen: the `validateSearch` of its route. Its type is `ReturnType`. Absent, empty and unreadable values
 * are undefined instead of absent, because the router merges the result over the raw query. Not zod: the router needs it
 * in the first load of every page, the login page included, and zod is too large for that.
 */
export function searchSchema<Values extends Record<string, unknown>>(
  readers: {
    [Name in keyof Values]: Reader<Values[Name]>;
  },
): (query: Record<string, unknown>) => { [Name in keyof Values]?: Values[Name] | undefined } {
  return (query) => {
    const values: Partial<Values> = {};
    for (const name in readers) {
      const value = query[name];
      values[name] = typeof value === 'string' && value !== '' ? readers[name](value) : undefined;
    }
    return values;
  };
}

export const text: Reader<string> = (value) => value;

/** The first characters of a text, for one that is shown. */
export const textUpTo =
  (most: number): Reader<string> =>
  (value) =>
    cut(value, most);

/** One of these words. */
export const oneOf =
  <const T extends string>(...words: readonly T[]): Reader<T> =>
  (value) =>
    words.find((word) => word === value);

/** Comma-separated codes in capitals, without blanks and repeats. */
export const codes: Reader<string> = (value) => {
  const items = value.split(',').map((item) => item.trim().toUpperCase());
  return [...new Set(items.filter((item) => item !== ''))].join(',') || undefined;
};

/** The work that a tool opens: an id, or `new`. */
export const work: Reader<string> = (value) =>
  /^(?:new|[1-9]\d{0,14})$/.test(value) ? value : undefined;

/** The id of {@link work}; null if the address names none. */
export function workIdOf(search: { work?: string | undefined }): number | 'new' | null {
  if (search.work === undefined) return null;
  return search.work === 'new' ? 'new' : Number(search.work);
}
