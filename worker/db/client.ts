import { createClient } from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { DomainError } from '../../shared/errors.ts';

/** Drizzle over libSQL's HTTP protocol. Use {@link runBatch} for writes; never `transaction` (it holds a lock over round trips). */
export type Database = LibSQLDatabase<Record<string, never>>;

/** One answer of the database may take this long; a slower one counts as unreachable. */
const ANSWER_WITHIN_MS = 20_000;

interface DatabaseAddress {
  LIBSQL_URL: string;
  LIBSQL_AUTH_TOKEN?: string | undefined;
}

/**
 * Opens the database for one request. The platform forbids sharing a connection's promises between
 * requests, and opening one costs no round trip, so each request has its own.
 */
export function openDatabase(address: DatabaseAddress): Database {
  const client = createClient({
    url: address.LIBSQL_URL,
    ...(address.LIBSQL_AUTH_TOKEN === undefined ? {} : { authToken: address.LIBSQL_AUTH_TOKEN }),
    fetch: fetchFromDatabase,
  });
  const batch = client.batch.bind(client);
  client.batch = (statements, mode) => batch(statements, mode ?? batchMode(statements));
  return drizzle({ client });
}

/** A batch that only reads must not wait for writers; one that writes takes the lock at its start. */
function batchMode(statements: Parameters<ReturnType<typeof createClient>['batch']>[0]) {
  const reads = statements.every((statement) => {
    const sql =
      typeof statement === 'string' ? statement : 'sql' in statement ? statement.sql : statement[0];
    return /^\s*select\b/i.test(sql);
  });
  return reads ? 'read' : 'write';
}

async function fetchFromDatabase(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch (cause) {
    throw new DomainError('unavailable', 'The database cannot be reached. Please try again.', {
      cause,
    });
  }
}

/**
 * Runs statements as one libSQL transaction in one round trip: all of them or none.
 * The results are in the order of the statements.
 */
export async function runBatch(
  db: Database,
  statements: BatchItem<'sqlite'>[],
): Promise<unknown[]> {
  const [first, ...rest] = statements;
  if (first === undefined) return [];
  return db.batch([first, ...rest]);
}
