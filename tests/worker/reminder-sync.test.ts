import { eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ruleConditions } from '../../shared/watch-rules/schema.ts';
import { artistEvents, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { workEvents } from '../../worker/db/schema/recent-work.ts';
import {
  followedEvents,
  saleEventChanges,
  saleReminders,
} from '../../worker/db/schema/reminders.ts';
import { watchRules } from '../../worker/db/schema/watch-rules.ts';
import {
  deleteOldFollows,
  deliverReminders,
  isCopyDue,
  renewCopies,
} from '../../worker/features/reminders/index.ts';
import { changeSettings } from '../../worker/features/reminders/service.ts';
import { callApi } from './api.ts';
import { clearSales, openWorld } from './reminder-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(clearSales);

type World = Awaited<ReturnType<typeof openWorld>>;

/** The events of which the world's operator has rows. */
const followed = async ({ ctx, operator }: World): Promise<string[]> => {
  const isOwn = eq(saleReminders.operatorId, operator.id);
  return (await ctx.db.select().from(saleReminders).where(isOwn)).map(({ eventId }) => eventId);
};
const onSale = (opensAt: number) => ({ generalSaleStart: new Date(opensAt).toISOString() });
const addRule = ({ ctx }: World, conditions: object) =>
  ctx.db.insert(watchRules).values({
    ...{ name: 'Rule', isActive: true, createdAt: ctx.clock() },
    conditions: ruleConditions.parse(conditions),
  });

test('a sync reads only the events of which something changed', async () => {
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

test('an artist is followed from the first day of its window on, and not after the last', async () => {
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

test('a new operator gets the sales of the team, and one who may not sign in loses them', async () => {
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

test('rows end when the rule, the artist or the catalogue is gone', async () => {
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

test('a sale that vanishes while a reminder is due brings that reminder and no later one', async () => {
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

  test('is followed from the search, read again, and forgotten when nobody follows it', async () => {
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
    // The copy is old, and the sale has moved since.
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
    ...{ key: 'E1,E2', title: 'Two concerts', events: 2, rows: null, body: {} },
    ...{ kind: 'encore', token: crypto.randomUUID() },
  };
  const added = await callApi('/api/recent-work', { token, json: work });
  const { id } = await added.json<{ id: number }>();
  // A key that names no events stops nothing.
  const odd = { ...work, key: '"\n\\,E1', token: crypto.randomUUID(), kind: 'adonis' };
  expect((await callApi('/api/recent-work', { token, json: odd })).status).toBe(201);
  await world.tick();
  expect((await followed(world)).sort()).toEqual(['E1', 'E2']);
  expect(await followed(other)).toEqual([]);
  const answer = await callApi('/api/sales/followed', { token, json: { event_ids: ['E1', 'E9'] } });
  expect(await answer.json()).toEqual({ success: true, events: ['E1'], sales: [] });
  await world.follow('E2', false);
  await callApi(`/api/recent-work/${id}`, {
    ...{ method: 'PUT', token },
    json: { ...work, kind: undefined, token: undefined, key: 'E2', version: 1 },
  });
  await world.tick();
  expect(await followed(world)).toEqual([]);
  await callApi(`/api/recent-work/${id}`, { method: 'DELETE', token });
  expect(await world.ctx.db.$count(workEvents)).toBe(0);
  expect((await callApi(`/api/recent-work/${id}/restore`, { token, json: {} })).status).toBe(200);
  expect(await world.ctx.db.$count(workEvents)).toBe(1);
});

test('lead times that an operator changes during a sync count for the rows that it stores', async () => {
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
