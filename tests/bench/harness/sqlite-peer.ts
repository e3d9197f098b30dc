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

const UNITS = 1e14;

/**
 * The rows of queue files as INSERT statements, one transaction per file: accounts, positions, and each account's
 * statistics, so that after every file the tables hold what the product's tables hold. Ids are known beforehand, which
 * spares the command line the search for them.
 */
export async function writeInserts(
  script: string,
  files: readonly (readonly Position[])[],
  total: number,
): Promise<void> {
  const output = await open(script, 'w');
  const ids = new Map<string, number>();
  // As the libSQL server does it: a write-ahead log, synced at checkpoints.
  await output.write('pragma journal_mode = wal; pragma synchronous = normal;\n');
  for (const [index, rows] of files.entries()) {
    const ref = index + 1;
    const sum = rows.reduce((all, [, position]) => all + position, 0);
    const lines = [
      'begin;',
      `insert into queues values (${ref}, 1, 'queue ${index}', ${total}, '2026-11-20', ${rows.length}, ${sum}, null, 0);`,
    ];
    for (const [email, position] of rows) {
      let id = ids.get(email);
      if (id === undefined) {
        id = ids.size + 1;
        ids.set(email, id);
        lines.push(`insert into queue_accounts values (${id}, 1, '${email}', '${email}');`);
      }
      const ratio = position / total;
      const units = Math.round(ratio * UNITS);
      lines.push(
        `insert into queue_positions values (${id}, ${ref}, ${position});`,
        `insert into queue_account_stats values (${id}, 1, 1, ${units}, ${ratio}, ${ratio}, ${ratio}) on conflict (account_id) do update set total_queues = total_queues + 1, ratio_sum = ratio_sum + excluded.ratio_sum, avg_ratio = (ratio_sum + excluded.ratio_sum) / 1e14 / (total_queues + 1), best_ratio = min(best_ratio, excluded.best_ratio), worst_ratio = max(worst_ratio, excluded.worst_ratio);`,
      );
    }
    lines.push('commit;\n');
    await output.write(lines.join('\n'));
  }
  await output.close();
}
