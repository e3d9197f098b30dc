import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * A table of wrangler.toml as text: the lines after its head, or for '' the lines before the first
 * table.
 */
function tableOf(name: string): string {
  const tables = `\n${readFileSync('wrangler.toml', 'utf8')}`.split(/\n(?=\[)/);
  return tables.find((table) => table.startsWith(name === '' ? '\n' : `[${name}]`)) ?? '';
}

test.each([
  // An address outside the domain would bypass that zone's access and rate rules.
  ['', 'workers_dev', 'false'],
  ['', 'preview_urls', 'false'],
  // `npm run deploy` uploads the variables of .env; those of the dashboard stay.
  ['', 'keep_vars', 'true'],
  ['secrets', 'required', '["LIBSQL_URL", "LIBSQL_AUTH_TOKEN", "TOKEN_SECRET", "DATA_KEY"]'],
  // A version must not call methods that objects of the earlier version lack.
  ['durable_objects', 'code_update_strategy', '{ mode = "immediate" }'],
  // The addresses of the live channel and of calendar subscriptions carry a token.
  ['observability', 'redact_query_string', 'true'],
  // Traces store the address of every outgoing call, and the provider's key is part of it.
  ['observability.traces', 'enabled', 'false'],
])('a deployment has, in the table "%s", %s = %s', (table, name, value) => {
  expect(tableOf(table).split('\n')).toContain(`${name} = ${value}`);
});

/**
 * What a migration must not do while the earlier version still writes, or after a rollback to it.
 */
const BREAKS_THE_VERSION_BEFORE =
  /\bdrop\s+(?:table|column)\b|\brename\s+(?:to|column)\b|\badd\s+(?:column\s+)?\S+\s+\w+(?:(?!\bdefault\b)[^;])*\bnot null\b(?:(?!\bdefault\b)[^;])*(?:;|$)/i;

test.each([
  ['ALTER TABLE `a` DROP COLUMN `b`;', true],
  ['DROP TABLE `a`;', true],
  ['ALTER TABLE `__new_a` RENAME TO `a`;', true],
  ['ALTER TABLE `a` RENAME COLUMN `b` TO `c`;', true],
  ['ALTER TABLE `a` ADD `b` text NOT NULL;', true],
  ['ALTER TABLE `a` ADD `b` text;', false],
  ['ALTER TABLE `a` ADD `b` integer DEFAULT 0 NOT NULL;', false],
  ['ALTER TABLE `a` ADD `b` integer NOT NULL DEFAULT 0;', false],
  ['DROP INDEX `a`;', false],
])('%s breaks the earlier version: %s', (statement, breaks) => {
  expect(BREAKS_THE_VERSION_BEFORE.test(statement)).toBe(breaks);
});

test('a version works with the schema of the next one: migrations after the first only add', () => {
  const files = readdirSync('migrations').filter((name) => /^\d+_.*\.sql$/.test(name));
  const broken = files
    .filter((name) => !name.startsWith('0000_'))
    .flatMap((name) =>
      readFileSync(`migrations/${name}`, 'utf8')
        .replaceAll(/^--(?!> statement-breakpoint).*$/gm, '')
        .split('--> statement-breakpoint')
        .filter((statement) => BREAKS_THE_VERSION_BEFORE.test(statement))
        .map((statement) => `${name}: ${statement.trim()}`),
    );
  expect(broken).toEqual([]);
});
