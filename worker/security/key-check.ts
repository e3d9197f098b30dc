import { type SQL, sql } from 'drizzle-orm';
import type { DataKey } from '../../shared/env.ts';
import { readStored } from '../../shared/json.ts';
import { boundValues, SEALED_COLUMNS, type SealedColumnFacts } from './sealed-columns.ts';
import { type Place, unseal } from './vault.ts';

/** A database, or a file with its tables. */
export interface SealedValues {
  all: <Row>(query: SQL) => PromiseLike<Row[]> & Pick<Promise<Row[]>, 'catch'>;
}

/** The number of values of each column that are tried, because a single one may be damaged. */
const TRIED = 3;

/**
 * The text for operators and owners about a database that was sealed with keys that are not
 * configured.
 */
export const OTHER_KEY =
  'The stored passwords and cards were sealed with another DATA_KEY, which is needed to open them';

/**
 * Whether the keys are those of the database: they open one of its sealed values, or there is none yet. A database that
 * was restored without its keys opens nothing.
 */
export async function isOpenedBy(
  db: SealedValues,
  keys: readonly DataKey[],
  columns: readonly SealedColumnFacts[] = SEALED_COLUMNS,
): Promise<boolean> {
  const found = await Promise.all(columns.map((facts) => readSome(db, facts)));
  const values = found.flat();
  return values.length === 0 || values.some(({ place, sealed }) => opens(keys, place, sealed));
}

function opens(...given: Parameters<typeof unseal>): boolean {
  try {
    unseal(...given);
    return true;
  } catch {
    return false;
  }
}

interface SealedValue {
  place: Place;
  sealed: string;
}

async function readSome(
  db: SealedValues,
  { column: name, boundTo }: SealedColumnFacts,
): Promise<SealedValue[]> {
  const [tableName = '', columnName = ''] = name.split('.');
  const [table, column] = [sql.identifier(tableName), sql.identifier(columnName)];
  const bound = boundTo.map((other) => sql`${sql.identifier(other)}`);
  const rows = await db
    .all<{ row: string; sealed: string; bound: string }>(
      sql`select seal_row as "row", ${column} as "sealed", json_array(${sql.join(bound, sql`, `)}) as "bound"
        from ${table} where ${column} is not null order by rowid desc limit ${TRIED}`,
    )
    .catch((error: unknown) => {
      // A database of an earlier release, which migrations have not reached yet.
      if (/no such (?:table|column)/.test(textOf(error))) return [];
      throw error;
    });
  return rows.map(({ row, sealed, bound: given }) => ({
    place: { column: name, row, boundTo: readStored(boundValues, given) },
    sealed,
  }));
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${textOf(error.cause)}` : String(error);
