import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../shared/data/providers/ticketmaster');

/** Recorded answers of the provider are beside the repository on some machines only. */
export const hasRecordings = existsSync(FOLDER);

/** Appended to test names, so that a skipped test shows the reason. */
export const RECORDINGS = hasRecordings
  ? ''
  : ' (skipped: no recorded answers at ../shared/data/providers/ticketmaster)';

/** A recorded answer. */
export function readRecording(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

/** The value under a path of keys; undefined where there is none. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? Object.getOwnPropertyDescriptor(found, key)?.value
        : undefined,
    value,
  );
}

/** The list under a path of keys. @throws when there is none. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const list = valueAt(value, ...path);
  if (!Array.isArray(list)) throw new Error(`no list at ${path.join('.')}`);
  return list;
}
