import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, LibsqlError } from '@libsql/client/web';
import { causesOf, describeDatabaseError } from '../worker/db/errors.ts';
import { runCommand } from './services/command.ts';
import { connectionFailure } from './services/connection-failure.ts';
import { type DatabaseTarget, schemaTarget } from './services/database-target.ts';
import { FIRST_BEFORE_RELEASES } from './services/old-database.ts';

const FOLDER = fileURLToPath(new URL('../migrations/', import.meta.url));
const REACH_WITHIN_MS = 10_000;
/** The time limit of a migration, which may build an index over hundreds of thousands of rows. */
const MIGRATE_WITHIN_MS = 15 * 60_000;

interface Migration {
  name: string;
  hash: string;
  statements: string[];
}

/**
 * Applies the missing migrations in order, each as one transaction. Migrations only go forward. Two
 * instances may migrate at once: each migration first claims its name in the same transaction, so
 * the second instance finds the name taken, changes nothing and continues.
 * @returns names of the migrations that this call applied.
 * @throws Error with one plain sentence when the server cannot be reached, the database is of a
 * later release or of a version before 1.0.0, or a migration was edited after it was applied.
 */
export async function migrate(target: DatabaseTarget): Promise<string[]> {
  const client = open(target);
  const patient = open(target, MIGRATE_WITHIN_MS);
  try {
    await reach(client, target.url);
    return await applyAll(client, patient, readMigrations());
  } finally {
    client.close();
    patient.close();
  }
}

const open = (target: DatabaseTarget, withinMs = REACH_WITHIN_MS): Client =>
  createClient({
    url: target.url,
    ...(target.authToken === undefined ? {} : { authToken: target.authToken }),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(withinMs) }),
  });

async function reach(client: Client, url: string): Promise<void> {
  await client
    .execute(
      'create table if not exists applied_migrations (name text primary key not null, hash text not null, applied_at integer not null)',
    )
    .catch((cause: unknown) => {
      throw unusable(url, cause);
    });
}

const unusable = (url: string, cause: unknown): Error =>
  new Error(describeUnusable(url, cause), { cause });

/** Why a database cannot be used, in a sentence. */
export function describeUnusable(url: string, cause: unknown): string {
  const { host } = new URL(url);
  // The failures of a server that responds but whose disk is full.
  const isOfDatabase = cause instanceof LibsqlError && cause.code.startsWith('SQLITE_');
  const sentence = isOfDatabase ? describeDatabaseError(cause)?.message : undefined;
  return sentence ?? `The libSQL server at ${host} cannot be used: ${reasonOf(cause)}.`;
}

const REFUSED = 'it refuses the token (LIBSQL_MIGRATE_TOKEN, or LIBSQL_AUTH_TOKEN without it)';

function reasonOf(error: unknown): string {
  const reason = connectionFailure(error);
  if (reason !== null) return reason;
  const isRefused = causesOf(error).some(({ message }) => /HTTP status 40[13]/.test(message));
  return isRefused ? REFUSED : 'it does not answer as a libSQL server';
}

async function applyAll(
  client: Client,
  patient: Client,
  migrations: Migration[],
): Promise<string[]> {
  const applied = await readApplied(client);
  assertReadable(applied.keys(), migrations);
  const done: string[] = [];
  for (const migration of migrations) {
    const hash = applied.get(migration.name) ?? (await apply(patient, migration, done));
    if (hash !== migration.hash) {
      throw new Error(
        `Migration ${migration.name} was changed after it was applied: add a new migration instead.`,
      );
    }
  }
  return done;
}

/**
 * @param applied the migrations that a database has
 * @throws Error with one plain sentence if one of them is of a later release, whose tables this one does not know, or
 * of a version before 1.0.0, whose tables had another history
 */
export function assertReadable(
  applied: Iterable<string>,
  migrations: readonly { name: string }[] = readMigrations(),
): void {
  const names = new Set(migrations.map(({ name }) => name));
  const others = [...applied].filter((name) => !names.has(name));
  if (others.some((name) => FIRST_BEFORE_RELEASES.includes(name))) {
    throw new Error(
      'The database was written by a version before 1.0.0, which this release cannot read: use an empty database.',
    );
  }
  const [later] = others;
  if (later === undefined) return;
  throw new Error(
    `The database was written by a later release (migration ${later}): install that release or a newer one.`,
  );
}

/**
 * Checks a database before a command writes to it.
 * @throws Error as {@link assertReadable}, or when the server cannot be reached
 */
export async function assertUsableSchema(target: DatabaseTarget): Promise<void> {
  const client = open(target);
  try {
    const { rows } = await client
      .execute("select 1 from sqlite_schema where name = 'applied_migrations'")
      .catch((cause: unknown) => {
        throw unusable(target.url, cause);
      });
    if (rows.length > 0) assertReadable((await readApplied(client)).keys());
  } finally {
    client.close();
  }
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.execute('select name, hash from applied_migrations');
  return new Map(rows.map((row) => [String(row.name), String(row.hash)]));
}

/** Applies one migration. Returns the hash that the database stores for it afterwards. */
async function apply(client: Client, migration: Migration, done: string[]): Promise<string> {
  const claim = {
    sql: 'insert into applied_migrations (name, hash, applied_at) values (?, ?, ?)',
    args: [migration.name, migration.hash, Date.now()],
  };
  try {
    await client.migrate([claim, ...migration.statements]);
    done.push(migration.name);
    return migration.hash;
  } catch (error) {
    const claimedBy = (await readApplied(client)).get(migration.name);
    if (claimedBy !== undefined) return claimedBy;
    const message = describeDatabaseError(error)?.message;
    const reason = error instanceof LibsqlError ? error.message : String(error);
    throw new Error(message ?? `Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

function readMigrations(): Migration[] {
  const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
    readFileSync(`${FOLDER}meta/_journal.json`, 'utf8'),
  );
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      const text = readFileSync(`${FOLDER}${tag}.sql`, 'utf8').replaceAll('\r\n', '\n');
      const statements = text
        .split('--> statement-breakpoint')
        .map((statement) => statement.trim())
        .filter((statement) => statement !== '');
      return { name: tag, hash: createHash('sha256').update(text).digest('hex'), statements };
    });
}

/** `npm run migrate`: brings the database up to date. */
async function main(): Promise<void> {
  const applied = await migrate(schemaTarget());
  console.log(
    applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
  );
}

if (import.meta.main) await runCommand(main);
