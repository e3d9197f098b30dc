import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sale } from '../../shared/catalogues/schema.ts';
import { createCtx } from '../../worker/create-context.ts';
import { monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { catalogueEvents, catalogueSales } from '../../worker/db/schema/catalogues.ts';
import { saleReminders } from '../../worker/db/schema/reminders.ts';
import { deleteOldFollows, deliverReminders } from '../../worker/features/reminders/index.ts';
import { changeSettings, followSale } from '../../worker/features/reminders/service.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { clearSales, openWorld } from './reminder-world.ts';
import { bindings } from './settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clockOfReminders = () => bindings.REMINDER_CLOCK.getByName('reminders');

beforeEach(clearSales);

describe('a followed sale', () => {
  test('causes reminders a day, an hour and ten minutes before, once each', async () => {
    const opensAt = Date.parse('2027-03-30T08:00:00Z');
    const world = await openWorld();
    await world.add('E1', opensAt);
    await world.follow('E1');
    for (const before of [DAY, HOUR, 10 * MINUTE]) {
      world.at(opensAt - before - 1_000);
      await world.tick();
      world.at(opensAt - before);
      await Promise.all([world.tick(), world.tick(), deliverReminders(world.ctx)]);
    }
    world.at(opensAt + HOUR);
    await world.tick();
    expect(await world.topics()).toEqual([
      'Opens in 1 day',
      'Opens in 1 hour',
      'Opens in 10 minutes',
    ]);
    expect((await world.rows())[0]).toMatchObject({
      kind: 'sale_soon',
      title: 'Zoë Größe',
      webhookState: 'off',
      href: '/sale/E1',
      body: 'General sale opens at 2027-03-30 10:00 (CEST). Hamburg, Elbhalle.',
    });
  });

  test('that opens soon causes no reminder for lead times that have passed when it is followed', async () => {
    const world = await openWorld();
    await world.add('E1', world.ctx.clock() + 30 * MINUTE);
    await world.follow('E1');
    await world.tick();
    expect(await world.topics()).toEqual([]);
    world.at(world.ctx.clock() + 20 * MINUTE);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 10 minutes']);
  });

  test('whose reminders were due while nothing ran is announced once, and as missed after its opening', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 3 * DAY;
    await world.add('E1', opensAt);
    await world.add('E2', opensAt + 2 * DAY);
    await world.follow('E1');
    await world.follow('E2');
    world.at(opensAt - 40 * MINUTE);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 40 minutes']);
    world.at(opensAt + 5 * MINUTE);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 40 minutes', 'Missed reminder']);
    expect((await world.rows())[1]?.body).toContain('The reminder was due before');
  });

  test('causes a reminder a day before it across the change to summer time', async () => {
    const opensAt = Date.parse('2027-03-28T08:00:00Z');
    const world = await openWorld(opensAt - 2 * DAY);
    await world.add('E1', opensAt);
    await world.follow('E1');
    world.at(opensAt - DAY - 1);
    await world.tick();
    expect(await world.topics()).toEqual([]);
    world.at(opensAt - DAY);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 1 day']);
  });

  test('causes each of six reminders, and only those of new lead times once some were sent', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 8 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await changeSettings(world.ctx, { leads_minutes: [10_080, 2_880, 1_440, 60, 10, 1] });
    for (const before of [7 * DAY, 2 * DAY, DAY]) {
      world.at(opensAt - before);
      await world.tick();
    }
    await changeSettings(world.ctx, { leads_minutes: [10_080, 1_440, 120, 60, 10, 1] });
    for (const minutes of [1_439, 120, 60, 10, 1]) {
      world.at(opensAt - minutes * MINUTE);
      await world.tick();
    }
    expect(await world.topics()).toEqual(
      ['7 days', '2 days', '1 day', '2 hours', '1 hour', '10 minutes', '1 minute'].map(
        (time) => `Opens in ${time}`,
      ),
    );
  });

  test('that a catalogue and the monitor list with different names and times is announced once', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt + MINUTE);
    const [event] = await world.ctx.db.select({ id: catalogueEvents.id }).from(catalogueEvents);
    const presale = { event: event?.id ?? 0, kind: 'presale' as const, country: 'DE' };
    await world.ctx.db
      .insert(catalogueSales)
      .values({ ...presale, name: 'Fan presale ', opensAt: opensAt - HOUR });
    const presale_windows = [
      { name: 'Fan Presale', opens: new Date(opensAt - HOUR + 1_000).toISOString(), closes: null },
    ];
    const generalSaleStart = new Date(opensAt).toISOString();
    await world.monitor('E1', { presale_windows, generalSaleStart }, opensAt);
    for (const before of [3 * DAY, DAY + HOUR - 1_000, DAY, DAY - MINUTE]) {
      world.at(opensAt - before);
      await world.tick();
    }
    expect((await world.rows()).map(({ body }) => body.split(' opens')[0])).toEqual([
      'Presale "Fan Presale"',
      'General sale',
    ]);
    // From now on, the catalogue is the only source.
    await world.ctx.db.delete(monitoredArtists);
    await followSale(world.ctx, { event_id: 'E1', kind: 'general', presale_name: null }, true);
    await world.tick();
    expect((await world.topics()).slice(2)).toEqual(['Sale moved']);
  });

  test('that moves twice between two checks is announced with its last time', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 5 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await world.move('E1', opensAt + DAY);
    await world.move('E1', opensAt + 2 * DAY);
    await world.tick();
    expect((await world.rows()).map(({ body }) => body.slice(0, 80))).toEqual([
      'General sale opens at 2027-04-03 14:00 (CEST) instead of 2027-04-01 14:00 (CEST)',
    ]);
    await world.move('E1', opensAt + DAY);
    await world.move('E1', opensAt + 2 * DAY);
    await world.tick();
    expect(await world.topics()).toEqual(['Sale moved']);
  });

  test('that is cancelled and takes place again causes reminders again', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    for (const status of ['cancelled', 'onsale']) {
      await world.ctx.db.update(catalogueEvents).set({ status });
      await Promise.all([world.tick(), world.tick()]);
    }
    world.at(opensAt - DAY);
    await world.tick();
    expect(await world.topics()).toEqual(['Event cancelled', 'Opens in 1 day']);
  });

  test('that is moved moves its reminders, and both times are announced once', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    world.at(opensAt - DAY);
    await world.tick();
    const later = opensAt + 20 * DAY;
    await world.move('E1', later);
    await Promise.all([world.tick(), world.tick()]);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 1 day', 'Sale moved']);
    expect((await world.rows())[1]?.body).toContain(
      'General sale opens at 2027-04-18 14:00 (CEST) instead of 2027-03-29 14:00 (CEST).',
    );
    world.at(opensAt);
    await world.tick();
    world.at(later - HOUR);
    await world.tick();
    expect(await world.topics()).toEqual(['Opens in 1 day', 'Sale moved', 'Opens in 1 hour']);
  });

  test('that is cancelled ends its reminders and is announced once', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await world.ctx.db
      .update(catalogueEvents)
      .set({ status: 'cancelled' })
      .where(eq(catalogueEvents.eventId, 'E1'));
    await world.tick();
    world.at(opensAt - HOUR);
    await world.tick();
    expect(await world.topics()).toEqual(['Event cancelled']);
  });

  test('that is no longer followed causes nothing', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await world.follow('E1', false);
    world.at(opensAt - HOUR);
    await world.tick();
    expect(await world.topics()).toEqual([]);
  });

  test('causes the reminders of the lead times that its operator chooses', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await changeSettings(world.ctx, { leads_minutes: [5, 90, 5, 10_080] });
    for (const before of [DAY, 90 * MINUTE, 5 * MINUTE]) {
      world.at(opensAt - before);
      await world.tick();
    }
    expect(await world.topics()).toEqual(['Opens in 1 h 30 min', 'Opens in 5 minutes']);
  });

  test('that the monitor reports as cancelled and a catalogue lists is announced once and gets no reminders again', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await world.monitor('E1', { sale_note: 'Cancelled' }, opensAt);
    for (let tick = 1; tick <= 3; tick += 1) {
      world.at(world.ctx.clock() + MINUTE);
      await world.tick();
    }
    world.at(opensAt - DAY);
    await world.tick();
    expect(await world.topics()).toEqual(['Event cancelled']);
    expect(await world.ctx.db.select().from(saleReminders)).toEqual([]);
  });

  test('that moves back and forth is announced each time', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 5 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    for (const time of [opensAt + DAY, opensAt, opensAt + DAY]) {
      world.at(world.ctx.clock() + MINUTE);
      await world.move('E1', time);
      await Promise.all([world.tick(), world.tick()]);
    }
    expect(await world.topics()).toEqual(['Sale moved', 'Sale moved', 'Sale moved']);
  });

  test('is announced as missed after two days without the desk, and then ends', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    world.at(opensAt + 2 * DAY);
    await world.tick();
    await world.tick();
    expect(await world.topics()).toEqual(['Missed reminder']);
    expect(await world.ctx.db.select().from(saleReminders)).toEqual([]);
  });

  test('does not affect other sales when it is followed', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.add('E2', opensAt);
    await world.follow('E1');
    await world.move('E1', opensAt + DAY);
    await world.follow('E2');
    expect(await world.topics()).toEqual([]);
    await world.tick();
    expect(await world.topics()).toEqual(['Sale moved']);
  });

  test('is announced although the sales cannot be read', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    await world.monitor('E1', 'no facts', opensAt);
    world.at(opensAt - DAY);
    await expect(world.tick()).rejects.toThrow();
    expect(await world.topics()).toEqual(['Opens in 1 day']);
  });

  test('keeps the choice of the operator for 30 days after its opening', async () => {
    const world = await openWorld();
    const opensAt = world.ctx.clock() + 2 * DAY;
    await world.add('E1', opensAt);
    await world.follow('E1');
    world.at(opensAt + 29 * DAY);
    expect(await deleteOldFollows(world.ctx)).toBe(0);
    world.at(opensAt + 31 * DAY);
    expect(await deleteOldFollows(world.ctx)).toBe(1);
  });

  test('ends more rows than one statement takes', async () => {
    const world = await openWorld();
    const now = world.ctx.clock();
    for (let at = 0; at < 2_100; at += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => ({
        operatorId: world.operator.id,
        eventId: `E${at + index}`,
        kind: 'general' as const,
        name: '',
        opensAt: now + DAY,
        title: 'Artist',
        place: '',
        toldAt: now,
      }));
      await world.ctx.db.insert(saleReminders).values(rows);
    }
    await world.tick();
    expect(await world.ctx.db.$count(saleReminders)).toBe(0);
  });

  test('is announced only to the operators who follow it', async () => {
    const [one, two] = [await openWorld(), await openWorld()];
    const opensAt = one.ctx.clock() + HOUR + MINUTE;
    await one.add('E1', opensAt);
    await one.follow('E1');
    one.at(opensAt - HOUR);
    two.at(opensAt - HOUR);
    await one.tick();
    await two.tick();
    expect(await one.topics()).toEqual(['Opens in 1 hour']);
    expect(await two.topics()).toEqual([]);
  });
});

