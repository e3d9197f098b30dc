import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { calendarEvents } from '../../worker/db/schema/calendar.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { type Product, startProduct, until } from './product.ts';

const REMINDERS = 1_000;
const LEAD_MS = 10 * 60_000;
/** The reminders become due one after the other. */
const STEP_MS = 8;

const FACTS: Omit<EventFacts, 'id' | 'artist' | 'generalSaleStart'> = {
  date: '2027-06-01 20:00',
  timezone: 'Europe/Berlin',
  nation: 'DE',
  eventLink: '',
  venue: 'Elbhalle',
  location: 'Hamburg',
  status: 'offsale',
  sale_note: null,
  presale_windows: [],
};

let product: Product;
beforeAll(async () => {
  const nowhere = 'http://127.0.0.1:9';
  product = await startProduct({
    TICKETMASTER_API_URL: nowhere,
    SEATGEEK_API_URL: nowhere,
    WIKIMEDIA_API_URL: nowhere,
    MUSICBRAINZ_API_URL: nowhere,
    LISTENBRAINZ_API_URL: nowhere,
  });
});
afterAll(() => product.stop());

test('a thousand reminders are delivered once each although the Worker is killed in the middle', async () => {
  const { db, url, token } = product;
  const [operator] = await db.select({ id: operators.id }).from(operators).limit(1);
  const operatorId = operator?.id ?? 0;
  const answer = await fetch(`${url}/api/reminder-settings`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ leads_minutes: [LEAD_MS / 60_000] }),
  });
  expect(answer.status).toBe(200);
  const events = Array.from({ length: REMINDERS }, (_, at) => ({
    ...FACTS,
    id: `E${at}`,
    artist: `Artist ${at}`,
    generalSaleStart: '',
  }));
  const insertedFrom = Date.now();
  for (let at = 0; at < events.length; at += 100)
    await db.insert(calendarEvents).values(
      events.slice(at, at + 100).map((event) => ({
        operatorId,
        eventId: event.id,
        facts: JSON.stringify(event),
        readAt: Date.now(),
      })),
    );
  // One statement sets the times after the inserts, because a slow machine needs longer for the
  // inserts and then also for the sync.
  const start = Date.now() + 5_000 + Math.min(15_000, 2 * (Date.now() - insertedFrom));
  const opensAt = sql`${start + LEAD_MS} + ${STEP_MS} * cast(substr(${calendarEvents.eventId}, 2) as integer)`;
  await db.update(calendarEvents).set({
    facts: sql`json_set(${calendarEvents.facts}, '$.generalSaleStart',
      strftime('%Y-%m-%dT%H:%M:%fZ', (${opensAt}) / 1000.0, 'unixepoch'))`,
  });
  await product.tick();

  const isReminder = eq(notifications.kind, 'sale_soon');
  const count = () => db.$count(notifications, isReminder);
  await until(async () => (await count()) > REMINDERS / 3);
  const killedAt = Date.now();
  await product.killWorker(0);
  const backAt = Date.now();
  console.info('delivered at the kill:', await count());
  await product.tick();
  await until(async () => (await count()) >= REMINDERS);
  const told = await db.select().from(notifications).where(isReminder);
  expect(new Set(told.map(({ title }) => title)).size).toBe(REMINDERS);
  expect(told).toHaveLength(REMINDERS);
  const early = told.filter(
    ({ title, createdAt }) => createdAt < start + STEP_MS * Number(title.replace(/\D/g, '')),
  );
  expect(early).toEqual([]);
  console.info('outage (ms):', backAt - killedAt);
});
