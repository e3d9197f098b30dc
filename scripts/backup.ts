import { chmod, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { activityStatement } from '../worker/db/activity.ts';
import { change } from '../worker/db/change.ts';
import { openChecked } from './services/checked-database.ts';
import { runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run backup -- <file>
       npm run backup -- --keep <number> <folder>

Copies the database to one SQLite file while the product runs, and checks the copy by opening it.
Works on LIBSQL_URL, or on the database of the product that runs in DATA_DIR. The copy holds sealed
values, which only DATA_KEY opens: keep that apart from it.
With --keep, the copy gets a name with the time, and older copies in the folder are deleted beyond that number.`;

/** The content of a backup: rows by table. */
export type TableCounts = Record<string, number>;

/**
 * Copies a database to a new SQLite file that only its owner can read. The copy contains the state
 * of one moment: the server dumps it in one read transaction, while others continue to write.
 * @returns rows by table, as read from the copy.
 * @throws Error with one plain sentence when the server refuses, the copy breaks off or is not
 * sound.
 */
export async function backUp(target: DatabaseTarget, file: string): Promise<TableCounts> {
  const path = resolve(file);
  const isThere = await stat(path).catch(() => null);
  if (isThere !== null) throw existsAlready(path);
  await removeAbandoned(path);
  // Two backups at once must not write into one file.
  const partial = `${path}.${process.pid}-${++backups}.partial`;
  try {
    const copy = new DatabaseSync(partial);
    try {
      await chmod(partial, 0o600);
      for await (const statement of statementsOf(await openDump(target))) copy.exec(statement);
      assertSound(copy, path);
      const counts = countRows(copy);
      // Unlike a rename, a link never replaces an existing file.
      await link(partial, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? existsAlready(path) : error;
      });
      return counts;
    } finally {
      copy.close();
    }
  } finally {
    await rm(partial, { force: true });
  }
}

let backups = 0;

const existsAlready = (path: string) => new Error(`${path} exists already: name a new file.`);

/** The suffix of the file name of an incomplete backup, with the process that writes it. */
const PARTIAL = /^\.(\d+)-\d+\.partial$/;
/** The name after `desk-`, for copies of any time. */
const ABANDONED = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.db\.(\d+)-\d+\.partial$/;

/** Removes the files of killed backups whose name is this path followed by a text of the `rest`. */
async function removeAbandoned(path: string, rest = PARTIAL): Promise<void> {
  const start = basename(path);
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const [, pid] = rest.exec(name.slice(start.length)) ?? [];
    if (!name.startsWith(start) || pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(dirname(path), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function openDump({ url, authToken }: DatabaseTarget): Promise<ReadableStream<string>> {
  const address = new URL('/dump', url.replace(/^libsql:/, 'https:'));
  const headers = new Headers();
  if (authToken !== undefined) headers.set('authorization', `Bearer ${authToken}`);
  const answer = await fetch(address, { headers }).catch((cause: unknown) => {
    throw new Error(`The libSQL server at ${address.host} cannot be reached.`, { cause });
  });
  if (!answer.ok || answer.body === null) {
    throw new Error(`The libSQL server at ${address.host} answered ${answer.status} to /dump.`);
  }
  return answer.body.pipeThrough(new TextDecoderStream());
}

/**
 * The statements that create a full-text index of the rows, by the first of the triggers that
 * maintain it. A copy has none.
 */
export const TEXT_INDEXES: Readonly<Record<string, readonly string[]>> = {
  profiles_search_added: [
    'CREATE VIRTUAL TABLE "profiles_search" USING fts5("search_text", content="profiles", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0)',
    "insert into profiles_search (profiles_search) values ('rebuild')",
  ],
  catalogue_events_added: [
    'CREATE VIRTUAL TABLE "catalogue_events_search" USING fts5("search_text", content="catalogue_events", content_rowid="id", tokenize="trigram case_sensitive 1", detail="none", columnsize=0)',
    "insert into catalogue_events_search (catalogue_events_search) values ('rebuild')",
  ],
  notifications_search_added: [
    'CREATE VIRTUAL TABLE "notifications_search" USING fts5("title", "topic", "body", content="notifications", content_rowid="id", tokenize="trigram", columnsize=0)',
    "insert into notifications_search (notifications_search) values ('rebuild')",
  ],
};

/**
 * A statement of a dump that creates or fills such an index. The server writes some of them with
 * wrong quotes.
 */
const OF_TEXT_INDEX =
  /^\s*(?:insert into sqlite_schema\b.*'(?:profiles|catalogue_events|notifications)_search'|(?:create table if not exists|insert into) '?(?:profiles|catalogue_events|notifications)_search_)/i;

/**
 * The statements of a dump, which end with a semicolon at the end of a line outside of a text; triggers end with END.
 * @throws Error when the dump ends before its COMMIT, because the connection broke.
 */
async function* statementsOf(dump: ReadableStream<string>): AsyncGenerator<string> {
  let statement = '';
  let rest = '';
  let isInText = false;
  let last = '';
  for await (const chunk of dump) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      statement += `${line}\n`;
      if ((line.split("'").length - 1) % 2 === 1) isInText = !isInText;
      const isTrigger = /^\s*create\s+(?:temp\s+)?trigger\b/i.test(statement);
      const isWhole = isTrigger ? /\bend\s*;\s*$/i.test(line) : line.endsWith(';');
      if (isInText || !isWhole) continue;
      last = statement.trim();
      const isDerived = OF_TEXT_INDEX.test(statement);
      const whole = statement;
      statement = '';
      if (isDerived) continue;
      // A statement ends at a NUL character; the dump writes one that is part of a text as it is.
      yield whole.replaceAll('\0', "'||char(0)||'");
    }
  }
  if (!/^commit;$/i.test(last)) throw new Error('The copy broke off before its end. Try again.');
}

/** @throws Error when the file is not a sound database */
export function assertSound(database: DatabaseSync, name: string): void {
  const problems = database.prepare('pragma integrity_check').all();
  const isSound = problems.length === 1 && problems[0]?.integrity_check === 'ok';
  if (!isSound) throw new Error(`${name} is damaged: ${JSON.stringify(problems[0])}.`);
}

/** Rows by table; the server's own tables are left out. */
export function countRows(database: DatabaseSync): TableCounts {
  return Object.fromEntries(
    namesOf(database, 'table').map((name) => {
      const row = database.prepare(`select count(*) as n from "${name}"`).get();
      return [name, Number(row?.n)];
    }),
  );
}

/** Names of a database's own tables, indexes or triggers, in the order in which they were made. */
export function namesOf(database: DatabaseSync, type: 'table' | 'index' | 'trigger'): string[] {
  const statement = database.prepare(
    "select name from sqlite_schema where type = ? and sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\' order by rowid",
  );
  return statement.all(type).map(({ name }) => String(name));
}

/**
 * Records the backup in the database itself, so that the dashboard shows when the last one was
 * made.
 */
async function recordBackup(target: DatabaseTarget, rows: number): Promise<void> {
  const ctx = openForCommand(target);
  await change(ctx, {
    statements: { counted: activityStatement(ctx, 'backup.make', rows) },
    audit: { action: 'backup.make', subject: 'database', detail: { rows }, actor: 'command line' },
  });
}

/** The name of a copy, which sorts by its time. */
const nameAt = (now: number): string =>
  `desk-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

const COPY = /^desk-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.db$/;

/** Deletes the oldest copies of a folder beyond the newest `keep`; other files stay. @returns the deleted names */
export async function deleteOldCopies(folder: string, keep: number): Promise<string[]> {
  await removeAbandoned(join(folder, 'desk-'), ABANDONED);
  const copies = (await readdir(folder)).filter((name) => COPY.test(name)).toSorted();
  const old = copies.slice(0, Math.max(0, copies.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}

/** Backs up the database, records that, and prints the content of the copy. */
async function makeBackup(file: string): Promise<void> {
  const target = databaseTarget();
  await openChecked(target);
  const counts = await backUp(target, file);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await recordBackup(target, rows);
  const { size } = await stat(file);
  console.log(
    `${file}: ${rows.toLocaleString('en-GB')} rows in ${Object.keys(counts).length} tables, ${(size / 1e6).toFixed(1)} MB, checked.`,
  );
}

/** The place of a backup, and the number of copies for a folder. @throws Error with the usage for anything else */
export function readArguments(args: string[]): { place: string; keep?: number } {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [place, ...rest] = positionals;
  const { keep, ...others } = values;
  const isWrong = rest.length > 0 || Object.keys(others).length > 0;
  if (place === undefined || isWrong) throw new Error(USAGE);
  if (keep === undefined) return { place };
  if (!/^[1-9]\d{0,3}$/.test(String(keep))) {
    throw new Error('--keep needs a number from 1 to 9999.');
  }
  return { place, keep: Number(keep) };
}

async function main(): Promise<void> {
  const { place, keep } = readArguments(process.argv.slice(2));
  if (keep === undefined) return makeBackup(place);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await makeBackup(join(place, nameAt(Date.now())));
  // Only after the new copy was checked.
  const old = await deleteOldCopies(place, keep);
  if (old.length > 0) console.log(`Deleted ${old.join(', ')}.`);
}

if (import.meta.main) await runCommand(main);
