import { eq, ne, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ruleConditions } from '../../shared/watch-rules/schema.ts';
import { artistEvents, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { workEvents } from '../../worker/db/schema/recent-work.ts';
import {
  followedEvents,
  saleEventChanges,
  saleFollows,
  saleReminders,
} from '../../worker/db/schema/reminders.ts';
import { watchRules } from '../../worker/db/schema/watch-rules.ts';
import { dueCopies } from '../../worker/features/reminders/copies/store.ts';
import {
  deleteOldFollows,
  deliverReminders,
  isCopyDue,
  renewCopies,
} from '../../worker/features/reminders/index.ts';
import { changeSettings } from '../../worker/features/reminders/service.ts';
import { callApi } from './api.ts';
import { clearSales, FACTS, openWorld } from './reminder-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(clearSales);

type World = Awaited<ReturnType<typeof openWorld>>;

/** The events for which the world's operator has rows. */
const followed = async ({ ctx, operator }: World): Promise<string[]> => {
  const isOwn = eq(saleReminders.operatorId, operator.id);
  return (await ctx.db.select().from(saleReminders).where(isOwn)).map(({ eventId }) => eventId);
};
const onSale = (opensAt: number) => ({ generalSaleStart: new Date(opensAt).toISOString() });
const addRule = ({ ctx }: World, conditions: object) =>
  ctx.db.insert(watchRules).values({
    name: 'Rule',
    isActive: true,
    createdAt: ctx.clock(),
    conditions: ruleConditions.parse(conditions),
  });

test('a sync reads only events with changes', async () => {
  const world = await openWorld();
  const opensAt = world.ctx.clock() + 5 * DAY;
  await world.add('E1', opensAt);
  await world.add('E2', opensAt);
  await world.monitor('E3', onSale(opensAt), opensAt);
  await world.follow('E1');
  await world.tick();
  expect(await world.ctx.db.$count(saleEventChanges)).toBe(0);
  // An event that cannot be read, and whose change is not marked.
  await world.ctx.db.update(artistEvents).set({ facts: 'no facts' });
  await world.ctx.db.delete(saleEventChanges);
  await world.move('E1', opensAt + DAY);
  await world.tick();
  expect(await world.topics()).toEqual(['Sale moved']);
});

test('a sale of a watch rule is followed once it opens within eight days, although nothing changed', async () => {
  const world = await openWorld();
  await world.add('E1', world.ctx.clock() + 8 * DAY + 30 * MINUTE);
  await addRule(world, { cities: ['Hamburg'] });
  await world.tick();
  expect(await followed(world)).toEqual([]);
  world.at(world.ctx.clock() + 31 * MINUTE);
  await world.tick();
  expect(await followed(world)).toEqual(['E1']);
});

test('an artist is followed from the first to the last day of its window', async () => {
  const world = await openWorld(Date.parse('2027-03-20T12:00:00Z'));
  const opensAt = world.ctx.clock() + 20 * DAY;
  await world.monitor('E1', onSale(opensAt), opensAt);
  await world.ctx.db.update(monitoredArtists).set({ startDay: '2027-03-23', endDay: '2027-03-25' });
  const days: string[][] = [];
  for (let day = 0; day < 9; day += 1) {
    await world.tick();
    days.push(await followed(world));
    world.at(world.ctx.clock() + DAY);
  }
  expect(days.at(0)).toEqual([]);
  expect(days.at(4)).toEqual(['E1']);
  expect(days.at(-1)).toEqual([]);
});

test('a new operator gets the sales of the team, and one who may no longer sign in loses them', async () => {
  const world = await openWorld();
  const opensAt = world.ctx.clock() + 5 * DAY;
  await world.monitor('E1', onSale(opensAt), opensAt);
  await world.tick();
  const other = await openWorld();
  await world.tick();
  expect([await followed(world), await followed(other)]).toEqual([['E1'], ['E1']]);
  const isOther = eq(operators.id, other.operator.id);
  await world.ctx.db.update(operators).set({ disabledAt: 1 }).where(isOther);
  await world.tick();
  expect([await followed(world), await followed(other)]).toEqual([['E1'], []]);
  await world.ctx.db.delete(operators).where(isOther);
  await world.tick();
  expect(await followed(other)).toEqual([]);
});

test('rows end when the rule, the artist or the catalogue is removed', async () => {
  const world = await openWorld();
  const opensAt = world.ctx.clock() + 5 * DAY;
  await world.add('E1', opensAt);
  await world.monitor('E2', onSale(opensAt), opensAt);
  await world.add('E3', opensAt, { country: 'FR' });
  await world.ctx.db
    .insert(catalogues)
    .values({ country: 'FR', isOn: true, nextAt: world.ctx.clock() });
  await addRule(world, { countries: ['DE'] });
  await world.follow('E3');
  await world.tick();
  expect((await followed(world)).sort()).toEqual(['E1', 'E2', 'E3']);
  await world.ctx.db.update(watchRules).set({ isActive: false });
  await world.ctx.db.delete(monitoredArtists);
  await world.ctx.db.update(catalogues).set({ isOn: false }).where(eq(catalogues.country, 'FR'));
  await world.tick();
  expect(await followed(world)).toEqual([]);
  expect(await world.topics()).toEqual(['No longer listed']);
});

test('a sale that disappears while a reminder is due causes that reminder and no later one', async () => {
  const world = await openWorld();
  const opensAt = world.ctx.clock() + 2 * DAY;
  await world.add('E1', opensAt);
  await world.follow('E1');
  await world.tick();
  await world.ctx.db.update(catalogueEvents).set({ goneAt: world.ctx.clock() });
  world.at(opensAt - DAY);
  await world.tick();
  await world.tick();
  world.at(opensAt - HOUR);
  await deliverReminders(world.ctx);
  expect(await world.topics()).toEqual(['Opens in 1 day', 'No longer listed']);
});

describe('an event that no catalogue and no monitor lists', () => {
  const ask = (token: string) => (method: string, path: string, json: unknown) =>
    callApi(`/api${path}`, { method, token, json });

  test('is followed from the search, read again, and deleted when nobody follows it', async () => {
    const world = await openWorld(Date.now());
    const { token } = world.operator;
    const search = await callApi('/api/events/get_artists/Northern%20Lanterns', { token });
    const { artists } = await search.json<{ artists: { id: string }[] }>();
    const listed = await callApi(`/api/events/artist/${artists[0]?.id}`, { token });
    const { data } = await listed.json<{ data: { id: string; generalSaleStart: string }[] }>();
    const event = data.find(({ generalSaleStart: at }) => Date.parse(at) > Date.now() + DAY);
    const sale = { event_id: event?.id ?? '', kind: 'general', presale_name: null };
    expect((await ask(token)('POST', '/sales/follow', sale)).status).toBe(200);
    const follows = async () => {
      const answer = await ask(token)('POST', '/sales/followed', { event_ids: [sale.event_id] });
      return answer.json();
    };
    expect(await follows()).toEqual({
      success: true,
      events: [],
      sales: [{ ...sale, is_followed: true }],
    });
    const { db } = world.ctx;
    const [copy] = await db.select().from(followedEvents);
    // The copy is old, and the sale has moved since then.
    const old = { ...JSON.parse(copy?.facts ?? ''), generalSaleStart: new Date(0).toISOString() };
    await db.update(followedEvents).set({ facts: JSON.stringify(old), nextAt: 0 });
    await db.update(saleReminders).set({ opensAt: Date.now() + 30 * DAY });
    expect(await isCopyDue(world.ctx)).toBe(true);
    await renewCopies(world.ctx);
    expect(await isCopyDue(world.ctx)).toBe(false);
    await world.tick();
    expect(await world.topics()).toEqual(['Sale moved']);
    expect((await ask(token)('DELETE', '/sales/follow', sale)).status).toBe(200);
    expect(await follows()).toMatchObject({ sales: [{ ...sale, is_followed: false }] });
    world.at(Date.now() + 400 * DAY);
    await deleteOldFollows(world.ctx);
    expect(await db.select().from(followedEvents)).toEqual([]);
  });

  test('is refused if the provider does not have it either', async () => {
    const { operator } = await openWorld(Date.now());
    for (const id of ['unknown-event', 'no id at all']) {
      const sale = { event_id: id, kind: 'general', presale_name: null };
      expect((await ask(operator.token)('POST', '/sales/follow', sale)).status).toBe(400);
    }
  });
});

test('the sales of a saved Encore work are followed by its operator until it is deleted', async () => {
  const [world, other] = [await openWorld(Date.now()), await openWorld(Date.now())];
  const { token } = world.operator;
  const opensAt = Date.now() + 5 * DAY;
  await world.add('E1', opensAt);
  await world.add('E2', opensAt);
  const work = {
    key: 'E1,E2',
    title: 'Two concerts',
    events: 2,
    rows: null,
    body: {},
    kind: 'encore',
    token: crypto.randomUUID(),
  };
  const added = await callApi('/api/recent-work', { token, json: work });
  const { id } = await added.json<{ id: number }>();
  // A key without events has no effect.
  const odd = { ...work, key: '"\n\\,E1', token: crypto.randomUUID(), kind: 'adonis' };
  expect((await callApi('/api/recent-work', { token, json: odd })).status).toBe(201);
  await world.tick();
  expect((await followed(world)).sort()).toEqual(['E1', 'E2']);
  expect(await followed(other)).toEqual([]);
  const answer = await callApi('/api/sales/followed', { token, json: { event_ids: ['E1', 'E9'] } });
  expect(await answer.json()).toEqual({ success: true, events: ['E1'], sales: [] });
  await world.follow('E2', false);
  await callApi(`/api/recent-work/${id}`, {
    method: 'PUT',
    token,
    json: { ...work, kind: undefined, token: undefined, key: 'E2', version: 1 },
  });
  await world.tick();
  expect(await followed(world)).toEqual([]);
  await callApi(`/api/recent-work/${id}`, { method: 'DELETE', token });
  expect(await world.ctx.db.$count(workEvents)).toBe(0);
  expect((await callApi(`/api/recent-work/${id}/restore`, { token, json: {} })).status).toBe(200);
  expect(await world.ctx.db.$count(workEvents)).toBe(1);
});

describe('a copy', () => {
  const presale = (opensAt: number) => ({
    presale_windows: [{ name: 'Fan', opens: new Date(opensAt).toISOString(), closes: null }],
  });
  /** An event with a presale that the operator follows and only its copy has. */
  const copied = async (eventId: string, part: { nextAt: number | null } | null = null) => {
    const world = await openWorld();
    const { ctx, operator } = world;
    const now = ctx.clock();
    const opensAt = now + 5 * DAY;
    const facts = { ...FACTS, id: eventId, ...presale(opensAt) };
    await ctx.db.insert(followedEvents).values({
      eventId,
      facts: JSON.stringify(facts),
      readAt: now,
      nextAt: now + 6 * HOUR,
      ...part,
    });
    await ctx.db.insert(saleFollows).values({
      operatorId: operator.id,
      eventId,
      kind: 'presale',
      name: 'Fan',
      isFollowed: true,
      opensAt,
    });
    const stored = async () =>
      (await ctx.db.select().from(followedEvents).where(eq(followedEvents.eventId, eventId)))[0];
    return { ...world, stored, opensAt };
  };

  test('that is renewed keeps its sale although a catalogue or an older check lacks it', async () => {
    const world = await copied('E1');
    await world.tick();
    expect(await followed(world)).toEqual(['E1']);
    const { db } = world.ctx;
    const stays = async () => {
      world.at(world.ctx.clock() + HOUR);
      await db.update(catalogues).set({ readAt: world.ctx.clock() });
      await world.move('E1', world.opensAt + DAY);
      await world.tick();
      expect(await followed(world)).toEqual(['E1']);
      expect(await world.topics()).toEqual([]);
    };
    await world.add('E1', world.opensAt + DAY);
    await stays();
    await db.update(catalogueEvents).set({ goneAt: world.ctx.clock() });
    await stays();
    await world.monitor('E1', {}, 0);
    await stays();
    // A check after that reading is newer.
    await db.update(monitoredArtists).set({ checkedAt: world.ctx.clock() });
    await db.update(artistEvents).set({ lastSaleAt: 1 });
    world.at(world.ctx.clock() + DAY);
    await world.tick();
    expect(await world.topics()).toEqual(['No longer listed']);
  });

  test('that is not renewed is used until a catalogue loses the event', async () => {
    const world = await copied('E1', { nextAt: null });
    await world.add('E1', world.opensAt, { goneAt: world.ctx.clock() - HOUR });
    await world.ctx.db.update(catalogues).set({ readAt: world.ctx.clock() + HOUR });
    await world.tick();
    expect(await followed(world)).toEqual(['E1']);
    await world.ctx.db.update(catalogueEvents).set({ goneAt: world.ctx.clock() + HOUR });
    await world.move('E1', world.opensAt);
    await world.tick();
    expect(await world.topics()).toEqual(['No longer listed']);
  });

  test('is kept if the provider lacks it once, and read each day until it is deleted', async () => {
    const world = await copied('unknown-event');
    const start = world.ctx.clock();
    const pass = async (time: number) => {
      world.at(start + time);
      await renewCopies(world.ctx);
      const { facts, nextAt } = (await world.stored()) ?? {};
      return [facts !== null, nextAt == null ? null : nextAt - start - time];
    };
    expect(await pass(6 * HOUR)).toEqual([true, DAY]);
    await world.tick();
    expect(await followed(world)).toEqual(['unknown-event']);
    expect(await pass(6 * HOUR + DAY)).toEqual([true, DAY]);
    expect(await pass(3 * DAY + 6 * HOUR)).toEqual([false, DAY]);
    await world.tick();
    expect(await world.topics()).toEqual(['No longer listed']);
    expect(await pass(15 * DAY)).toEqual([false, null]);
  });

  test('is kept after the first miss, even if the desk was off for weeks', async () => {
    const world = await copied('unknown-event');
    world.at(world.ctx.clock() + 20 * DAY);
    const facts = JSON.stringify({ ...FACTS, ...presale(world.ctx.clock() + DAY), id: 'x' });
    await world.ctx.db.update(followedEvents).set({ facts });
    await renewCopies(world.ctx);
    expect(await world.stored()).toMatchObject({ facts, nextAt: world.ctx.clock() + DAY });
  });

  test('is read again after the event of a work was not found, unless its id is invalid', async () => {
    const world = await openWorld();
    const { db } = world.ctx;
    const work = { workId: 1, operatorId: world.operator.id };
    for (const eventId of ['unknown-event', 'no id at all'])
      await db.insert(workEvents).values({ ...work, eventId });
    await renewCopies(world.ctx);
    const rows = await db.select().from(followedEvents).orderBy(followedEvents.eventId);
    expect(rows.map(({ facts, nextAt }) => [facts, nextAt])).toEqual([
      [null, null],
      [null, world.ctx.clock() + DAY],
    ]);
  });

  test('is created for the event of a work that no open source lists', async () => {
    const world = await openWorld();
    const { db } = world.ctx;
    await db.insert(workEvents).values({ workId: 1, operatorId: world.operator.id, eventId: 'E1' });
    const isDue = () => isCopyDue(world.ctx);
    expect(await isDue()).toBe(true);
    await world.monitor('E1', {}, 0);
    expect(await isDue()).toBe(false);
    await db.update(monitoredArtists).set({ endDay: '2027-03-01' });
    expect(await isDue()).toBe(true);
    await world.add('E1', world.ctx.clock() + DAY);
    expect(await isDue()).toBe(false);
    await db.update(catalogueEvents).set({ goneAt: 1 });
    expect(await isDue()).toBe(true);
    await db.update(catalogueEvents).set({ goneAt: null });
    await db.update(catalogues).set({ isOn: false });
    expect(await isDue()).toBe(true);
  });

  test('is looked up without a read of the whole catalogue', async () => {
    const { ctx } = await openWorld();
    const plan = await ctx.db.all<{ detail: string }>(
      sql`explain query plan ${dueCopies(ctx.clock(), 1)}`,
    );
    const steps = plan.map(({ detail }) => detail).filter((one) => /catalogue_events/.test(one));
    expect(steps).toEqual([expect.stringMatching(/^SEARCH .*country=\? AND event_id=\?/)]);
  });

  test('is deleted once its operator no longer follows the sale', async () => {
    const world = await copied('E1');
    await deleteOldFollows(world.ctx);
    expect(await world.stored()).toBeDefined();
    await world.ctx.db.update(saleFollows).set({ isFollowed: false });
    await deleteOldFollows(world.ctx);
    expect(await world.stored()).toBeUndefined();
  });
});

test('lead times that an operator changes during a sync apply to the rows that it stores', async () => {
  const world = await openWorld();
  const { db } = world.ctx;
  const opensAt = world.ctx.clock() + 5 * DAY;
  await world.add('E1', opensAt);
  await world.follow('E1');
  await world.tick();
  await changeSettings(world.ctx, { leads_minutes: [2_880] });
  // The sync ends now, with the lead times that it has read.
  await db.update(saleReminders).set({ dueAt: opensAt - DAY });
  await db.delete(saleEventChanges).where(ne(saleEventChanges.eventId, ''));
  await world.tick();
  expect(await db.select({ at: saleReminders.dueAt }).from(saleReminders)).toEqual([
    { at: opensAt - 2 * DAY },
  ]);
});
