import { open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Migrations that only versions before 1.0.0 have. Release 1.0.0 has one migration instead of them.
 */
export const FIRST_BEFORE_RELEASES: readonly string[] = [
  '0000_core',
  '0000_schema',
  '0001_reminder-changes',
];
/** The first migration of 1.0.0 had other content before the release: its name and the hash of that content. */
const EARLIER_FIRST = '0000_firsta1f0736594491bb5538ae3a048efd21c93746dfa37a774415ec8f68da99283cd';

/**
 * The files of the database; its first rows are only in its log until the server writes them back.
 */
const DATABASE_FILES = ['data', 'data-wal'].map((name) => join('libsql/dbs/default', name));
/** The list of applied migrations is the first table, so its first row is near the beginning. */
const SEARCHED_BYTES = 1024 * 1024;
/** A name and its hash, as SQLite writes them into a row: directly after each other. */
const OLD_ROW = new RegExp(`(?:${FIRST_BEFORE_RELEASES.join('|')})[0-9a-f]{64}|${EARLIER_FIRST}`);

/**
 * Whether the database of a data folder has the migrations of a version before 1.0.0. Reads the bytes of its files:
 * SQLite would write beside them, and the server into them.
 */
export async function isBeforeReleases(path: string): Promise<boolean> {
  for (const name of DATABASE_FILES) {
    const file = await open(join(path, name), 'r').catch(() => null);
    if (file === null) continue;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED_BYTES), 0);
      if (OLD_ROW.test(buffer.toString('latin1', 0, bytesRead))) return true;
    } finally {
      await file.close();
    }
  }
  return false;
}
