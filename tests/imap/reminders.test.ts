import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { calendarEvents } from '../../worker/db/schema/calendar.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { type Product, startProduct, until } from './product.ts';

const REMINDERS = 1_000;
const LEAD_MS = 10 * 60_000;
/** The reminders are due within this time. */
const SPREAD_MS = 6_000;
/** A reminder is delivered at most so late while the Worker runs. */
const LATE_MS = 5_000;

const FACTS: Omit<EventFacts, 'id' | 'artist' | 'generalSaleStart'> = {
  ...{ date: '2027-06-01 20:00', timezone: 'Europe/Berlin', nation: 'DE', eventLink: '' },
  ...{ venue: 'Elbhalle', location: 'Hamburg', status: 'offsale', sale_note: null },
  presale_windows: [],
};

let product: Product;
beforeAll(async () => {
  const nowhere = 'http://127.0.0.1:9';
  product = await startProduct({
    ...{ TICKETMASTER_API_URL: nowhere, SEATGEEK_API_URL: nowhere, WIKIMEDIA_API_URL: nowhere },
    ...{ MUSICBRAINZ_API_URL: nowhere, LISTENBRAINZ_API_URL: nowhere },
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
  const start = Date.now() + 8_000;
  const sales = Array.from({ length: REMINDERS }, (_, at) => ({
    title: `Artist ${at}`,
    dueAt: start + Math.floor((at * SPREAD_MS) / REMINDERS),
  }));
  const events = sales.map(({ title, dueAt }, at) => ({
    ...FACTS,
    ...{ id: `E${at}`, artist: title },
    generalSaleStart: new Date(dueAt + LEAD_MS).toISOString(),
  }));
  for (let at = 0; at < events.length; at += 100)
    await db.insert(calendarEvents).values(
      events.slice(at, at + 100).map((event) => ({
        ...{ operatorId, eventId: event.id, facts: JSON.stringify(event), readAt: Date.now() },
      })),
    );
  await product.tick();

  const isReminder = eq(notifications.kind, 'sale_soon');
  const count = () => db.$count(notifications, isReminder);
  await until(async () => (await count()) > REMINDERS / 3);
  const killedAt = Date.now();
  await product.killWorker(0);
  const backAt = Date.now();
  expect(await count()).toBeLessThan(REMINDERS);
  await product.tick();
  await until(async () => (await count()) >= REMINDERS);
  const told = await db.select().from(notifications).where(isReminder);
  expect(new Set(told.map(({ title }) => title)).size).toBe(REMINDERS);
  expect(told).toHaveLength(REMINDERS);
  const dueOf = new Map(sales.map(({ title, dueAt }) => [title, dueAt]));
  const late = told.map(({ title, createdAt }) => {
    const due = dueOf.get(title) ?? 0;
    // What was due while no Worker ran counts from its return.
    return createdAt - (due > killedAt - LATE_MS ? Math.max(due, backAt) : due);
  });
  late.sort((a, b) => a - b);
  console.info(
    'late (ms): median',
    late[REMINDERS / 2],
    'most',
    late.at(-1),
    'outage',
    backAt - killedAt,
  );
  expect(late[Math.floor(REMINDERS * 0.95)]).toBeLessThan(LATE_MS);
});
