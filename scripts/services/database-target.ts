import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a database is. */
export interface DatabaseTarget {
  url: string;
  authToken?: string | undefined;
}

/**
 * The database that a command works on: LIBSQL_URL, else the one of the product that runs in DATA_DIR.
 * @throws Error with one plain sentence when there is neither.
 */
export function databaseTarget(): DatabaseTarget {
  const url = process.env.LIBSQL_URL?.trim() || runningUrl(process.env.DATA_DIR?.trim() || '.data');
  if (url === undefined) {
    throw new Error(
      'No database is named: set LIBSQL_URL, or start the product first (npm start).',
    );
  }
  return { url, authToken: process.env.LIBSQL_AUTH_TOKEN?.trim() || undefined };
}

/** `npm start` writes DATA_DIR/runtime.json while it runs. */
function runningUrl(dataDir: string): string | undefined {
  try {
    const runtime: { libsqlUrl?: string } = JSON.parse(
      readFileSync(join(dataDir, 'runtime.json'), 'utf8'),
    );
    return runtime.libsqlUrl || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
