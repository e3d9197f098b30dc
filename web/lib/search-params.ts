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

/** A text value of a query, or undefined. For `validateSearch`. */
export function textParam(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One of the given words of a query, or undefined. For `validateSearch`. */
export function wordParam<const T extends string>(
  search: Record<string, unknown>,
  name: string,
  words: readonly T[],
): T | undefined {
  return words.find((word) => word === search[name]);
}

/** A comma-separated list of a query, without blanks and repeats. For `validateSearch`. */
export function listParam(search: Record<string, unknown>, name: string): string[] {
  const items = (textParam(search, name) ?? '').split(',').map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}