test('a thousand reminders of one minute are delivered once each', async () => {
  const world = await openWorld();
  const opensAt = world.ctx.clock() + HOUR;
  const sales = Array.from({ length: 1_000 }, (_, at) => ({
    operatorId: world.operator.id,
    eventId: `E${at}`,
    kind: 'general' as const,
    name: '',
    opensAt: opensAt + (at % 60) * 1_000,
    title: `Artist ${at}`,
    place: '',
    addedAt: 0,
    toldAt: 0,
    dueAt: opensAt + (at % 60) * 1_000 - 10 * MINUTE,
  }));
  for (let at = 0; at < sales.length; at += 100) {
    await world.ctx.db.insert(saleReminders).values(sales.slice(at, at + 100));
  }
  world.at(opensAt - 9 * MINUTE);
  await Promise.all([deliverReminders(world.ctx), deliverReminders(world.ctx)]);
  expect(await world.topics()).toHaveLength(1_000);
});

describe('the alarm', () => {
  test('is set to the next reminder, survives a kill, and puts the delivery on the queue', async () => {
    const world = await openWorld(Date.now());
    const opensAt = Date.now() + HOUR + 2_500;
    await world.add('E1', opensAt);
    await world.follow('E1');
    // The memory of the object is cleared, as after a kill; its storage and its alarm stay.
    await evictDurableObject(clockOfReminders());
    await vi.waitFor(
      async () => expect(await world.topics()).toEqual(['Opens in 1 hour']),
      PATIENCE,
    );
  });

  test('has its own queue, which does not wait for messages to be sent', async () => {
    const sent: object[] = [];
    const queue = { sendBatch: async (batch: object[]) => void sent.push(...batch) };
    const fake = { ...bindings, REMINDER_JOBS: queue } as unknown as typeof bindings;
    const { env, log, signal } = makeCtx();
    const ctx = createCtx({ ...env, bindings: fake }, { log, signal, requestId: '' });
    await ctx.enqueue([{ kind: 'reminders.deliver' }]);
    expect(sent).toEqual([{ body: { kind: 'reminders.deliver' } }]);
  });

  test('keeps the earlier of two times, and is repeated until a delivery has planned the next one', async () => {
    const clock = clockOfReminders();
    await clock.wakeAt(Date.now() + DAY);
    await clock.wakeAt(Date.now() + 2 * DAY);
    await clock.wakeAt(null);
    expect(await runDurableObjectAlarm(clock)).toBe(true);
    expect(await runDurableObjectAlarm(clock)).toBe(true);
    await clock.wakeAt(null);
    expect(await runDurableObjectAlarm(clock)).toBe(false);
    await clock.wakeAt(Date.now() + DAY);
    expect(await runDurableObjectAlarm(clock)).toBe(true);
    await clock.wakeAt(null);
  });

  test('is repeated less often while deliveries fail, and soon again after one that succeeds', async () => {
    // No delivery starts this one.
    const clock = bindings.REMINDER_CLOCK.getByName('repetitions');
    const waits = async (repetitions: number) => {
      await clock.wakeAt(Date.now() + DAY);
      for (let at = 0; at < repetitions; at += 1) await runDurableObjectAlarm(clock);
      const from = Date.now();
      await runDurableObjectAlarm(clock);
      const alarm = await runInDurableObject(clock, (_, { storage }) => storage.getAlarm());
      const [most, least] = [from, Date.now()].map((start) => (alarm ?? 0) - start);
      return { most, least };
    };
    for (const [repetitions, seconds] of [
      [0, 3],
      [1, 6],
      [4, 48],
      [9, 60],
      [0, 3],
    ] as const) {
      const { most, least } = await waits(repetitions);
      expect(most).toBeGreaterThanOrEqual(seconds * 1_000);
      expect(least).toBeLessThanOrEqual(seconds * 1_000);
    }
    await clock.wakeAt(null);
  });
});

