import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { DashboardAnswer } from '../../shared/dashboard/schema.ts';
import { artistSearchAnswer } from '../../shared/ticketing/schema.ts';
import { activityStatement } from '../../worker/db/activity.ts';
import { watchedEvents } from '../../worker/db/schema/price-monitor.ts';
import { resaleArtists, resaleEvents } from '../../worker/db/schema/resale-events.ts';
import { readUptime, recordTick } from '../../worker/features/health/index.ts';
import { listMovers } from '../../worker/features/price-monitor/index.ts';
import { readFeedNumbers } from '../../worker/features/resale-events/index.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { openQueues, ownDomain } from './queues-world.ts';

const HOUR = 3_600_000;
let world: Awaited<ReturnType<typeof openQueues>>;

beforeAll(async () => {
  world = await openQueues();
});

async function read(query = ''): Promise<DashboardAnswer> {
  const response = await world.call(`/dashboard${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

const readOutlook = async () => (await read('?include=outlook')).outlook;

async function searchArtist(name: string) {
  const found = await world.call(`/events/get_artists/${encodeURIComponent(name)}`);
  const { artists } = artistSearchAnswer.parse(await found.json());
  const id = artists.find((artist) => artist.name === name)?.id ?? '';
  const events: { eventCount: number } = await (await world.call(`/events/artist/${id}`)).json();
  return { id, count: events.eventCount };
}

test('the answer has the fields of the specification, and others only on request', async () => {
  const answer = await read();
  const shape = Object.fromEntries(
    Object.entries(answer).map(([part, fields]) => [part, Object.keys(fields).sort()]),
  );
  expect(shape).toEqual({
    success: [],
    overview: ['artists_monitored', 'queue_files_processed', 'total_events', 'users_generated'],
    events: ['active_countries', 'events_this_week', 'recent_events', 'upcoming_sales'],
    ticketmaster: ['last_search_results', 'recent_searches', 'searches_performed'],
    queues: ['active_queues', 'avg_position', 'processing_queues', 'total_records'],
    profiles: ['recent_uploads', 'total_profiles'],
    generators: ['user_generator'],
    system: [
      'api_status',
      'database_status',
      'generator_status',
      'last_backup',
      'queue_system_status',
      'uptime',
    ],
  });
  expect(Object.keys(answer.generators.user_generator)).toEqual([
    'total_generated',
    'last_batch_size',
    'last_generation',
  ]);
  expect((await world.call('/dashboard?include=everything')).status).toBe(400);
});

test('an uploaded queue is counted with its records, its mean and its place in the charts', async () => {
  const before = await read('?include=outlook');
  const domain = ownDomain();
  const queue = { queue_id: domain, queue_total: 1_000, queue_date: '2099-01-02' };
  await world.insert(queue, [
    // The limits belong to the better label.
    [`a@${domain}`, 30],
    [`b@${domain}`, 100],
    [`c@${domain}`, 200],
    [`d@${domain}`, 900],
  ]);
  const after = await read('?include=outlook');
  expect(after.overview.queue_files_processed).toBe(before.overview.queue_files_processed + 1);
  expect(after.queues.total_records).toBe(before.queues.total_records + 4);
  expect(after.queues.active_queues).toBe(before.queues.active_queues + 1);
  // Means are rounded: sums of many records would multiply the difference.
  const { avg_position, total_records } = before.queues;
  const mean = (avg_position * total_records + 1_230) / (total_records + 4);
  expect(after.queues.avg_position).toBeCloseTo(mean, 1);
  expect(after.outlook?.queue_ratios.at(-1)).toEqual({
    day: '2099-01-02',
    ratio: 0.3075,
    positions: 4,
  });
  const accounts = (answer: DashboardAnswer, label: string) =>
    answer.outlook?.account_classes.find(
      ({ type, performance }) => type === 'verified_fan' && performance === label,
    )?.accounts ?? 0;
  for (const label of ['Excellent', 'Good', 'Average', 'Poor']) {
    expect(accounts(after, label), label).toBe(accounts(before, label) + 1);
  }
  await world.postOk('/queues/delete', { type: 'verified_fan', queue_id: domain });
  expect((await readOutlook())?.account_classes).toEqual(before.outlook?.account_classes);
});

test('a loaded artist is counted as a search and becomes the first recent search of this operator', async () => {
  const before = await read();
  const lanterns = await searchArtist('Northern Lanterns');
  const { ticketmaster } = await read();
  expect(ticketmaster.searches_performed).toBe(before.ticketmaster.searches_performed + 1);
  expect(ticketmaster.last_search_results).toBe(lanterns.count);
  expect(ticketmaster.recent_searches[0]).toMatchObject({
    id: lanterns.id,
    artist: 'Northern Lanterns',
  });
  const again = await searchArtist('Northern Lanterns');
  expect(again.count).toBe(lanterns.count);
  const repeated = (await read()).ticketmaster.recent_searches;
  expect(repeated.filter(({ id }) => id === lanterns.id)).toHaveLength(1);
  const other = await openQueues();
  const own: DashboardAnswer = await (await other.call('/dashboard')).json();
  expect(own.ticketmaster.recent_searches).toEqual([]);
});

test('the outlook names the openings of the next 48 hours of searched artists', async () => {
  await searchArtist('Northern Lanterns');
  const openings = (await readOutlook())?.openings ?? [];
  const times = openings.map(({ opens }) => Date.parse(opens));
  expect(times.every((time) => time > Date.now() && time <= Date.now() + 48 * HOUR)).toBe(true);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('the outlook names simulated providers and the rest of their quota', async () => {
  await searchArtist('Northern Lanterns');
  const outlook = await readOutlook();
  expect(outlook?.providers[0]).toMatchObject({
    name: 'Ticketmaster',
    state: 'simulated',
    quota: { limit: 5_000 },
  });
  // A scanner of another test may have disconnected a moment ago: a good result is reused for three
  // seconds.
  await expect.poll(async () => (await readOutlook())?.scanner, PATIENCE).toBe('not connected');
});

test('the numbers and the recent events of the resale feed', async () => {
  const ctx = makeCtx();
  const { db } = ctx;
  const before = await readFeedNumbers(ctx);
  const now = Date.now();
  const artistId = Math.floor(Math.random() * 1e12);
  const artist = `Herons ${artistId}`;
  await db.insert(resaleArtists).values({ id: artistId, name: artist, score: 0.5, listedAt: now });
  const concert = (id: number, onSaleAt: number, startsAt: number, country: string) => ({
    artistId,
    id,
    onSaleAt,
    startsAt,
    country,
    body: JSON.stringify({ venue_name: `Hall ${id}`, event_date: '2099-01-01T20:00:00' }),
  });
  await db.insert(resaleEvents).values([
    concert(1, now - HOUR, now + HOUR, 'X1'),
    concert(2, now + 1, now + 30 * 24 * HOUR, 'X1'),
    concert(3, now - 2 * HOUR, now - HOUR, 'X2'),
    // The rest of the tour, whose first concert is listed.
    concert(4, now + 1, now + 31 * 24 * HOUR, 'X1'),
    concert(5, now - HOUR, now + 2 * HOUR, 'X1'),
  ]);
  const after = await readFeedNumbers(makeCtx({ clock: () => now }));
  expect(after.events).toBe(before.events + 5);
  expect(after.upcomingSales).toBe(before.upcomingSales + 2);
  expect(after.thisWeek).toBe(before.thisWeek + 2);
  expect(after.countries).toBe(before.countries + 2);
  const date = '2099-01-01T20:00:00';
  expect(after.recentEvents).toContainEqual({
    artist,
    venue: 'Hall 2',
    date,
    isOnSale: 0,
  });
  expect(after.recentEvents).toContainEqual({
    artist,
    venue: 'Hall 1',
    date,
    isOnSale: 1,
  });
  const listed = after.recentEvents.filter((event) => event.artist === artist);
  expect(listed.map(({ venue }) => venue)).toEqual(['Hall 2', 'Hall 1']);
  await db.delete(resaleEvents).where(eq(resaleEvents.artistId, artistId));
  await db.delete(resaleArtists).where(eq(resaleArtists.id, artistId));
});

test('the prices that moved most within a day come first, with the earlier prices', async () => {
  const now = Date.now();
  const make = (name: string, move: number, changedAt: number) => ({
    url: `https://${name}.${ownDomain()}/1`,
    host: 'x',
    title: name,
    low: 50,
    move,
    changedAt,
    available: 1,
    recent: [
      { at: 1, low: 40 },
      { at: 2, low: null },
      { at: 3, low: 50 },
    ],
    prices: {},
    checks: [],
    tags: [],
    searchText: '',
    isPaused: true,
    addedAt: now,
    nextCheckAt: now,
    failures: 0,
    version: 0,
    unsent: 'nothing' as const,
    source: 'page' as const,
    readAt: now,
  });
  const { db, ...ctx } = makeCtx();
  const targets = [
    make('small', 990, now),
    make('large', -995, now),
    make('old', 999, now - 25 * HOUR),
  ];
  await db.insert(watchedEvents).values(targets);
  const moved = (await listMovers({ ...ctx, db })).slice(0, 2);
  expect(moved.map(({ title, move }) => [title, move])).toEqual([
    ['large', -995],
    ['small', 990],
  ]);
  expect(moved[0]?.recent).toEqual([40, 50]);
  expect(moved[0]).toMatchObject({ source: 'page', read_at: new Date(now).toISOString() });
  for (const { url } of targets) await db.delete(watchedEvents).where(eq(watchedEvents.url, url));
});

