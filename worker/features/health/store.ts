import { sql } from 'drizzle-orm';
import { type DiskUse, diskUse } from '../../../shared/health/disk.ts';
import { readStored } from '../../../shared/json.ts';
import type { Database } from '../../db/client.ts';
import { heartbeat } from '../../db/schema/activity.ts';

/** A query that any database can answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`select 1`);
}

/** Records that scheduled work runs. It starts a new row of ticks when the last one was before `gapBefore`. */
export async function storeTick(db: Database, now: number, gapBefore: number): Promise<void> {
  await db
    .insert(heartbeat)
    .values({ id: 1, since: now, lastAt: now })
    .onConflictDoUpdate({
      target: heartbeat.id,
      set: {
        since: sql`case when ${heartbeat.lastAt} not between ${gapBefore} and ${now} then ${now} else ${heartbeat.since} end`,
        lastAt: now,
      },
    });
}

/** The current row of ticks; null before the first one. */
export async function findTicks(db: Database) {
  const rows = await db.select().from(heartbeat);
  return rows[0] ?? null;
}

export async function storeDiskUse(db: Database, use: DiskUse, now: number): Promise<void> {
  const disk = JSON.stringify(use);
  await db
    .insert(heartbeat)
    .values({ id: 1, since: now, lastAt: now, disk })
    .onConflictDoUpdate({ target: heartbeat.id, set: { disk } });
}

/** The sizes of the files at the last tick; null if nothing measures them. */
export async function readDiskUse(db: Database): Promise<DiskUse | null> {
  const [row] = await db.select({ disk: heartbeat.disk }).from(heartbeat);
  return row?.disk ? readStored(diskUse, row.disk) : null;
}
