import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Position } from '../../factories/queue-files.ts';

/** Runs statements on a file with the sqlite3 command line. */
export function runSqlite(file: string, statements: string): void {
  const done = spawnSync('sqlite3', [file], { input: statements, maxBuffer: 256 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`sqlite3 failed: ${done.stderr?.toString()}`);
}

/** Milliseconds that the sqlite3 command line takes for a script. */
export function timeSqlite(file: string, script: string): number {
  const input = openSync(script, 'r');
  try {
    const startedAt = performance.now();
    const done = spawnSync('sqlite3', [file], { stdio: [input, 'ignore', 'pipe'] });
    if (done.status !== 0) throw new Error(`sqlite3 failed: ${done.stderr?.toString()}`);
    return performance.now() - startedAt;
  } finally {
    closeSync(input);
  }
}

/** Positions in the simplest schema: by account, with an index by queue. */
export const POSITIONS_TABLE =
  'create table queue_positions (account_id integer not null, queue_ref integer not null, position integer not null, primary key (account_id, queue_ref)) without rowid; create index queue_positions_queue on queue_positions (queue_ref);';

/**
 * The positions of queue files as bare INSERT statements, one transaction per file, without
 * accounts and statistics. Ids are precomputed, so sqlite3 does not look them up.
 */
export async function writeInserts(
  script: string,
  files: Iterable<readonly Position[]>,
): Promise<void> {
  const output = await open(script, 'w');
  const ids = new Map<string, number>();
  // The settings are those of the libSQL server: a write-ahead log, synced at checkpoints.
  await output.write('pragma journal_mode = wal; pragma synchronous = normal;\n');
  let ref = 0;
  for (const rows of files) {
    ref += 1;
    const lines = ['begin;'];
    for (const [email, position] of rows) {
      const id = ids.get(email) ?? ids.size + 1;
      ids.set(email, id);
      lines.push(`insert into queue_positions values (${id}, ${ref}, ${position});`);
    }
    lines.push('commit;\n');
    await output.write(lines.join('\n'));
  }
  await output.close();
}
