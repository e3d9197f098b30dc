import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * Rows as a table expression that travels as one JSON parameter, however many there are:
 * `from ${jsonRows(['email', 'position'], rows)} as given` has the columns `email` and `position`.
 * Values are numbers, texts, booleans (1 and 0) or null.
 */
export function jsonRows<Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, unknown>[],
): SQL {
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const columns = names.map(
    (name, index) =>
      sql`json_extract(value, ${sql.raw(`'$[${index}]'`)}) as ${sql.identifier(name)}`,
  );
  return sql`(select ${sql.join(columns, sql`, `)} from json_each(${JSON.stringify(values)}))`;
}

/**
 * `insert into table (columns) select ... from json_each(?)`: many rows in one statement.
 * `rows` use the table's property names and must all have those of the first row.
 * `onConflict` is appended as it is, such as sql`on conflict (email) do nothing`.
 */
export function insertRows<T extends SQLiteTable>(
  table: T,
  rows: readonly Partial<T['$inferInsert']>[],
  onConflict: SQL = sql``,
): SQL {
  const columns = getTableColumns(table);
  const keys = Object.keys(rows[0] ?? {}).filter((key) => columns[key] !== undefined);
  const names = keys.map((key) => sql.identifier(columns[key]?.name ?? key));
  const stored = rows.map((row) => {
    const given: Record<string, unknown> = row;
    return Object.fromEntries(
      keys.map((key) => [key, storedValue(columns[key], given[key])] as const),
    );
  });
  const selected = keys.map((key) => sql.identifier(key));
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(selected, sql`, `)} from ${jsonRows(keys, stored)} as given where true ${onConflict}`;
}

function storedValue(
  column: { mapToDriverValue(value: unknown): unknown } | undefined,
  value: unknown,
): unknown {
  if (value === null || value === undefined) return null;
  return column === undefined ? value : column.mapToDriverValue(value);
}
