/** Readers of what comes back from storage: everything that does not fit is left out. */

/** Takes plain objects only. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const readText = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;

/** The entries of a list that `read` takes. */
export function readList<T>(value: unknown, read: (entry: unknown) => T | null): T[] {
  if (!Array.isArray(value)) return [];
  return value.map(read).filter((entry) => entry !== null);
}

export const readTexts = (value: unknown): string[] => readList(value, readText);

/** The entries of an object that `read` takes. */
export function readRecord<T>(
  value: unknown,
  read: (entry: unknown) => T | null,
): Record<string, T> {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const taken = read(entry);
    return taken === null ? [] : [[key, taken] as const];
  });
  return Object.fromEntries(entries);
}

/** Texts, numbers and switches by name. */
export const readScalars = (value: unknown): Record<string, string | number | boolean> =>
  readRecord(value, (entry) =>
    typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean'
      ? entry
      : null,
  );