describe('the calls', () => {
  test('follow a sale that GET /sales lists, and the list then shows that', async () => {
    const world = await openWorld(Date.now());
    const { token } = world.operator;
    await world.add('E1', Date.now() + 2 * DAY);
    const list = async () => {
      const answer = await callApi('/api/sales', { token });
      return (await answer.json<{ data: Sale[] }>()).data.map(({ is_followed }) => is_followed);
    };
    expect(await list()).toEqual([false]);
    const json = { event_id: 'E1', kind: 'general', presale_name: null };
    expect((await callApi('/api/sales/follow', { token, json })).status).toBe(200);
    expect(await list()).toEqual([true]);
    const end = await callApi('/api/sales/follow', { method: 'DELETE', token, json });
    expect(end.status).toBe(200);
    expect(await list()).toEqual([false]);
    const unknown = { ...json, event_id: 'E2' };
    const refused = await callApi('/api/sales/follow', { token, json: unknown });
    expect(await failureOf(refused)).toMatchObject({
      issues: [{ path: 'event_id', message: 'There is no such sale.' }],
    });
  });

  test('are limited within a minute', async () => {
    const { token } = await makeOperator();
    // The clock is stopped, because two more calls would be allowed for each second that passes.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const json = { event_id: 'none', kind: 'general', presale_name: null };
    const end = () => callApi('/api/sales/follow', { method: 'DELETE', token, json });
    const answers = await Promise.all(Array.from({ length: 125 }, end)).finally(() =>
      clock.mockRestore(),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  test('return and change the lead times', async () => {
    const { token } = await makeOperator();
    const read = async () => (await callApi('/api/reminder-settings', { token })).json();
    expect(await read()).toEqual({ success: true, leads_minutes: [1_440, 60, 10] });
    const put = (leads: unknown) =>
      callApi('/api/reminder-settings', {
        method: 'PUT',
        token,
        json: { leads_minutes: leads },
      });
    expect((await put([5, 120])).status).toBe(200);
    expect(await read()).toEqual({ success: true, leads_minutes: [120, 5] });
    for (const wrong of [[0], [10_081], [1.5], [1, 2, 3, 4, 5, 6, 7], 'soon'])
      expect((await put(wrong)).status).toBe(400);
  });
});
