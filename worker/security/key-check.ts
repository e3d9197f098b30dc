import { sql } from 'drizzle-orm';
import type { DataKey } from '../../shared/env.ts';
import type { Database } from '../db/client.ts';
import { SEALED_COLUMNS, type SealedColumnFacts } from './sealed-columns.ts';
import { unseal } from './vault.ts';

/** Values of each column that are tried: a single one may be damaged. */
const TRIED = 3;

/** What operators and owners read about a database that was sealed with keys that are not given. */
export const OTHER_KEY =
  'The stored passwords and cards were sealed with another DATA_KEY, which is needed to open them';

/**
 * Whether the keys are those of the database: they open one of its sealed values, or there is none yet. A database that
 * was restored without its keys opens nothing.
 */
export async function isOpenedBy(
  db: Database,
  keys: readonly DataKey[],
  columns: readonly SealedColumnFacts[] = SEALED_COLUMNS,
): Promise<boolean> {
  let hasValues = false;
  for (const facts of columns) {
    for (const { row, sealed, bound } of await readSome(db, facts)) {
      hasValues = true;
      const place = { column: facts.column, row, boundTo: JSON.parse(bound) };
      if (opens(keys, place, sealed)) return true;
    }
  }
  return !hasValues;
}

function opens(...given: Parameters<typeof unseal>): boolean {
  try {
    unseal(...given);
    return true;
  } catch {
    return false;
  }
}

async function readSome(db: Database, { column: name, boundTo }: SealedColumnFacts) {
  const [tableName = '', columnName = ''] = name.split('.');
  const [table, column] = [sql.identifier(tableName), sql.identifier(columnName)];
  const bound = boundTo.map((other) => sql`${sql.identifier(other)}`);
  return db
    .all<{ row: string; sealed: string; bound: string }>(
      sql`select seal_row as "row", ${column} as "sealed", json_array(${sql.join(bound, sql`, `)}) as "bound"
        from ${table} where ${column} is not null order by rowid desc limit ${TRIED}`,
    )
    .catch((error: unknown) => {
      // A database of an earlier release, which migrations have not reached yet.
      if (/no such (?:table|column)/.test(textOf(error))) return [];
      throw error;
    });
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${textOf(error.cause)}` : String(error);
