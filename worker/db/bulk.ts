import { getTableColumns, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { SQLiteBoolean, type SQLiteTable, SQLiteTextJson } from 'drizzle-orm/sqlite-core';

/**
 * Fields as the text of a JSON object. It is one value, because libSQL's client takes time for
 * every value of an answer.
 */
export function jsonObject(fields: Record<string, SQLWrapper>): SQL<string> {
  const members = Object.entries(fields).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${toJson(value)}`,
  );
  return sql<string>`json_object(${sql.join(members, sql`, `)})`;
}

/** SQLite stores booleans as numbers, and JSON as text. */
function toJson(value: SQLWrapper): SQLWrapper {
  if (is(value, SQLiteBoolean)) return sql`json(iif(${value}, 'true', 'false'))`;
  return is(value, SQLiteTextJson) ? sql`json(${value})` : value;
}

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
  // Materialized: otherwise SQLite writes and parses a row again for each of its columns, and an insert takes twice as
  // long.
  const parsed = sql`select jsonb(value) as value from json_each(${JSON.stringify(values)})`;
  return sql`(with parsed as materialized (${parsed}) select ${sql.join(columns, sql`, `)} from parsed)`;
}

/** Whether a value is in a list of any length, which travels as one JSON parameter. */
export const isOneOf = (value: SQLWrapper, list: readonly (string | number)[]): SQL =>
  sql`${value} in (select value from json_each(${JSON.stringify(list)}))`;

/** libSQL takes values and rows of up to 5,000,000 bytes. */
const LARGEST_TEXT_BYTES = 4_500_000;
/** A character of a JSON text takes at most three bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3;

type Row<Table extends SQLiteTable> = Partial<Record<keyof Table['$inferInsert'], unknown>>;

/**
 * The statements that insert rows, which have the same keys and travel as one JSON parameter each.
 * @param common values of every row
 * @param onConflict such as `on conflict (id) do nothing`
 */
export function insertRows<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Row<Table>[],
  { common = {}, onConflict = sql`` }: { common?: Row<Table>; onConflict?: SQL } = {},
): SQL[] {
  const names = Object.keys(rows[0] ?? {});
  const columns: Record<string, { name: string }> = getTableColumns(table);
  const listed = [...names, ...Object.keys(common)].map((name) =>
    sql.identifier(columns[name]?.name ?? name),
  );
  const values = [sql`given.*`, ...Object.values(common).map((value) => sql`${value}`)];
  return [...fittingRows(rows)].map(
    (some) => sql`insert into ${table} (${sql.join(listed, sql`, `)})
      select ${sql.join(values, sql`, `)} from ${jsonRows(names, some)} as given where true ${onConflict}`,
  );
}

/**
 * The maximum number of rows per statement, because a statement should not block the database for
 * long.
 */
const MOST_ROWS = 2_000;

/** Splits rows for {@link jsonRows} into parts, which have fewer rows where the texts are long. */
export function* fittingRows<Row extends object>(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (part.length === MOST_ROWS || (part.length > 0 && bytes + size > LARGEST_TEXT_BYTES)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** The most bytes of a row as a JSON array; numbers and null are shorter than this assumes. */
function sizeOf(row: object): number {
  let size = 0;
  for (const value of Object.values(row))
    size += typeof value === 'string' ? value.length * BYTES_PER_CHARACTER + 3 : 24;
  return size;
}

/**
 * Writes entries as JSON objects, as few as fit into one value of the database each. A repeated key occurs twice in the
 * text, and json_each lists every occurrence. Without entries there is one empty object.
 * @param most how many entries an object has at most
 */
export function splitJsonObject(
  entries: Iterable<readonly [string, unknown]>,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const texts: string[] = [];
  let members: string[] = [];
  let bytes = 0;
  for (const [key, value] of entries) {
    const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const size = (member.length + 1) * BYTES_PER_CHARACTER;
    const isFull = members.length === most || bytes + size > LARGEST_TEXT_BYTES;
    if (isFull && members.length > 0) {
      texts.push(`{${members.join(',')}}`);
      members = [];
      bytes = 0;
    }
    members.push(member);
    bytes += size;
  }
  texts.push(`{${members.join(',')}}`);
  return texts;
}
