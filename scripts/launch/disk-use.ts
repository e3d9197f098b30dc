import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskUse } from '../../shared/health/disk.ts';

/** Which part of {@link DiskUse} a file belongs to, by its path in DATA_DIR. All others are `other_bytes`. */
const PARTS: [RegExp, keyof DiskUse][] = [
  [/^libsql\/dbs\/.*\/snapshots\//, 'snapshot_bytes'],
  [/^libsql\/dbs\/.*\/(?:wallog|to_compact\/.*)$/, 'replication_log_bytes'],
  [/^libsql\/.*-wal$/, 'write_ahead_log_bytes'],
  [/^libsql\/dbs\/.*\/data$/, 'data_bytes'],
];

/**
 * Measures the files of a DATA_DIR. A file that was deleted since it was listed counts as empty.
 * @returns null if a folder cannot be listed, such as one that is being deleted
 */
export async function measureDisk(folder: string): Promise<DiskUse | null> {
  const use: DiskUse = {
    data_bytes: 0,
    write_ahead_log_bytes: 0,
    replication_log_bytes: 0,
    snapshot_bytes: 0,
    other_bytes: 0,
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const size = await stat(path).then(
      (file) => file.size,
      () => 0,
    );
    const name = path.slice(folder.length + 1);
    const part = PARTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other_bytes';
    use[part] += size;
  }
  return use;
}
