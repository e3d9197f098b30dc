import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureDisk } from '../../scripts/launch/disk-use.ts';
import { type DiskUse, diskProblem } from '../../shared/health/disk.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxoffice-disk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each file of DATA_DIR is counted in its part', async () => {
  const files = {
    'libsql/dbs/default/data': 10,
    'libsql/dbs/default/data-wal': 20,
    'libsql/metastore/data-wal': 1,
    'libsql/dbs/default/wallog': 300,
    'libsql/dbs/default/to_compact/1f': 4,
    'libsql/dbs/default/snapshots/a-0-9.snap': 5_000,
    'logs/worker.log': 60_000,
    'wrangler/v3/do/state.sqlite': 7,
  };
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), Buffer.alloc(bytes));
  }
  expect(await measureDisk(folder)).toEqual({
    data_bytes: 10,
    write_ahead_log_bytes: 21,
    replication_log_bytes: 304,
    snapshot_bytes: 5_000,
    other_bytes: 60_007,
  });
});

test('a folder that cannot be listed has no sizes, and throws nothing', async () => {
  expect(await measureDisk(join(folder, 'gone'))).toBeNull();
});

describe('the note about the disk', () => {
  const use = (part: Partial<DiskUse>): DiskUse => ({
    data_bytes: 1e9,
    write_ahead_log_bytes: 1e6,
    replication_log_bytes: 2e8,
    snapshot_bytes: 1e9,
    other_bytes: 3e7,
    ...part,
  });

  test('names the largest part as soon as the files beside the data take twice as much space', () => {
    expect(diskProblem(use({}))).toBeNull();
    expect(diskProblem(use({ write_ahead_log_bytes: 2e9 }))).toBe(
      'The files beside the database take 3.2 GB on disk, more than twice its 1.0 GB: most of it is the write-ahead log (2.0 GB). It shrinks a few minutes after a large change; if it does not, restart the product.',
    );
  });

  test('omits small parts, whatever the size of the data', () => {
    expect(diskProblem(use({ data_bytes: 1e6, snapshot_bytes: 0 }))).toBeNull();
  });
});
