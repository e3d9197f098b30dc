import { type SQL, sql } from 'drizzle-orm';
import { insertRows, isOneOf } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { namesOf, takeExcluded } from '../../../db/names.ts';
import { artistEvents, monitoredArtists } from '../../../db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../../db/schema/catalogues.ts';
import { workEvents } from '../../../db/schema/recent-work.ts';
import { followedEvents, saleFollows } from '../../../db/schema/reminders.ts';
import { isOpen } from '../../artist-monitor/index.ts';

const copies = followedEvents;
export type StoredCopy = typeof followedEvents.$inferSelect;

/**
 * The copies of these events. A copy without facts belongs to an event that the provider does not
 * have.
 */
export const findCopies = (db: Database, eventIds: readonly string[]): Promise<StoredCopy[]> =>
  db.select().from(copies).where(isOneOf(copies.eventId, eventIds));

/** Stores copies, which replace existing ones. */
export async function putCopies(ctx: Changing, rows: readonly StoredCopy[]): Promise<void> {
  await change(ctx, {
    statements: {
      put: insertRows(copies, rows, {
        onConflict: sql`on conflict (${namesOf(copies.eventId)})
          do update set ${takeExcluded(copies.facts, copies.readAt, copies.nextAt)}`,
      }),
    },
    audit: null,
  });
}

/** The copies that are due, and the events of works that no source lists. */
export async function listDueCopies(db: Database, now: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(dueCopies(now, limit));
  return rows.map(({ id }) => id);
}

/** The query of {@link listDueCopies}. It reads no more of a catalogue than the events of works. */
export const dueCopies = (now: number, limit: number): SQL =>
  sql`select ${copies.eventId} as id from ${copies} where ${copies.nextAt} <= ${now}
    union select ${workEvents.eventId} from ${workEvents}
      where not exists (select 1 from ${copies} where ${copies.eventId} = ${workEvents.eventId})
        and not exists (select 1 from ${artistEvents}
          join ${monitoredArtists} on ${monitoredArtists.artistId} = +${artistEvents.artistId}
          where ${artistEvents.eventId} = ${workEvents.eventId} and ${isOpen(now)})
        and not exists (select 1 from ${catalogueEvents}
          where ${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)
            and ${catalogueEvents.eventId} = ${workEvents.eventId} and ${catalogueEvents.goneAt} is null)
    limit ${limit}`;

/**
 * Deletes the copies of events that nobody follows by choice or through a work.
 * @returns how many
 */
export async function deleteUnused(ctx: Changing): Promise<number> {
  const { deleted } = await change(ctx, {
    statements: {
      deleted: sql`delete from ${copies}
        where not exists (select 1 from ${saleFollows}
            where ${saleFollows.eventId} = ${copies.eventId} and ${saleFollows.isFollowed} = 1)
          and not exists (select 1 from ${workEvents} where ${workEvents.eventId} = ${copies.eventId})`,
    },
    audit: null,
  });
  return deleted.rowsAffected;
}
