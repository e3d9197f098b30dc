import { globSync, readFileSync } from 'node:fs';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from '../../worker/db/schema/index.ts';

const tables = Object.values(schema).filter((one) => is(one, SQLiteTable));
/** Names of tables and columns that are not words of SQL or English: those with an underscore. */
const names = new Set(
  tables
    .flatMap((table) => [
      getTableName(table),
      ...Object.values(getTableColumns(table)).map(({ name }) => name),
    ])
    .filter((name) => name.includes('_')),
);

/**
 * The words of statements that are not values, quoted texts or names of a result (`as
 * total_queues`).
 */
function wordsOf(statement: string): string[] {
  const plain = statement.replace(/\$\{[^}]*\}|'[^']*'|"[^"]*"|\bas \w+|\bindexed by \w+/g, ' ');
  return plain.match(/\b[a-z]+(?:_[a-z\d]+)+\b/g) ?? [];
}

// Sealed columns are named by a text that is part of the seal.
const stores = globSync(['worker/features/**/*.ts', 'worker/jobs/**/*.ts', 'worker/db/*.ts']);

const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');

test('statements name tables and columns through the schema, so that a renamed one fails the type check', () => {
  expect(names).toContain('queue_accounts');
  expect(names).toContain('email_key');
  const matches = stores.flatMap((file) =>
    Array.from(codeOf(file).matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g), ([, text = '']) =>
      wordsOf(text)
        .filter((word) => names.has(word))
        .map((word) => `${file}: ${word}`),
    ).flat(),
  );
  expect([...new Set(matches)]).toEqual([]);
});
