import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabaseAddress } from '../../shared/env.ts';
import { openDatabase } from '../../worker/db/client.ts';

/** The address of a database. */
export interface DatabaseTarget {
  url: string;
  authToken?: string | undefined;
}

/**
 * The database that a command works on: LIBSQL_URL, otherwise the database of the product that runs
 * in DATA_DIR.
 * @throws Error with one plain sentence when there is neither, or when LIBSQL_URL would send the
 * token unencrypted.
 */
export function databaseTarget(): DatabaseTarget {
  const url = process.env.LIBSQL_URL?.trim();
  if (url) {
    const problem = checkDatabaseAddress({ ...process.env, LIBSQL_URL: url });
    if (problem !== null) throw new Error(`LIBSQL_URL ${problem}.`);
    return { url, authToken: process.env.LIBSQL_AUTH_TOKEN?.trim() || undefined };
  }
  const running = readRunning(process.env.DATA_DIR?.trim() || '.data');
  if (running !== undefined) return running;
  throw new Error('No database is named: set LIBSQL_URL, or start the product first (npm start).');
}

/**
 * The same for commands that change the schema: with LIBSQL_MIGRATE_TOKEN if it is set, so that the
 * Worker's token needs no such permission.
 */
export function schemaTarget(): DatabaseTarget {
  const target = databaseTarget();
  const own = process.env.LIBSQL_URL?.trim() ? process.env.LIBSQL_MIGRATE_TOKEN?.trim() : '';
  return own ? { ...target, authToken: own } : target;
}

/** The context of services in a command: without an operator. */
export const openForCommand = ({ url, authToken }: DatabaseTarget) => ({
  db: openDatabase({ LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken }),
  clock: Date.now,
  operator: null,
  requestId: 'command-line',
});

/** `npm start` keeps DATA_DIR/runtime.json while it runs, readable by its owner only. */
function readRunning(dataDir: string): DatabaseTarget | undefined {
  try {
    const runtime: { libsqlUrl?: string; libsqlAuthToken?: string } | null = JSON.parse(
      readFileSync(join(dataDir, 'runtime.json'), 'utf8'),
    );
    return runtime?.libsqlUrl
      ? { url: runtime.libsqlUrl, authToken: runtime.libsqlAuthToken || undefined }
      : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    // The file remains from a power cut, and no product runs.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
