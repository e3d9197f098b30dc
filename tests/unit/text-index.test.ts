import { DatabaseSync } from 'node:sqlite';
import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { positionInAnyCase } from '../../worker/db/text-index.ts';

/** The position of a typed text in a stored one. */
function positionOf(typed: string, stored: string): unknown {
  const query = new SQLiteSyncDialect().sqlToQuery(
    sql`select ${positionInAnyCase(sql`lower(${stored})`, typed)} as position`,
  );
  const database = new DatabaseSync(':memory:');
  const row = database.prepare(query.sql).get(...query.params.map(String));
  database.close();
  return row?.position;
}

test.each([
  ['İrem', 'İrem'],
  ['irem', 'İREM'],
  ['İREM', 'irem'],
  ['i\u0307rem', 'İrem'],
  ['İrem', 'İrem'.toLowerCase()],
  ['ΓΙΩΡΓΟΣ', 'Γιωργος'],
  ['Γιωργος', 'ΓΙΩΡΓΟΣ'],
  ['γιωργοσ', 'Γιωργος'],
  ['ΓΙΩΡΓΟΣ', 'ΓΙΩΡΓΟΣ ΝΤΑΛΑΡΑΣ'],
  ['GRÖẞE', 'Größe'],
  ['zoë', 'ZOË'],
])('%s is the beginning of %s in any case', (typed, stored) => {
  expect(positionOf(typed, stored)).toBe(1);
});

test.each([
  ['irem', 'Emir', 0],
  ['ΣΟΣ', 'ένας σος', 6],
  ['rem', 'İrem', 2],
])('the position of %s in %s is %i', (typed, stored, position) => {
  expect(positionOf(typed, stored)).toBe(position);
});
