import { eq, inArray } from 'drizzle-orm';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { artistEvents, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { calendarEvents } from '../../worker/db/schema/calendar.ts';
import { catalogueEvents, catalogueSales, catalogues } from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { recentWork, workEvents } from '../../worker/db/schema/recent-work.ts';
import {
  followedEvents,
  reminderProgress,
  saleEventChanges,
  saleFollows,
  saleReminders,
} from '../../worker/db/schema/reminders.ts';
import { watchRules } from '../../worker/db/schema/watch-rules.ts';
import { runReminders } from '../../worker/features/reminders/index.ts';
import { followSale } from '../../worker/features/reminders/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';

const KINDS = ['sale_soon', 'sale_moved'] as const;
/** An event of a monitored artist. */
export const FACTS: Omit<EventFacts, 'id'> = {
  artist: 'Zoë Größe',
  date: '2027-06-01 20:00',
  timezone: 'Europe/Berlin',
  nation: 'DE',
  venue: 'Elbhalle',
  location: 'Hamburg',
  status: 'offsale',
  sale_note: null,
  presale_windows: [],
  generalSaleStart: '',
  eventLink: '',
};
/**
 * Deletes all sales: those of all tests are in one database, and the team's rules apply to every
 * operator.
 */
export async function clearSales(): Promise<void> {
  const { db } = makeCtx();
  for (const table of [saleReminders, saleFollows, watchRules, artistEvents, catalogueSales]) {
    await db.delete(table);
  }
  await db.delete(monitoredArtists);
  await db.delete(catalogueEvents);
  await db.delete(catalogues);
  await db.delete(saleEventChanges);
  await db.delete(reminderProgress);
  await db.delete(followedEvents);
  await db.delete(calendarEvents);
  await db.delete(recentWork);
  await db.delete(workEvents);
}

/** A desk with one operator, a clock that the test sets, and sales in the catalogue of Germany. */
export async function openWorld(start = Date.parse('2027-03-27T12:00:00Z')) {
  const operator = await makeOperator();
  let now = start;
  const ctx = makeCtx({
    operator: { id: operator.id, email: operator.email },
    clock: () => now,
    publish: async () => undefined,
  });
  await ctx.db
    .insert(catalogues)
    .values({ country: 'DE', isOn: true, nextAt: now })
    .onConflictDoNothing();
  const tell = async () => {
    const rows = await ctx.db
      .select()
      .from(notifications)
      .where(eq(notifications.operatorId, operator.id))
      .orderBy(notifications.id);
    return rows.filter(({ kind }) => KINDS.some((one) => one === kind));
  };
  return {
    ctx,
    operator,
    at: (instant: number) => {
      now = instant;
    },
    add: async (eventId: string, opensAt: number, part: object = {}) => {
      const [row] = await ctx.db
        .insert(catalogueEvents)
        .values({
          country: 'DE',
          eventId,
          hash: 'h',
          name: `Concert ${eventId}`,
          venue: 'Elbhalle',
          artists: [{ id: 'K1', name: 'Zoë Größe' }],
          city: 'Hamburg',
          segment: '',
          genre: '',
          url: '',
          status: 'onsale',
          day: '',
          searchText: '',
          addedAt: now,
          changedAt: now,
          ...part,
        })
        .returning({ id: catalogueEvents.id });
      const sale = { kind: 'general' as const, name: '', opensAt, country: 'DE' };
      await ctx.db.insert(catalogueSales).values({ event: row?.id ?? 0, ...sale });
    },
    move: async (eventId: string, opensAt: number) => {
      const isOfEvent = eq(catalogueEvents.eventId, eventId);
      const ids = ctx.db.select({ id: catalogueEvents.id }).from(catalogueEvents).where(isOfEvent);
      await ctx.db
        .update(catalogueSales)
        .set({ opensAt })
        .where(inArray(catalogueSales.event, ids));
      await ctx.db.update(catalogueEvents).set({ changedAt: now }).where(isOfEvent);
    },
    follow: (eventId: string, isFollowed = true) =>
      followSale(ctx, { event_id: eventId, kind: 'general', presale_name: null }, isFollowed),
    monitor: async (eventId: string, facts: object | string, lastSaleAt: number) => {
      const artist = { artistId: 'K1', name: 'Zoë Größe', image: '', createdAt: now };
      await ctx.db
        .insert(monitoredArtists)
        .values({ ...artist, nextCheckAt: now })
        .onConflictDoNothing();
      await ctx.db.insert(artistEvents).values({
        artistId: 'K1',
        eventId,
        lastSaleAt,
        facts:
          typeof facts === 'string' ? facts : JSON.stringify({ ...FACTS, id: eventId, ...facts }),
      });
    },
    tick: () => runReminders(ctx),
    rows: tell,
    topics: async () => (await tell()).map(({ topic }) => topic),
  };
}
