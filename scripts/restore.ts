import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { type Client, createClient, type InStatement } from '@libsql/client/web';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { change } from '../worker/db/change.ts';
import { assertSound, countRows, namesOf, type TableCounts, TEXT_INDEXES } from './backup.ts';
import { openDataFolder } from './launch/data-folder.ts';
import { assertReadable } from './migrate.ts';
import { assertOpenedByDataKey } from './services/checked-database.ts';
import { runCommand } from './services/command.ts';
import { type DatabaseTarget, openForCommand, schemaTarget } from './services/database-target.ts';
import { startLibsql } from './services/libsql.ts';

const USAGE = `Usage: npm run restore -- [--trial] <file>

Writes a backup into an empty database: the one of LIBSQL_URL, or DATA_DIR while no product runs in it.
First copy secrets.json of the installation that was backed up to DATA_DIR, or set its DATA_KEY: without it, a backup with
sealed values is refused. With --trial, channels and watches are paused and mailboxes are switched off, so that a copy beside the
running desk sends nothing to anybody.`;

/** Rows travel in batches of about this size; one of libSQL's requests holds about 5 MB. */
const BATCH_BYTES = 1_000_000;
const BATCH_ROWS = 500;

/**
 * Rows that a restore skips: sign-ins that have ended since the backup, and sign-ins that were in
 * progress.
 */
const REVOCATIONS: Readonly<Record<string, string>> = {
  operators: 'update operators set token_version = token_version + 1',
  sessions: 'update sessions set ended_at = unixepoch() * 1000 where ended_at is null',
};
/**
 * Sign-ins in progress, and messages that waited at the time of the backup and have been sent since
 * then.
 */
const LEFT_OUT: readonly string[] = [
  'passkey_challenges',
  'mailbox_sign_ins',
  'channel_deliveries',
];

/**
 * Writes the content of a backup into an empty database: tables, rows, then indexes and triggers. Every session of the
 * backup ends with the batch that writes it: one that was signed out after the backup would be valid again, and a
 * restore may be cut off.
 * @returns rows by table, as counted by the database afterwards.
 * @throws Error with one plain sentence when the file is damaged, the database is not empty, or rows are missing.
 */
export async function restore(file: string, target: DatabaseTarget): Promise<TableCounts> {
  const backup = openBackup(file);
  if (namesOf(backup, 'table').includes('applied_migrations')) {
    const applied = backup.prepare('select name from applied_migrations').all();
    assertReadable(applied.map(({ name }) => String(name)));
  }
  const client = createClient({
    url: target.url,
    ...(target.authToken === undefined ? {} : { authToken: target.authToken }),
  });
  try {
    await assertEmpty(client);
    await client.batch(definitionsOf(backup, 'table'), 'write');
    for (const table of restoredTables(backup)) {
      const revocation = REVOCATIONS[table] ?? [];
      for (const batch of batchesOf(backup, table)) await client.migrate(batch.concat(revocation));
    }
    await restoreSequences(backup, client);
    const rest = [
      ...definitionsOf(backup, 'index'),
      // They come before the triggers that maintain them.
      ...namesOf(backup, 'trigger').flatMap((trigger) => TEXT_INDEXES[trigger] ?? []),
      ...definitionsOf(backup, 'trigger'),
    ];
    if (rest.length > 0) await client.batch(rest, 'write');
    return await compare(backup, client);
  } finally {
    client.close();
    backup.close();
  }
}

const dialect = new SQLiteSyncDialect();

/**
 * Checks that DATA_KEY opens the secrets of a backup: the desk would not start with them otherwise.
 * @throws Error with one plain sentence
 */
export async function assertOpenable(file: string): Promise<void> {
  const backup = openBackup(file);
  try {
    const all = async <Row>(query: SQL): Promise<Row[]> => {
      const { sql, params } = dialect.sqlToQuery(query);
      return backup.prepare(sql).all(...(params as SQLInputValue[])) as Row[];
    };
    await assertOpenedByDataKey({ all }, 'restore again');
  } finally {
    backup.close();
  }
}

/** @throws Error when there is no such file, or it is not a sound database */
function openBackup(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const backup = new DatabaseSync(file, { readOnly: true });
  try {
    assertSound(backup, file);
    return backup;
  } catch (error) {
    backup.close();
    const isForeign = error instanceof Error && error.message === 'file is not a database';
    throw isForeign ? new Error(`${file} is not a backup.`) : error;
  }
}

async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.execute(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\'",
  );
  if (rows.length === 0) return;
  throw new Error(
    `The database is not empty (it has ${rows.length} tables): restore into a new one, for example with another DATA_DIR.`,
  );
}

