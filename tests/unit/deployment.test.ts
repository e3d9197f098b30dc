import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A table of wrangler.toml as text: what follows its head, or for '' what comes before the first table. */
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
  // The addresses of the live channel and of calendar subscriptions carry a token.
  ['observability', 'redact_query_string', 'true'],
  // Traces store the address of every outgoing call, and the provider's key is part of it.
  ['observability.traces', 'enabled', 'false'],
])('a deployment has, in the table "%s", %s = %s', (table, name, value) => {
  expect(tableOf(table).split('\n')).toContain(`${name} = ${value}`);
});