test('generated users and backups are counted with the size and the time of the last one', async () => {
  const now = Date.UTC(2098, 0, 1);
  const ctx = makeCtx({ clock: () => now });
  const before = await read();
  await activityStatement(ctx, 'users.generate', 100);
  await activityStatement(ctx, 'users.generate', 500);
  await activityStatement(ctx, 'backup.make', 12);
  const { generators, overview, system } = await read();
  // Other files generate users at the same time, so the sum is at least this test's number.
  expect(overview.users_generated).toBeGreaterThanOrEqual(before.overview.users_generated + 600);
  expect(generators.user_generator).toEqual({
    total_generated: overview.users_generated,
    last_batch_size: 500,
    last_generation: new Date(now).toISOString(),
  });
  expect(system.last_backup).toBe(new Date(now).toISOString());
});

test('the uptime counts from the first of the consecutive cron runs', async () => {
  const start = Date.UTC(2100, 0, 1);
  const at = (minutes: number) => makeCtx({ clock: () => start + minutes * 60_000 });
  await recordTick(at(0));
  await recordTick(at(1));
  expect(await readUptime(at(2))).toEqual({ state: 'running', seconds: 120 });
  expect(await readUptime(at(5))).toEqual({ state: 'stopped', seconds: 0 });
  await recordTick(at(10));
  expect(await readUptime(at(10))).toEqual({ state: 'running', seconds: 0 });
  await recordTick(at(12));
  expect(await readUptime(at(12))).toEqual({ state: 'running', seconds: 120 });
});
