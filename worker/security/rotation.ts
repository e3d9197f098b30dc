import { type SQL, sql } from 'drizzle-orm';
import { jsonRows } from '../db/bulk.ts';
import type { Database } from '../db/client.ts';
import type { DataKey } from '../env.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { currentPrefix, seal, unseal } from './vault.ts';

const ROWS_AT_ONCE = 200;

/** How far the rotation of one column has come. */
export interface RotationProgress {
  column: SealedColumn;
  resealed: number;
  /** Values that no key opens; they stay as they are. */
  unreadable: number;
}

interface SealedRow {
  row: string;
  old: string;
}

/**
 * Seals the values of a column again that are not under the first key, page by page, and tells its
 * progress after each. Stopping at any point is safe: the next run goes on with what is left. A value
 * that an operator changes meanwhile wins over the rotation.
 */
export async function* rotateColumn(
  db: Database,
  keys: readonly DataKey[],
  column: SealedColumn,
): AsyncGenerator<RotationProgress> {
  const names = identifiers(column);
  const progress: RotationProgress = { column, resealed: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    const page = await readPage(db, names, currentPrefix(keys), after);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.row;
    const fresh = await Promise.all(page.map((found) => reseal(keys, column, found)));
    const ready = fresh.filter((found) => found !== null);
    progress.resealed += ready.length;
    progress.unreadable += page.length - ready.length;
    await writePage(db, names, ready);
    yield { ...progress };
  }
}

interface Names {
  table: SQL;
  column: SQL;
}

function identifiers(sealed: SealedColumn): Names {
  const [table = '', column = ''] = sealed.split('.');
  return { table: sql`${sql.identifier(table)}`, column: sql`${sql.identifier(column)}` };
}

async function readPage(db: Database, { table, column }: Names, prefix: string, after: string) {
  return db.all<SealedRow>(
    sql`select seal_row as "row", ${column} as "old" from ${table}
        where seal_row > ${after} and ${column} is not null
          and substr(${column}, 1, length(${prefix})) <> ${prefix}
        order by seal_row limit ${ROWS_AT_ONCE}`,
  );
}

async function reseal(keys: readonly DataKey[], column: SealedColumn, found: SealedRow) {
  const place = { column, row: found.row };
  const text = await unseal(keys, place, found.old).catch(
    // Counted as unreadable and told at the end; the other rows must not wait for it.
    () => null,
  );
  return text === null ? null : { ...found, fresh: await seal(keys, place, text) };
}

async function writePage(
  db: Database,
  { table, column }: Names,
  rows: (SealedRow & { fresh: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.run(
    sql`update ${table} set ${column} = given.fresh
        from ${jsonRows(['row', 'old', 'fresh'], rows)} as given
        where seal_row = given.row and ${table}.${column} = given.old`,
  );
}
