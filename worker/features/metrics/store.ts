import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../db/client.ts';
import { monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { catalogues } from '../../db/schema/catalogues.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';
import { channelDeliveries, notificationChannels } from '../../db/schema/notification-channels.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { watchedEvents } from '../../db/schema/price-monitor.ts';
import { saleReminders } from '../../db/schema/reminders.ts';

/**
 * The waiting items of one kind: how many, and since when the first of them is due (milliseconds).
 */
const waiting = z.object({
  job: z.string(),
  count: z.number(),
  since: z.nullable(z.number()),
  failing: z.number(),
});

/** What is due or failing, in one statement. `now` is in milliseconds. */
export async function readWaiting(db: Database, now: number) {
  const due = { prices: watchedEvents.nextCheckAt, artists: monitoredArtists.nextCheckAt };
  const { rows } = await db.run(sql`
    select 'price_checks' as job, count(*) as count, min(${due.prices}) as since,
      (select count(*) from ${watchedEvents} where ${watchedEvents.failures} > 0 and ${watchedEvents.isPaused} = 0) as failing
      from ${watchedEvents} where ${watchedEvents.isPaused} = 0 and ${due.prices} <= ${now}
    union all select 'artist_checks', count(*), min(${due.artists}),
      (select count(*) from ${monitoredArtists} where ${monitoredArtists.failures} > 0)
      from ${monitoredArtists} where ${due.artists} <= ${now}
    union all select 'mailbox_checks', count(*), min(${imapAccounts.checkDueAt}),
      (select count(*) from ${imapAccounts} where ${imapAccounts.failures} > 0 and ${imapAccounts.isActive} = 1)
      from ${imapAccounts}
      where ${imapAccounts.isActive} = 1 and ${imapAccounts.checkDueAt} between 1 and ${now}
    union all select 'notification_posts', count(*), min(${notifications.createdAt}),
      (select count(*) from ${notifications} where ${notifications.webhookState} = 'dead')
      from ${notifications} where ${notifications.webhookState} = 'pending'
    union all select 'notification_messages', count(*), min(${notifications.createdAt}), 0
      from ${notifications} where ${notifications.publishedAt} is null
    union all select 'channel_messages', count(*), min(${notifications.createdAt}),
      (select count(*) from ${notificationChannels}
        where ${notificationChannels.failures} > 0 and ${notificationChannels.isPaused} = 0)
      from ${channelDeliveries}
      join ${notifications} on ${notifications.id} = ${channelDeliveries.notificationId}
    union all select 'reminders', count(*), min(${saleReminders.dueAt}), 0
      from ${saleReminders} where ${saleReminders.dueAt} <= ${now}
    union all select 'catalogue_readings', count(*), min(${catalogues.nextAt}),
      (select count(*) from ${catalogues} where ${catalogues.reason} is not null and ${catalogues.isOn} = 1)
      from ${catalogues} where ${catalogues.isOn} = 1 and ${catalogues.nextAt} <= ${now}`);
  return rows.map((row) => waiting.parse({ ...row }));
}

/** The catalogues that are on. `readAt` in milliseconds; null before the first reading. */
export const listCatalogues = (db: Database) =>
  db
    .select({
      country: catalogues.country,
      events: catalogues.events,
      readAt: catalogues.readAt,
    })
    .from(catalogues)
    .where(eq(catalogues.isOn, true));
