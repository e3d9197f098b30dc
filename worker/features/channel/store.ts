import { asc, sql } from 'drizzle-orm';
import { isOneOf } from '../../db/bulk.ts';
import type { Database } from '../../db/client.ts';
import { monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { channelMarks } from '../../db/schema/channel-marks.ts';
import { watchedEvents } from '../../db/schema/price-monitor.ts';

export type Mark = typeof channelMarks.$inferSelect;
export type MarkedArtist = Pick<
  typeof monitoredArtists.$inferSelect,
  'failure' | 'checkedAt' | 'nextCheckAt'
>;

export const listMarks = (db: Database, limit: number): Promise<Mark[]> =>
  db.select().from(channelMarks).orderBy(asc(channelMarks.id)).limit(limit);

/** Deletes marks. A mark that was set again after it was read has another id, and stays. */
export async function deleteMarks(db: Database, ids: readonly number[]): Promise<void> {
  await db.delete(channelMarks).where(isOneOf(channelMarks.id, ids));
}

export async function findArtists(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, MarkedArtist>> {
  const rows = await db
    .select()
    .from(monitoredArtists)
    .where(isOneOf(monitoredArtists.artistId, ids));
  return new Map(rows.map((row) => [row.artistId, row]));
}

/** Marks the events with these addresses as unsent. */
export async function sendAgain(db: Database, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  const { changedAt, url } = watchedEvents;
  const unsent = sql<'state' | 'prices'>`iif(${changedAt} is null, 'state', 'prices')`;
  await db.update(watchedEvents).set({ unsent }).where(isOneOf(url, urls));
}
