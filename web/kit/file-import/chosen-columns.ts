import * as z from 'zod/mini';
import type { FileColumns } from '../../../shared/csv/columns-of-file.ts';
import { saved } from '../saved/saved.ts';

const MOST_REMEMBERED = 50;

/** The columns that an operator has chosen for files with a header. Call it at module level. */
export function chosenColumns<Meaning extends string>(
  key: string,
  meanings: Readonly<Record<Meaning, string>>,
) {
  const names = Object.keys(meanings) as Meaning[];
  const store = saved({
    key,
    schema: z.record(z.string(), z.record(z.enum(names), z.number())),
    fallback: {},
    owner: 'operator',
  });
  return {
    /** By the keys of the headers. */
    read: store.read,
    /** Remembers columns for files with a header; the oldest headers are dropped. */
    remember: (headerKey: string | null, columns: FileColumns<Meaning>): void => {
      if (headerKey === null) return;
      const { [headerKey]: _, ...others } = store.read();
      const entries = [...Object.entries(others), [headerKey, columns] as const];
      store.write(Object.fromEntries(entries.slice(-MOST_REMEMBERED)));
    },
  };
}