function definitionsOf(backup: DatabaseSync, type: 'table' | 'index' | 'trigger'): string[] {
  const find = backup.prepare('select sql from sqlite_schema where type = ? and name = ?');
  return namesOf(backup, type).map((name) => String(find.get(type, name)?.sql));
}

/** The tables whose rows are written. */
const restoredTables = (backup: DatabaseSync): string[] =>
  namesOf(backup, 'table').filter((table) => !LEFT_OUT.includes(table));

/** The rows of a table as inserts, in batches that fit into one request. */
function* batchesOf(backup: DatabaseSync, table: string): Generator<InStatement[]> {
  const select = backup.prepare(`select * from "${table}"`);
  select.setReadBigInts(true);
  let batch: InStatement[] = [];
  let bytes = 0;
  for (const row of select.iterate()) {
    const names = Object.keys(row);
    const columns = names.map((name) => `"${name}"`).join(', ');
    const args = Object.values(row);
    batch.push({
      sql: `insert into "${table}" (${columns}) values (${names.map(() => '?').join(', ')})`,
      args,
    });
    for (const value of args) bytes += sizeOf(value);
    if (bytes < BATCH_BYTES && batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(value: SQLOutputValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.byteLength : 8;
}

/** Continues the ids where the backup ended, so that no id is used twice, not even that of a deleted row. */
async function restoreSequences(backup: DatabaseSync, client: Client): Promise<void> {
  const isUsed = backup.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get();
  if (isUsed === undefined) return;
  for (const { name, seq } of backup.prepare('select name, seq from sqlite_sequence').all()) {
    await client.batch(
      [
        { sql: 'delete from sqlite_sequence where name = ?', args: [String(name)] },
        {
          sql: 'insert into sqlite_sequence (name, seq) values (?, ?)',
          args: [String(name), Number(seq)],
        },
      ],
      'write',
    );
  }
}

async function compare(backup: DatabaseSync, client: Client): Promise<TableCounts> {
  const counts = countRows(backup);
  for (const table of LEFT_OUT) if (table in counts) counts[table] = 0;
  for (const [table, expected] of Object.entries(counts)) {
    const { rows } = await client.execute(`select count(*) as n from "${table}"`);
    const restored = Number(rows[0]?.n);
    if (restored !== expected) {
      throw new Error(`${table} has ${restored} rows instead of ${expected}: restore again.`);
    }
  }
  return counts;
}

/**
 * Runs `work` on LIBSQL_URL, or on a separate server over DATA_DIR, which no product may use at the
 * same time.
 */
async function withTarget<T>(work: (target: DatabaseTarget) => Promise<T>): Promise<T> {
  if (process.env.LIBSQL_URL?.trim()) return work(schemaTarget());
  const folder = await openDataFolder(process.env.DATA_DIR?.trim() || '.data', 0, process.env);
  try {
    const server = await startLibsql(join(folder.path, 'libsql'));
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    await folder.release();
  }
}

/** Statements for a copy that runs beside the desk itself. */
const SILENCE = [
  'update notification_channels set is_paused = 1',
  'update presale_watches set is_paused = 1',
  'update imap_accounts set is_active = 0',
  // A provider may end a grant whose refresh token two programs use.
  'update imap_accounts set refresh_token = null, access_token = null',
  'delete from mailbox_sign_ins',
];

/** Pauses everything that would send messages to people or read their mailboxes. */
export async function silence({ url, authToken }: DatabaseTarget): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await client.batch(SILENCE, 'write');
  } finally {
    client.close();
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const isTrial = args.includes('--trial');
  const [file, ...others] = args.filter((argument) => argument !== '--trial');
  if (file === undefined || others.length > 0) throw new Error(USAGE);
  await assertOpenable(file);
  const { counts, rows } = await withTarget(async (target) => {
    const restored = await restore(file, target);
    if (isTrial) await silence(target);
    const rows = Object.values(restored).reduce((sum, count) => sum + count, 0);
    const audit = { action: 'backup.restore', subject: 'database', actor: 'command line' };
    await change(openForCommand(target), { statements: {}, audit: { ...audit, detail: { rows } } });
    return { counts: restored, rows };
  });
  console.log(
    `Restored ${rows.toLocaleString('en-GB')} rows in ${Object.keys(counts).length} tables. All sessions have ended. Operators who were disabled and tokens that were revoked after the backup are valid again: disable and revoke them now.`,
  );
}

if (import.meta.main) await runCommand(main);
