/**
 * The size of the files beside the database, during and after repeated uploads, counts and removals
 * of queues: the job that writes most. The libSQL server runs as the launcher starts it.
 */
import { appendFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureDisk } from '../../scripts/launch/disk-use.ts';
import { openLog } from '../../scripts/launch/processes.ts';
import { migrate } from '../../scripts/migrate.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import type { DiskUse } from '../../shared/health/disk.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { countStatistics } from '../../worker/features/queues/counting/service.ts';
import { deleteQueue, uploadQueue } from '../../worker/features/queues/uploads/service.ts';
import { makeFolder, removeFolder } from '../e2e/product.ts';
import { emailsOf, queueFilesOf } from '../factories/queue-files.ts';
import type { Measure } from './harness/row.ts';

const ACCOUNTS = 100_000;
const ROWS = 50_000;
const FILES = 16;
/** Uploads of all files, and removals of half of them. */
const ROUNDS = 4;
const SAMPLE_EVERY_MS = 500;
/** Long enough for two checkpoints. */
const SETTLED_MS = 20_000;

/**
 * The log of a month: one line of 300 bytes for each call, with ten operators who call every two
 * seconds.
 */
const LOG_LINES = 30 * 8 * 3_600 * 5;
/** Only every so many lines are written; the others are added as bytes, which count the same. */
const LINES_AT_ONCE = 1_000;

const besideOf = ({ data_bytes: _, ...beside }: DiskUse): number =>
  Object.values(beside).reduce((sum, bytes) => sum + bytes, 0);

async function writeQueues(ctx: Ctx): Promise<void> {
  const files = queueFilesOf(emailsOf(ACCOUNTS), { files: FILES, rows: ROWS, total: ROWS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, rows] of files.entries())
      await uploadQueue(ctx, {
        type: 'verified_fan',
        queue_id: `queue ${index}`,
        queue_total: ROWS,
        queue_date: '2026-11-20',
        accounts: rows.map(([account_name, position]) => ({ account_name, position })),
      });
    await countStatistics(ctx);
    for (let index = round % 2; index < FILES; index += 2)
      await deleteQueue(ctx, { type: 'verified_fan', queue_id: `queue ${index}` });
    await countStatistics(ctx);
  }
}

/** @returns the bytes that a program's log takes after a month. */
async function writeLogs(folder: string): Promise<number> {
  await mkdir(join(folder, 'logs'), { recursive: true });
  const file = join(folder, 'logs/worker.log');
  const write = openLog(file);
  const line = 'x'.repeat(300);
  const rest = `${line}\n`.repeat(LINES_AT_ONCE - 1);
  let most = 0;
  for (let lines = 0; lines < LOG_LINES; lines += LINES_AT_ONCE) {
    write(line);
    appendFileSync(file, rest);
    const older = statSync(`${file}.1`, { throwIfNoEntry: false })?.size ?? 0;
    most = Math.max(most, statSync(file).size + older);
  }
  return most;
}

/**
 * The largest total size of the files beside the database, and their size some time after the last
 * change.
 */
export const measure: Measure = async () => {
  const folder = await makeFolder();
  const server = await startLibsql(join(folder, 'libsql'));
  try {
    await migrate(server);
    const db = openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken });
    const ctx = {
      db,
      operator: null,
      clock: Date.now,
      requestId: 'disk-bench',
      enqueue: async () => undefined,
      publish: async () => undefined,
      log: { info: () => undefined, error: () => undefined },
    } as unknown as Ctx;
    const logs = await writeLogs(folder);
    let most = 0;
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) {
        const use = await measureDisk(folder);
        if (use !== null) most = Math.max(most, besideOf(use));
        await sleep(SAMPLE_EVERY_MS);
      }
    })();
    await writeQueues(ctx);
    isOver = true;
    await sampling;
    await sleep(SETTLED_MS);
    const rest = await measureDisk(folder);
    const data = rest?.data_bytes ?? 0;
    const row = (what: string, bytes: number, limit: number, against: string) => ({
      what,
      measured: bytes / 1e6,
      unit: 'MB',
      against,
      limit: limit / 1e6,
    });
    const twice = 'twice the database';
    return [
      row('files beside the database at most, while queues are replaced', most, 2 * data, twice),
      row('files beside the database afterwards', rest ? besideOf(rest) : 0, 2 * data, twice),
      row('the log of a program after a month', logs, 2 * 8 * 1024 * 1024 * 1.05, 'two full files'),
    ];
  } finally {
    await server.stop();
    await removeFolder(folder);
  }
};
