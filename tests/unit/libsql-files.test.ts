import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { measureDisk } from '../../scripts/launch/disk-use.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { openDatabase } from '../../worker/db/client.ts';

const ROWS_AT_ONCE = 2_000;
const ROW_BYTES = 4_000;
const DATA_BYTES = ROWS_AT_ONCE * ROW_BYTES;
/** Writes that add up to 20 times the size of the data. */
const ROUNDS = 20;

const open = ({ url, authToken }: LibsqlServer) =>
  openDatabase({ LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken });

/** Writes the same rows again and again. */
async function rewrite(server: LibsqlServer): Promise<void> {
  const db = open(server);
  await db.run('create table if not exists notes (id integer primary key, text)');
  for (let round = 0; round < ROUNDS; round += 1)
    await db.run(
      sql.raw(`insert or replace into notes with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS_AT_ONCE})
        select i, randomblob(${ROW_BYTES}) from n`),
    );
}

test('the log that the server keeps for replicas is bounded, and is deleted at each start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-files-'));
  const dataDir = join(folder, 'libsql');
  const use = async () => {
    const sizes = await measureDisk(folder);
    if (sizes === null) throw new Error('the folder is gone');
    return sizes;
  };
  let server = await startLibsql(dataDir);
  try {
    for (let start = 1; start <= 2; start += 1) {
      await rewrite(server);
      await vi.waitFor(async () => expect((await use()).write_ahead_log_bytes).toBe(0), 60_000);
      const { snapshot_bytes, replication_log_bytes } = await use();
      expect(snapshot_bytes).toBeGreaterThan(0);
      // Twice the size of the data, and one more.
      expect(snapshot_bytes).toBeLessThan(3.1 * DATA_BYTES);
      expect(replication_log_bytes).toBeLessThan(40e6);
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await startLibsql(dataDir);
      expect((await use()).snapshot_bytes).toBe(0);
      expect(await open(server).all('select count(*) as n from notes')).toEqual([
        { n: ROWS_AT_ONCE },
      ]);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
