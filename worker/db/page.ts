import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { DomainError } from '../../shared/errors.ts';
import { readStored } from '../../shared/json.ts';

/**
 * The last row of the previous page, how many rows came before the next page, and the total number.
 */
const pageCursor = z.object({
  id: z.number().int(),
  /** The row's sort values: needed only if the row was deleted before the next page is read. */
  values: z
    .array(
      z.union([z.number(), z.string().refine((text) => text.isWellFormed(), 'Not valid Unicode')]),
    )
    .min(1)
    .max(4),
  seen: z.number().int().min(0),
  total: z.number().int().min(0),
  /** The version of the data that `seen` and `total` belong to, if the list has versions. */
  version: z.optional(z.number().int()),
});
export type PageCursor = z.infer<typeof pageCursor>;

/** A part of a list: up to `limit` rows after the cursor. */
export interface Page {
  cursor: Pick<PageCursor, 'id' | 'values'> | null;
  limit: number;
}

/** How a list is sorted. */
export interface PageOrder {
  /**
   * The sort columns, all in one direction. The last column is unique, so that every row has one
   * position; none is ever null: wrap a nullable one in `coalesce`.
   */
  columns: readonly SQL[];
  isDescending: boolean;
  /** The `from` and `where` clauses that select the row with this id, so that its columns can be read again. */
  fromRow: (id: number) => SQL;
}

/** Sorts the largest value of `columns` first, and among equal values the newest row. */
export const newestFirst = (id: SQLiteColumn, ...columns: SQLiteColumn[]): PageOrder => ({
  columns: [...columns, id].map((column) => sql`${column}`),
  isDescending: true,
  fromRow: (row) => sql`from ${id.table} where ${id} = ${row}`,
});

/** A sort word with an optional leading minus, such as `-name`, as a field and a direction. */
export function readSort<Field extends string>(
  sort: Field | `-${Field}`,
): { field: Field; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  // The enum of the schema accepts only fields.
  return { field: (isDescending ? sort.slice(1) : sort) as Field, isDescending };
}

export function orderBy({ columns, isDescending }: PageOrder): SQL {
  const terms = columns.map((column) => (isDescending ? sql`${column} desc` : column));
  return sql`order by ${sql.join(terms, sql`, `)}`;
}

/**
 * The condition for the rows after a cursor; empty for the first page. It compares with the stored
 * values of the cursor's row, because a number may lose its last bit in JSON.
 */
export function afterCursor(
  cursor: Page['cursor'],
  { columns, isDescending, fromRow }: PageOrder,
): SQL {
  if (cursor === null) return sql``;
  const place = columns.map(
    (column, index) =>
      sql`coalesce((select ${column} ${fromRow(cursor.id)}), ${cursor.values[index] ?? null})`,
  );
  const row = sql`(${sql.join([...columns], sql`, `)})`;
  const after = sql`(${sql.join(place, sql`, `)})`;
  return isDescending ? sql`and ${row} < ${after}` : sql`and ${row} > ${after}`;
}

/**
 * The condition for rows whose `column` contains `text`, both in lower case; empty without a text.
 */
export const containsText = (column: SQL, text: string | undefined): SQL =>
  text ? sql`and instr(${column}, ${text}) > 0` : sql``;

/**
 * The total and the next cursor of a list whose page was read. `count` is null on later pages,
 * which take the total from the cursor instead of counting again.
 *
 * @example const cursor = readCursor(query.cursor); const rows = await ctx.db.all(sql`select id,
 * name, name_key from labels where true ${containsText(sql`name_key`, query.search)}
 * ${afterCursor(cursor, order)} ${orderBy(order)} limit ${limit}`); const { total, nextCursor } =
 * endPage({ rows, limit, cursor, count }, (row) => [row.name_key]);
 */
export function endPage<Row extends { id: number }>(
  page: {
    rows: readonly Row[];
    limit: number;
    cursor: PageCursor | null;
    count: number | null;
    version?: number;
  },
  sortValues: (row: Row) => PageCursor['values'],
): { total: number; nextCursor: string | null } {
  const { rows, limit, cursor, count, version } = page;
  const total = count ?? cursor?.total ?? 0;
  const seen = (cursor?.seen ?? 0) + rows.length;
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit || seen >= total)
    return { total, nextCursor: null };
  const next: PageCursor = { id: last.id, values: sortValues(last), seen, total, version };
  return { total, nextCursor: writeCursor(next) };
}

/**
 * A page of a list whose rows are counted by a separate query, only for the first page.
 * @throws DomainError `bad_request` for a cursor that no page returned.
 */
export async function readPage<Row extends { id: number }>(
  query: { cursor?: string | undefined; limit: number },
  list: {
    rows: (page: Page) => PromiseLike<Row[]>;
    count: () => Promise<number>;
    sortValues: (row: Row) => PageCursor['values'];
  },
): Promise<{ rows: Row[]; total: number; nextCursor: string | null }> {
  const { limit } = query;
  const cursor = readCursor(query.cursor);
  const [rows, count] = await Promise.all([
    list.rows({ cursor, limit }),
    cursor === null ? list.count() : null,
  ]);
  return { rows, ...endPage({ rows, limit, cursor, count }, list.sortValues) };
}

/** All rows of a list that is sorted by id, or the first `most`, read in steps of `limit`. */
export async function* readPages<Row extends { id: number }>(
  read: (page: Page) => Promise<Row[]>,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row[]> {
  let cursor: Page['cursor'] = null;
  for (let left = most; left > 0; left -= limit) {
    const rows = await read({ cursor, limit: Math.min(limit, left) });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    cursor = { id: last.id, values: [last.id] };
  }
}

/**
 * Reads the cursor of a query; null without one.
 * @throws DomainError `bad_request` for a text that no page returned.
 */
export function readCursor(text: string | undefined): PageCursor | null {
  if (text === undefined) return null;
  try {
    return readStored(pageCursor, decode(text));
  } catch {
    throw new DomainError('bad_request', 'The cursor is not valid: start at the first page.', {
      issues: [{ path: 'cursor', message: 'Not a cursor of this list' }],
    });
  }
}

/** A cursor is JSON in base64url: opaque to clients, and safe in a query. */
export function writeCursor(cursor: PageCursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify(cursor));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws Error for a text that is not base64url */
function decode(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
