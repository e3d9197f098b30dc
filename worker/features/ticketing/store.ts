import { desc, eq, sql } from 'drizzle-orm';
import { signedIn } from '../../context/context.ts';
import { activityStatement } from '../../db/activity.ts';
import { isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { eventSections } from '../../db/schema/event-sections.ts';
import { recentSearches } from '../../db/schema/recent-searches.ts';

/** The number of searches in the history of a browser. */
const SEARCHES_KEPT = 10;

/** Stores an event's sections, which replace the previous ones. `readAt` is in milliseconds since the epoch. */
export async function keepSections(
  db: Database,
  row: { eventId: string; sections: string[]; readAt: number },
): Promise<void> {
  const { sections, readAt } = row;
  await db
    .insert(eventSections)
    .values(row)
    .onConflictDoUpdate({ target: eventSections.eventId, set: { sections, readAt } });
}

/** The stored sections by event id; events without stored sections are absent. */
export async function findKnownSections(
  db: Database,
  eventIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .select({ eventId: eventSections.eventId, sections: eventSections.sections })
    .from(eventSections)
    .where(isOneOf(eventSections.eventId, eventIds));
  return new Map(rows.map((row) => [row.eventId, row.sections]));
}

type Searched = Omit<typeof recentSearches.$inferSelect, 'operatorId' | 'searchedAt'>;

/**
 * Counts a search and stores it among the last ten of the operator. A search without an artist's name is only counted.
 */
export async function keepSearch(
  ctx: Changing,
  searched: Searched | null,
  events: number,
): Promise<void> {
  const operatorId = signedIn(ctx).id;
  const { db } = ctx;
  const newest = db
    .select({ artistId: recentSearches.artistId })
    .from(recentSearches)
    .where(eq(recentSearches.operatorId, operatorId))
    .orderBy(desc(recentSearches.searchedAt))
    .limit(SEARCHES_KEPT);
  const entry = searched && { ...searched, operatorId, searchedAt: ctx.clock() };
  await change(ctx, {
    statements: {
      counted: activityStatement(ctx, 'ticketing.search', events),
      ...(entry && {
        stored: db
          .insert(recentSearches)
          .values(entry)
          .onConflictDoUpdate({
            target: [recentSearches.operatorId, recentSearches.artistId],
            set: entry,
          }),
        dropped: db
          .delete(recentSearches)
          .where(
            sql`${recentSearches.operatorId} = ${operatorId} and ${recentSearches.artistId} not in ${newest}`,
          ),
      }),
    },
    audit: null,
  });
}

/** The last searches of an operator, newest first. */
export const listSearches = (db: Database, operatorId: number) =>
  db
    .select()
    .from(recentSearches)
    .where(eq(recentSearches.operatorId, operatorId))
    .orderBy(desc(recentSearches.searchedAt));
