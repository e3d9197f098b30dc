import { sql } from 'drizzle-orm';
import { type Database, runBatch } from './client.ts';
import { monitoredArtists } from './schema/artist-monitor.ts';
import { catalogues } from './schema/catalogues.ts';
import { imapAccounts } from './schema/mailboxes.ts';
import { notificationChannels } from './schema/notification-channels.ts';
import { notifications } from './schema/notifications.ts';
import { watchedEvents } from './schema/price-monitor.ts';
import { followedEvents } from './schema/reminders.ts';
import { resaleArtists, resaleFeed } from './schema/resale-events.ts';

/** The stored times at which work is due. Leases are short, and lease.ts checks them itself. */
export const DUE_TIMES = [
  { table: monitoredArtists, time: monitoredArtists.nextCheckAt },
  { table: watchedEvents, time: watchedEvents.nextCheckAt },
  { table: catalogues, time: catalogues.nextAt },
  { table: followedEvents, time: followedEvents.nextAt },
  { table: imapAccounts, time: imapAccounts.checkDueAt },
  { table: notificationChannels, time: notificationChannels.nextAt },
  { table: notifications, time: notifications.webhookNextAt },
  { table: resaleFeed, time: resaleFeed.nextAt },
  { table: resaleArtists, time: resaleArtists.eventsDueAt },
  { table: resaleArtists, time: resaleArtists.viewsDueAt },
  { table: resaleArtists, time: resaleArtists.mbidDueAt },
  { table: resaleArtists, time: resaleArtists.listenersDueAt },
];

/**
 * Moves due times back after the machine's clock was ahead. Without this, the work would wait for the wrong times.
 * @param aheadMs by how much the clock went back
 */
export async function moveDueTimes(db: Database, now: number, aheadMs: number): Promise<void> {
  await runBatch(
    db,
    DUE_TIMES.map(({ table, time }) => {
      const column = sql.identifier(time.name);
      return db.run(
        sql`update ${table} set ${column} = max(${now}, ${column} - ${aheadMs}) where ${column} > ${now}`,
      );
    }),
  );
}
