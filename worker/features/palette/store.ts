import { type SQL, sql } from 'drizzle-orm';
import { PALETTE_ITEMS } from '../../../shared/palette/schema.ts';
import type { WorkKind } from '../../../shared/recent-work/schema.ts';
import type { Database } from '../../db/client.ts';
import { monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';
import { watchedEvents } from '../../db/schema/price-monitor.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { queueCategories, queues } from '../../db/schema/queues.ts';
import { recentSearches } from '../../db/schema/recent-searches.ts';
import { recentWork } from '../../db/schema/recent-work.ts';
import { positionInAnyCase } from '../../db/text-index.ts';

/**
 * Rows whose text (after SQLite's lower()) contains the typed text in any letter case: first those
 * that begin with it, then in alphabetical order.
 */
const matching = (text: SQL, typed: string, condition = sql`true`): SQL =>
  sql`${condition} and ${positionInAnyCase(text, typed)} > 0
    order by ${positionInAnyCase(text, typed)} > 1, ${text} limit ${PALETTE_ITEMS}`;

/** Objects of every kind, in one round trip. `typed` is compared in any letter case. */
export async function findObjects(db: Database, operatorId: number, typed: string) {
  const [monitored, searched, categories, uploaded, mailboxes, prices, works, people] =
    await db.batch([
      db
        .select({ id: monitoredArtists.artistId, label: monitoredArtists.name })
        .from(monitoredArtists)
        .where(matching(sql`lower(${monitoredArtists.name})`, typed)),
      db
        .select({ id: recentSearches.artistId, label: recentSearches.artist })
        .from(recentSearches)
        .where(
          matching(
            sql`lower(${recentSearches.artist})`,
            typed,
            sql`${recentSearches.operatorId} = ${operatorId}`,
          ),
        ),
      db
        .select({
          id: queueCategories.name,
          label: queueCategories.name,
          pool: queueCategories.pool,
        })
        .from(queueCategories)
        .where(
          matching(sql`${queueCategories.nameKey}`, typed, sql`${queueCategories.isDeleted} = 0`),
        ),
      db
        .select({
          id: queues.queueId,
          label: queues.queueId,
          pool: queues.pool,
          day: queues.queueDate,
        })
        .from(queues)
        .where(matching(sql`lower(${queues.queueId})`, typed, sql`${queues.isDeleted} = 0`)),
      db
        .select({ id: imapAccounts.id, label: imapAccounts.user, detail: imapAccounts.host })
        .from(imapAccounts)
        .where(matching(sql`${imapAccounts.userKey}`, typed)),
      db
        .select({
          id: watchedEvents.url,
          label: sql<string>`coalesce(${watchedEvents.title}, ${watchedEvents.url})`,
          detail: sql<string>`coalesce(${watchedEvents.venue}, '')`,
        })
        .from(watchedEvents)
        .where(matching(sql`${watchedEvents.searchText}`, typed)),
      db
        .select({
          id: recentWork.id,
          tool: sql<WorkKind>`${recentWork.kind}`,
          label: sql<string>`coalesce(${recentWork.name}, ${recentWork.title})`,
          detail: sql<string>`iif(${recentWork.name} is null, '', ${recentWork.title})`,
        })
        .from(recentWork)
        .where(
          matching(
            sql`${recentWork.searchText}`,
            typed,
            sql`${recentWork.operatorId} = ${operatorId} and ${recentWork.deletedAt} is null
              and ${recentWork.kind} <> 'preset'`,
          ),
        ),
      // Reads only the index on both columns, because the rows are large.
      db
        .select({ id: profiles.id, label: profiles.profileName })
        .from(profiles)
        .where(
          matching(sql`lower(${profiles.profileName})`, typed, sql`${profiles.deletedAt} is null`),
        ),
    ]);
  return { monitored, searched, categories, uploaded, mailboxes, prices, works, people };
}
