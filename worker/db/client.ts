import {
  type Client,
  createClient,
  type InStatement,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/web';
import { DomainError } from '../../shared/errors.ts';
import { wellFormed } from './broken-texts.ts';
import { REPLICA_WITHIN_MS, SeenState } from './replica.ts';
import { databaseUse } from './use.ts';

/**
 * Drizzle over libSQL's HTTP protocol. Use {@link runBatch} for writes; never `transaction` (it
 * holds a lock across round trips).
 */
export type Database = LibSQLDatabase<Record<string, never>> & { $client: Client };

/** The time limit of one answer; a slower database counts as unreachable. */
const ANSWER_WITHIN_MS = 20_000;

interface DatabaseAddress {
  LIBSQL_URL: string;
  LIBSQL_AUTH_TOKEN?: string | undefined;
  /** A replica of the same data, with the same token. */
  LIBSQL_REPLICA_URL?: string | undefined;
}

/**
 * Opens the database for one request. The platform forbids sharing a connection's promises between
 * requests, and opening one costs no round trip, so each request has its own.
 */
export const openDatabase = (address: DatabaseAddress): Database =>
  drizzle({ client: openClient(address) });

/**
 * Like {@link openDatabase}, for a request that only reads: after its first call, queries are sent
 * to the replica, if there is one. They show at least what was stored at that first call ({@link
 * SeenState}).
 */
export const openForReading = (address: DatabaseAddress): Database =>
  drizzle({ client: openReadingClient(address).client });

/**
 * Whether reads go to the replica, which is false without a replica. A replica that has failed
 * counts as unavailable for some seconds.
 * @throws if the primary cannot be read
 */
export async function readsReplica(address: DatabaseAddress): Promise<boolean> {
  const { client, seen } = openReadingClient(address);
  // The first call goes to the primary.
  for (let call = 0; call < 2; call += 1) await client.execute('select 1');
  return seen.isReplicaReady;
}

/**
 * The same database for an answer that needs many short reads: statements and batches that are
 * issued in the same task are combined into one batch, which is one round trip and shows all of
 * them the same data. If one fails, all of them fail.
 */
export function gatherReads({ $client }: Database): Database {
  const client: Client = Object.create($client);
  let waiting: { statement: InStatement; settle: PromiseWithResolvers<ResultSet> }[] = [];
  const send = async () => {
    const sent = waiting;
    waiting = [];
    try {
      const results = await $client.batch(sent.map(({ statement }) => statement));
      for (const [index, { settle }] of sent.entries()) settle.resolve(results[index] as ResultSet);
    } catch (error) {
      for (const { settle } of sent) settle.reject(error);
    }
  };
  client.execute = (statement: InStatement) => {
    const settle = Promise.withResolvers<ResultSet>();
    if (waiting.push({ statement, settle }) === 1) setTimeout(send);
    return settle.promise;
  };
  client.batch = (statements) =>
    Promise.all(
      statements.map((one) => {
        const [text, values = []] = Array.isArray(one) ? one : [one];
        return typeof text === 'string'
          ? client.execute({ sql: text, args: values })
          : client.execute(text);
      }),
    );
  return drizzle({ client });
}

function openReadingClient(address: DatabaseAddress): { client: Client; seen: SeenState } {
  const { LIBSQL_REPLICA_URL } = address;
  const seen = new SeenState();
  if (LIBSQL_REPLICA_URL === undefined) return { client: openClient(address), seen };
  const primary = openClient(address, seen.noting(fetchFromDatabase));
  const replica = openClient(
    { ...address, LIBSQL_URL: LIBSQL_REPLICA_URL },
    seen.awaiting((request) => fetchFromDatabase(request, REPLICA_WITHIN_MS)),
  );
  const client: Client = Object.create(primary);
  const read = async <T>(send: (from: Client) => Promise<T>): Promise<T> => {
    if (!seen.isReplicaReady) return send(primary);
    try {
      return await send(replica);
    } catch {
      seen.passOver();
      return send(primary);
    }
  };
  client.batch = (statements, mode) =>
    batchMode(statements) === 'read'
      ? read((from) => from.batch(statements, mode))
      : primary.batch(statements, mode);
  client.execute = (statement: InStatement) =>
    batchMode([statement]) === 'read'
      ? read((from) => from.execute(statement))
      : primary.execute(statement);
  return { client, seen };
}

function openClient(
  address: DatabaseAddress,
  send: (request: Request) => Promise<Response> = (request) => fetchFromDatabase(request),
): Client {
  const client = createClient({
    url: address.LIBSQL_URL,
    ...(address.LIBSQL_AUTH_TOKEN === undefined ? {} : { authToken: address.LIBSQL_AUTH_TOKEN }),
    fetch: send,
  });
  const batch = client.batch.bind(client);
  const execute = client.execute.bind(client);
  client.batch = (statements, mode) => {
    const given = statements.map(wellFormed);
    return untilFree(() => batch(given, mode ?? batchMode(given)));
  };
  client.execute = (statement: InStatement) => {
    const given = wellFormed(statement);
    return untilFree(() => execute(given));
  };
  return client;
}

/** Statements are retried for this long while another writer holds the lock. */
const BUSY_WITHIN_MS = 15_000;
/** The server refuses writers immediately during a checkpoint of its log, which takes seconds after a large import. */
const BUSY_PAUSE_MS = 50;
/**
 * Codes for a lock that was not acquired or was taken away: the server rolls back a transaction after five seconds if
 * others wait. In both cases nothing was written.
 */
const ROLLED_BACK = new Set(['SQLITE_BUSY', 'TRANSACTION_TIMEOUT']);

async function untilFree<T>(send: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof LibsqlError && ROLLED_BACK.has(error.code);
      if (!isBusy || Date.now() - startedAt > BUSY_WITHIN_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }
}

/** A batch that only reads must not wait for writers; one that writes takes the lock at its start. */
function batchMode(statements: Parameters<Client['batch']>[0]) {
  const reads = statements.every((statement) => {
    const sql =
      typeof statement === 'string' ? statement : 'sql' in statement ? statement.sql : statement[0];
    return /^\s*select\b/i.test(sql);
  });
  return reads ? 'read' : 'write';
}

async function fetchFromDatabase(request: Request, withinMs = ANSWER_WITHIN_MS): Promise<Response> {
  // The server takes longer to compress a list than a network between data centres takes to carry it.
  request.headers.set('Accept-Encoding', 'identity');
  const startedAt = Date.now();
  databaseUse.calls += 1;
  try {
    return await fetch(request, { signal: AbortSignal.timeout(withinMs) });
  } catch (cause) {
    databaseUse.failures += 1;
    throw new DomainError('unavailable', 'The database cannot be reached. Please try again.', {
      cause,
    });
  } finally {
    databaseUse.ms += Date.now() - startedAt;
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
