import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ArtistChange } from '../../../shared/artist-monitor/changes.ts';
import type { ArtistChangesQuery } from '../../../shared/artist-monitor/schema.ts';
import { readChange } from '../../../shared/artist-monitor/stored.ts';
import { isoTime } from '../../../shared/times.ts';
import { deleteInBatches } from '../../db/batches.ts';
import type { Database } from '../../db/client.ts';
import { afterCursor, newestFirst, type Page } from '../../db/page.ts';
import { artistChanges, monitoredArtists } from '../../db/schema/artist-monitor.ts';

/** The number of changes of each artist that are newer than `seen`, without the start of the monitoring. */
export async function countNew(db: Database, seen: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ artistId: artistChanges.artistId, count: sql<number>`count(*)` })
    .from(artistChanges)
    .where(sql`${artistChanges.id} > ${seen} and ${artistChanges.change} ->> 'kind' <> 'started'`)
    .groupBy(artistChanges.artistId);
  return new Map(rows.map(({ artistId, count }) => [artistId, count]));
}

const NEWEST_FIRST = newestFirst(artistChanges.id);

/** A page of the timeline, newest first. */
export async function listChanges(
  db: Database,
  query: ArtistChangesQuery,
  { cursor, limit }: Page,
): Promise<ArtistChange[]> {
  const rows = await db
    .select({ row: artistChanges, name: monitoredArtists.name })
    .from(artistChanges)
    .innerJoin(monitoredArtists, eq(artistChanges.artistId, monitoredArtists.artistId))
    .where(sql`${isWanted(query)} ${afterCursor(cursor, NEWEST_FIRST)}`)
    .orderBy(sql`${artistChanges.id} desc`)
    .limit(limit);
  return rows.map(({ row, name }) => ({
    ...readChange(row.change),
    id: row.id,
    artist_id: row.artistId,
    artist_name: name,
    at: isoTime(row.at),
  }));
}

export const countChanges = (db: Database, query: ArtistChangesQuery): Promise<number> =>
  db.$count(artistChanges, isWanted(query));

const isWanted = ({ artist_id, kind }: ArtistChangesQuery): SQL =>
  and(
    sql`true`,
    artist_id === undefined ? undefined : eq(artistChanges.artistId, artist_id),
    kind === undefined ? undefined : sql`${artistChanges.change} ->> 'kind' = ${kind}`,
  ) as SQL;

/**
 * Deletes changes from before `since`.
 * @returns how many.
 */
export const deleteChangesBefore = (db: Database, since: number): Promise<number> =>
  deleteInBatches(
    db,
    (size) => sql`delete from ${artistChanges} where ${artistChanges.id} in
      (select id from (select ${artistChanges.id} as id, ${artistChanges.at} as at from ${artistChanges}
        order by ${artistChanges.id} limit ${size}) where at < ${since})`,
  );
