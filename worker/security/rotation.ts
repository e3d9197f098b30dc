import { sql } from 'drizzle-orm';
import type { DataKey } from '../../shared/env.ts';
import { readStored } from '../../shared/json.ts';
import { jsonRows } from '../db/bulk.ts';
import type { Database } from '../db/client.ts';
import { boundValues, type SealedColumnFacts } from './sealed-columns.ts';
import { currentPrefix, type SealedColumn, seal, unseal } from './vault.ts';

const ROWS_AT_ONCE = 200;

/** The progress of the rotation of one column. */
export interface RotationProgress {
  column: SealedColumn;
  resealed: number;
  /** Values that no key opens; they are not changed. */
  unreadable: number;
}

interface SealedRow {
  row: string;
  old: string;
  /** JSON array of the values that the secret is bound to. */
  bound: string;
}

/**
 * Reseals the values of a column that are not in the current version under the first key, page by page,
 * and yields the progress after each page. Stopping at any point is safe: the next run continues with the
 * rest. A value that an operator changes during the rotation is kept.
 */
export async function* rotateColumn(
  db: Database,
  keys: readonly DataKey[],
  facts: SealedColumnFacts,
): AsyncGenerator<RotationProgress> {
  const [tableName = '', columnName = ''] = facts.column.split('.');
  const [table, column] = [sql.identifier(tableName), sql.identifier(columnName)];
  const boundTo = facts.boundTo.map((name) => sql`${sql.identifier(name)}`);
  const bound = sql`json_array(${sql.join(boundTo, sql`, `)})`;
  const prefix = currentPrefix(keys);
  const progress: RotationProgress = { column: facts.column, resealed: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    const page = await db.all<SealedRow>(
      sql`select seal_row as "row", ${column} as "old", ${bound} as "bound" from ${table}
        where seal_row > ${after} and ${column} is not null
          and substr(${column}, 1, length(${prefix})) <> ${prefix}
        order by seal_row limit ${ROWS_AT_ONCE}`,
    );
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.row;
    const ready = page.flatMap((sealed) => reseal(keys, facts.column, sealed) ?? []);
    await db.run(
      sql`update ${table} set ${column} = given.fresh
        from ${jsonRows(['row', 'old', 'bound', 'fresh'], ready)} as given
        where seal_row = given.row and ${table}.${column} = given.old and ${bound} = given.bound`,
    );
    progress.resealed += ready.length;
    progress.unreadable += page.length - ready.length;
    yield { ...progress };
  }
}

function reseal(keys: readonly DataKey[], column: SealedColumn, sealed: SealedRow) {
  const place = { column, row: sealed.row, boundTo: readStored(boundValues, sealed.bound) };
  try {
    return { ...sealed, fresh: seal(keys, place, unseal(keys, place, sealed.old)) };
  } catch {
    // Counted as unreadable and reported at the end, so that it does not delay the other rows.
    return null;
  }
}
