import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A column without its table, for places that accept only a bare name: `set` of an update, and `on conflict`. */
export const nameOf = (column: SQLiteColumn) => sql.identifier(column.name);

/** Columns without their table, separated by commas. */
export const namesOf = (...columns: readonly SQLiteColumn[]): SQL =>
  sql.join(columns.map(nameOf), sql`, `);

/** The value that an insertion wanted to give a column, in `on conflict ... do update`. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${nameOf(column)}`;

/** The assignments of `on conflict ... do update set` that take the values of the insertion. */
export const takeExcluded = (...columns: readonly SQLiteColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`${nameOf(column)} = ${excluded(column)}`),
    sql`, `,
  );

/**
 * Columns and expressions under the names that their values have in the rows: `select ${fields({ id, name })} from
 * ...`.
 */
export const fields = (named: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(named).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  );

/**
 * A table and those of its columns that an insertion fills: `insert into ${into(labels, ['id', 'nameKey'])} select
 * ...`.
 */
export function into<Table extends SQLiteTable>(
  table: Table,
  keys: readonly (keyof Table['$inferInsert'] & string)[],
): SQL {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const listed = keys.flatMap((key) => columns[key] ?? []);
  return sql`${table} (${namesOf(...listed)})`;
}
