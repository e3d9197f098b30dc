import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  type claimAnswer,
  type FeedEvent,
  type hashesAnswer,
  READING_PATHS,
  type Reading,
} from '../../shared/catalogues/feed.ts';
import type { Catalogue, Sale } from '../../shared/catalogues/schema.ts';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import {
  artistEvents,
  artistOpenings,
  monitoredArtists,
} from '../../worker/db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import { listSaleFacts } from '../../worker/features/artist-monitor/index.ts';
import { selectSaleEvents } from '../../worker/features/artist-monitor/store.ts';
import { clearCatalogues, deleteLongGone } from '../../worker/features/catalogues/index.ts';
import { claimReading, endReading } from '../../worker/features/catalogues/readings/service.ts';
import { listCatalogues } from '../../worker/features/catalogues/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { callApi } from './api.ts';
import { openCalls } from './ticketing-calls.ts';

const DAY = 86_400_000;
const SCANNER = 'a-scanner-token-for-these-tests-only';
const { db } = makeCtx();

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const ARTISTS = ['sales-1', 'sales-2', 'sales-3'] as const;
const [ARTIST, , ENDED] = ARTISTS;

/**
 * GET /sales returns the events of all monitored artists, so those of other tests are deleted too.
 */
async function empty() {
  await db.delete(artistEvents);
  await db.delete(monitoredArtists).where(inArray(monitoredArtists.artistId, ARTISTS));
  await db.delete(catalogueEvents);
  await db.delete(catalogues);
}
beforeEach(async () => {
  await empty();
  await db.insert(monitoredArtists).values(
    ARTISTS.map((artistId) => ({
      artistId,
      name: 'Vela Marin',
      image: '',
      startDay: null,
      endDay: null,
      createdAt: 0,
      nextCheckAt: 1e15,
    })),
  );
});
afterEach(empty);

/** The body of an answer; tests/worker/answers.ts compares it with the schema of its route. */
const read = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json();

const choose = (...countries: string[]) =>
  call('/catalogues', { method: 'PUT', json: { countries } });
const list = async () => (await read<{ data: Catalogue[] }>(call('/catalogues'))).data;
const stateOf = async (country: string) => (await list()).find((one) => one.country === country);
const post = (path: string, token: string, json: unknown = {}) => callApi(path, { json, token });

async function claim() {
  const { reading } = await read<z.infer<typeof claimAnswer>>(post(READING_PATHS.claim, SCANNER));
  return reading as Reading;
}

const event = (id: string, part: Partial<FeedEvent> = {}): FeedEvent => ({
  id,
  hash: 'h1',
  name: `Concert ${id}`,
  artists: [{ id: 'K1', name: 'Zoë Größe' }],
  venue: 'Elbhalle',
  city: 'Hamburg',
  timezone: '',
  segment: 'Music',
  genre: 'Rock',
  url: `https://tickets.test/${id}`,
  status: 'onsale',
  startsAt: null,
  day: '2099-05-01',
  sales: [],
  ...part,
});

const inDays = (days: number) => Math.floor(Date.now() / DAY + days) * DAY;
const general = (opensAt: number) => ({
  kind: 'general' as const,
  name: '',
  opensAt,
  closesAt: null,
});
const presale = (name: string, opensAt: number) => ({
  kind: 'presale' as const,
  name,
  opensAt,
  closesAt: opensAt + DAY,
});

/** Stores events like a complete reading. */
async function store(country: string, events: FeedEvent[], gone: string[] = []) {
  await db.update(catalogues).set({ nextAt: 0 }).where(eq(catalogues.country, country));
  const { token } = await claim();
  expect((await post(READING_PATHS.changes, token, { events, gone })).status).toBe(200);
  const end = { outcome: 'complete', events: events.length, changes: events.length + gone.length };
  expect((await post(READING_PATHS.end, token, end)).status).toBe(200);
}

const sales = (query = '') =>
  read<{ data: Sale[]; next_cursor: string | null }>(call(`/sales?${query}`));
const idsOf = ({ data }: { data: Sale[] }) => data.map(({ event_id }) => event_id);

describe('catalogues', () => {
  test('are off at first, all 24 of them', async () => {
    const all = await list();
    expect(all).toHaveLength(24);
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['off']));
  });

  test('that are chosen wait for a scanner, and say so', async () => {
    await choose('DE', 'FR');
    expect(await stateOf('DE')).toMatchObject({
      state: 'waiting',
      reason: 'No scanner is connected, and the scanner reads the file. Start one.',
    });
    await choose('FR');
    expect((await stateOf('DE'))?.state).toBe('off');
    expect((await stateOf('FR'))?.state).toBe('waiting');
  });

  test('of other countries are refused', async () => {
    expect((await choose('XX')).status).toBe(400);
  });

  test('are turned on and off one by one, and read again on request', async () => {
    const put = (country: string, isOn: unknown) =>
      call(`/catalogues/${country}`, { method: 'PUT', json: { is_on: isOn } });
    await choose('FR');
    expect((await put('DE', true)).status).toBe(200);
    expect((await stateOf('FR'))?.state).toBe('waiting');
    expect((await put('FR', false)).status).toBe(200);
    expect((await stateOf('FR'))?.state).toBe('off');
    expect((await put('XX', true)).status).toBe(400);
    await store('DE', [event('E1')]);
    expect(await claim()).toBeNull();
    const again = (country: string) => call(`/catalogues/${country}/read`, { method: 'POST' });
    expect((await again('DE')).status).toBe(200);
    expect((await claim()).country).toBe('DE');
    expect((await again('FR')).status).toBe(404);
  });

  test('are read by one scanner at a time, with the key of the provider', async () => {
    await choose('DE');
    const reading = await claim();
    expect(reading.country).toBe('DE');
    expect(new URL(reading.url).pathname).toBe('/discovery-feed/v2/events.json');
    expect(new URL(reading.url).searchParams.get('countryCode')).toBe('DE');
    expect(new URL(reading.listUrl ?? '').pathname).toBe('/discovery-feed/v2/events');
    expect(await claim()).toBeNull();
  });

  test('are read again a day after a reading', async () => {
    await choose('DE');
    await store('DE', [event('E1')]);
    expect(await stateOf('DE')).toMatchObject({ state: 'ok', events: 1, changes: 1, reason: null });
    expect(await claim()).toBeNull();
    const later = makeCtx({ clock: () => Date.now() + DAY });
    expect(await claimReading(later)).toMatchObject({ country: 'DE', listUrl: null });
  });

  test('keep their events and name the reason after a reading that failed', async () => {
    await choose('DE');
    await store('DE', [event('E1')]);
    await db.update(catalogues).set({ nextAt: 0 });
    const { token } = await claim();
    const reason = 'The file ends early. Nothing was changed.';
    await post(READING_PATHS.end, token, { outcome: 'failed', reason, pauseMs: null });
    const failing = await stateOf('DE');
    expect(failing).toMatchObject({ state: 'failing', events: 1, reason });
    expect(Date.parse(failing?.next_at ?? '') - Date.now()).toBeGreaterThan(50 * 60_000);
  });

  test('make at most four calls a day while their readings fail', async () => {
    await choose('DE');
    let now = Date.now() + 1_000;
    const ctx = makeCtx({ clock: () => now });
    const end = now + DAY;
    let calls = 0;
    for (; now < end; now += 15 * 60_000) {
      const reading = await claimReading(ctx);
      if (reading === null) continue;
      calls += 1;
      await endReading(ctx, reading.token, { outcome: 'failed', reason: 'No.', pauseMs: null });
    }
    expect(calls).toBe(4);
  });

  test('are not read while the daily quota is reserved for operators', async () => {
    await choose('DE');
    const refused = {
      kind: 'refused' as const,
      reason: 'reserve' as const,
      retryAfterMs: 3_600_000,
    };
    const gate = {
      admit: async () => refused,
      report: async () => undefined,
      quota: async () => null,
    };
    const ctx = makeCtx({ gateOf: () => gate });
    expect(await claimReading(ctx)).toBeNull();
    expect(await stateOf('DE')).toMatchObject({
      state: 'failing',
      reason: "What is left of Ticketmaster's daily allowance is kept for searches by operators.",
    });
    await store('DE', [event('E1')]);
    await db.update(catalogues).set({ nextAt: 0 });
    expect(await claimReading(ctx)).toBeNull();
    const waiting = await stateOf('DE');
    expect(waiting).toMatchObject({ state: 'ok', events: 1, reason: null });
    expect(Date.parse(waiting?.next_at ?? '') - Date.now()).toBeGreaterThan(50 * 60_000);
  });

  test('that are turned off lose their events, and start again with a first reading', async () => {
    await choose('DE', 'FR');
    await store('DE', [event('E1', { sales: [general(inDays(2))] })]);
    await store('FR', [event('E2', { sales: [general(inDays(2))] })]);
    await choose('FR');
    expect(idsOf(await sales())).toEqual(['E2']);
    await clearCatalogues({ db });
    const left = await db.select().from(catalogueEvents);
    expect(left.map(({ eventId }) => eventId)).toEqual(['E2']);
    const [{ count } = { count: -1 }] = await db.all<{ count: number }>(
      sql`select count(*) as count from catalogue_sales`,
    );
    expect(count).toBe(1);
    await choose('DE', 'FR');
    expect(await stateOf('DE')).toMatchObject({ state: 'waiting', events: 0, read_at: null });
  });
});

test('a catalogue whose reading never ends, or is overdue, is shown as failing', async () => {
  await choose('DE');
  await claim();
  const ctx = makeCtx();
  const later = async (ms: number) =>
    (await listCatalogues({ ...ctx, clock: () => Date.now() + ms })).find(
      ({ country }) => country === 'DE',
    );
  expect(await later(0)).toMatchObject({
    state: 'waiting',
    reason: 'It is being read. The first reading notifies of nothing.',
  });
  const reason = 'The last reading did not reach the end of the file. It will be repeated.';
  expect(await later(61_000)).toMatchObject({ state: 'failing', reason });
  await db.update(catalogues).set({ reading: null });
  await store('DE', [event('E1')]);
  expect(await later(61_000)).toMatchObject({ state: 'ok', reason: null });
  await db.update(catalogues).set({ nextAt: Date.now() + 9 * DAY });
  expect(await later(2 * DAY + 60_000)).toMatchObject({
    state: 'failing',
    reason: 'It has not been read for two days.',
  });
  await db.update(catalogues).set({ nextAt: 0 });
  await claim();
  expect(await later(61_000)).toMatchObject({ state: 'failing', events: 1, reason });
});

test('a catalogue that is turned off without events starts again with a first reading', async () => {
  await choose('DE');
  await store('DE', []);
  expect((await stateOf('DE'))?.read_at).not.toBeNull();
  await choose();
  await choose('DE');
  expect(await stateOf('DE')).toMatchObject({ state: 'waiting', read_at: null });
});

describe('a reading', () => {
  test("requires a scanner's token to begin, and its own token to continue", async () => {
    await choose('DE');
    expect((await post(READING_PATHS.claim, 'wrong')).status).toBe(401);
    const { token } = await claim();
    for (const wrong of [SCANNER, '', `${token}x`])
      expect((await post(READING_PATHS.alive, wrong)).status).toBe(409);
    expect((await post(READING_PATHS.alive, token)).status).toBe(200);
  });

  test('whose catalogue is turned off stores nothing more', async () => {
    await choose('DE');
    const { token } = await claim();
    await choose();
    const answer = await post(READING_PATHS.changes, token, { events: [event('E1')], gone: [] });
    expect(answer.status).toBe(409);
    expect(await db.select().from(catalogueEvents)).toEqual([]);
  });

  test('finds the hashes of stored events in pages, without removed ones', async () => {
    await choose('DE');
    await store('DE', [event('E1', { day: '2026-01-31' }), event('E2'), event('E3')], ['E2']);
    await store('DE', [], ['E2']);
    await db.update(catalogues).set({ nextAt: 0 });
    const { token } = await claim();
    const page = async (after: string) =>
      (await read<z.infer<typeof hashesAnswer>>(post(READING_PATHS.hashes, token, { after }))).data;
    expect(await page('')).toEqual([
      ['E1', 'h1', true],
      ['E3', 'h1', false],
    ]);
    expect(await page('E1')).toEqual([['E3', 'h1', false]]);
  });

  test('may send a part twice', async () => {
    await choose('DE');
    const { token } = await claim();
    const events = [event('E1', { sales: [presale('Fans', inDays(1)), general(inDays(3))] })];
    for (const _ of [1, 2]) await post(READING_PATHS.changes, token, { events, gone: [] });
    expect(await db.select().from(catalogueEvents)).toHaveLength(1);
    expect((await sales()).data).toHaveLength(2);
  });

  test('marks events that are gone, and restores them', async () => {
    await choose('DE');
    const one = event('E1', { sales: [general(inDays(2))] });
    await store('DE', [one]);
    await store('DE', [], ['E1']);
    const [gone] = await db.select().from(catalogueEvents);
    expect(gone?.goneAt).toBeGreaterThan(0);
    expect(idsOf(await sales())).toEqual([]);
    await store('DE', [one]);
    expect(idsOf(await sales())).toEqual(['E1']);
  });

  test('replaces sales that were moved', async () => {
    await choose('DE');
    await store('DE', [event('E1', { sales: [presale('Fans', inDays(1)), general(inDays(3))] })]);
    const moved = { hash: 'h2', sales: [presale('Fans', inDays(2)), general(inDays(3))] };
    await store('DE', [event('E1', moved)]);
    const { data } = await sales();
    expect(data.map(({ opens_at }) => Date.parse(opens_at))).toEqual([inDays(2), inDays(3)]);
  });

  test('deletes events that were gone for a month', async () => {
    await choose('DE');
    await store('DE', [event('E1'), event('E2')]);
    await db
      .update(catalogueEvents)
      .set({ goneAt: Date.now() - 31 * DAY })
      .where(inArray(catalogueEvents.eventId, ['E1']));
    expect(await deleteLongGone({ db, clock: Date.now })).toBe(1);
  });
});

describe('GET /sales', () => {
  test('lists what opens from now on, the soonest first, with the event', async () => {
    await choose('DE');
    await store('DE', [
      event('late', { sales: [general(inDays(9))] }),
      event('past', { sales: [general(inDays(-2))] }),
      event('soon', { sales: [presale('Fans', inDays(2)), general(inDays(4))] }),
      event('cancelled', { status: 'cancelled', sales: [general(inDays(3))] }),
    ]);
    const { data, next_cursor } = await sales();
    expect(data.map(({ event_id, kind }) => [event_id, kind])).toEqual([
      ['soon', 'presale'],
      ['soon', 'general'],
      ['late', 'general'],
    ]);
    expect(next_cursor).toBeNull();
    expect(data[0]).toEqual({
      event_id: 'soon',
      artist: 'Zoë Größe',
      name: 'Concert soon',
      venue: 'Elbhalle',
      city: 'Hamburg',
      country: 'DE',
      timezone: 'Europe/Berlin',
      kind: 'presale',
      presale_name: 'Fans',
      opens_at: new Date(inDays(2)).toISOString(),
      closes_at: new Date(inDays(3)).toISOString(),
      url: 'https://tickets.test/soon',
      ticket_limit: null,
      known_from: ['catalogue'],
      is_followed: false,
    });
  });

  test('have the zone of the venue, and that of the country only where it has one', async () => {
    await choose('US', 'DE');
    const zoned = (id: string, timezone: string, days: number) =>
      event(id, { timezone, sales: [general(inDays(days))] });
    await store('DE', [zoned('hamburg', '', 2)]);
    await store('US', [
      zoned('phoenix', 'America/Phoenix', 3),
      zoned('unknown', '', 4),
      zoned('invented', 'Mars/Olympus', 5),
    ]);
    // A scanner of version 1.0.0 sends no zone.
    const { timezone: _, ...old } = zoned('old', '', 6);
    await store('US', [old as FeedEvent]);
    const { data } = await sales();
    expect(data.map(({ event_id, timezone }) => [event_id, timezone])).toEqual([
      ['hamburg', 'Europe/Berlin'],
      ['phoenix', 'America/Phoenix'],
      ['unknown', null],
      ['invented', null],
      ['old', null],
    ]);
    const page = await read<{ event: { timezone: string | null } }>(call('/sale/phoenix'));
    expect(page.event.timezone).toBe('America/Phoenix');
  });

  test('filters by time, country and text, whatever its case and accents', async () => {
    await choose('DE', 'FR');
    await store('DE', [event('A', { sales: [general(inDays(2))] })]);
    await store('FR', [
      event('B', {
        city: 'Lyon',
        venue: 'Quai',
        artists: [],
        name: 'Vélo',
        sales: [general(inDays(5))],
      }),
    ]);
    const from = new Date(inDays(3)).toISOString();
    expect(idsOf(await sales(`from=${from}`))).toEqual(['B']);
    expect(idsOf(await sales(`to=${from}`))).toEqual(['A']);
    expect(idsOf(await sales('country=FR'))).toEqual(['B']);
    expect(idsOf(await sales('country=ES'))).toEqual([]);
    for (const search of ['ZOE', 'größ', 'hamburg', 'elb'])
      expect(idsOf(await sales(`search=${encodeURIComponent(search)}`)), search).toEqual(['A']);
    for (const search of ['velo', 've', 'LYON'])
      expect(idsOf(await sales(`search=${search}`)), search).toEqual(['B']);
    expect((await sales('search=velo')).data[0]?.artist).toBe('Vélo');
  });

  test('is read in pages that lose and repeat nothing, though many sales open at once', async () => {
    await choose('DE');
    const events = Array.from({ length: 60 }, (_, index) =>
      event(`E${index}`, {
        sales: [presale('A', inDays(1)), presale('B', inDays(1)), general(inDays(2 + (index % 3)))],
      }),
    );
    await store('DE', events);
    await monitor('M1', inDays(1));
    await monitor('M2', inDays(2));
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await sales(`limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map((sale) => [sale.event_id, sale.kind, sale.presale_name].join()));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(182);
    expect(new Set(seen).size).toBe(182);
  });

  test('finds the matches of a filter beyond 5,000 monitored events, and lists all of them in pages', async () => {
    const facts = (id: string, opensAt: number, part = {}) =>
      JSON.stringify({
        id,
        artist: 'Vela Marin',
        date: '2099-05-01',
        timezone: 'Europe/Berlin',
        venue: 'N/A',
        location: 'Köln',
        nation: 'DE',
        status: 'offsale',
        sale_note: null,
        presale_windows: [],
        generalSaleStart: new Date(opensAt).toISOString(),
        eventLink: 'https://tickets.test/',
        ...part,
      });
    const row = (id: string, opensAt: number, part = {}) => ({
      artistId: ARTIST,
      eventId: id,
      facts: facts(id, opensAt, part),
      lastSaleAt: opensAt,
    });
    const rows = Array.from({ length: 5_200 }, (_, index) =>
      row(`F${index}`, inDays(1) + Math.floor(index / 3) * 60_000),
    );
    rows.push(row('F-late', inDays(20), { nation: 'FR', venue: 'Elbhalle' }));
    for (let at = 0; at < rows.length; at += 400)
      await db.insert(artistEvents).values(rows.slice(at, at + 400));
    expect(idsOf(await sales('search=elbhalle'))).toEqual(['F-late']);
    expect(idsOf(await sales('country=FR'))).toEqual(['F-late']);
    expect(await listSaleFacts(db, Date.now())).toHaveLength(5_201);
    const from = new Date(inDays(1) + 1_650 * 60_000).toISOString();
    const first = await sales(`limit=200&from=${from}`);
    const rest = await sales(`limit=200&from=${from}&cursor=${first.next_cursor}`);
    const ids = [...idsOf(first), ...idsOf(rest)];
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([251, 251, 'F-late']);
  });

  test("provides the outlook's next sales, including those of catalogues", async () => {
    await choose('DE');
    await store('DE', [event('E1', { sales: [general(inDays(1))] })]);
    const answer = await read<{ outlook: { openings: object[]; later: object[] } }>(
      call('/dashboard?include=outlook'),
    );
    expect([...answer.outlook.openings, ...answer.outlook.later]).toContainEqual(
      expect.objectContaining({
        event_id: 'E1',
        artist: 'Zoë Größe',
        kind: 'onsale',
        source: 'listed',
        date: '2099-05-01',
        venue: 'Elbhalle',
        location: 'Hamburg',
        nation: 'DE',
      }),
    );
  });

  test('reports to the outlook that there are more sales than it reads', async () => {
    await choose('DE');
    const many = Array.from({ length: 210 }, (_, at) =>
      event(`E${at}`, { sales: [general(Date.now() + 30 * 3_600_000)] }),
    );
    const hasMore = async () =>
      (await read<{ outlook: { has_more: boolean } }>(call('/dashboard?include=outlook'))).outlook
        .has_more;
    await store('DE', many.slice(0, 150));
    expect(await hasMore()).toBe(false);
    await store('DE', many);
    expect(await hasMore()).toBe(true);
  });

  test('lists the next sale of a monitored artist first, however many events open their last one earlier', async () => {
    const facts = (id: string, presales: object[]) =>
      JSON.stringify({
        id,
        artist: 'Vela Marin',
        date: '2099-05-01',
        timezone: 'Europe/Berlin',
        venue: 'N/A',
        location: 'Köln',
        nation: 'DE',
        status: 'offsale',
        sale_note: null,
        presale_windows: presales,
        generalSaleStart: new Date(inDays(8)).toISOString(),
        eventLink: 'https://tickets.test/',
      });
    await db.run(sql`insert into artist_events (artist_id, event_id, facts, last_sale_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 5000)
      select ${ARTIST}, 'N' || n, json_set(${facts('', [])}, '$.id', 'N' || n), ${inDays(8)} from numbers`);
    const opens = new Date(inDays(1)).toISOString();
    const soon = facts('soon', [{ name: 'Fans', opens, closes: 'N/A' }]);
    await db
      .insert(artistEvents)
      .values({ artistId: ARTIST, eventId: 'soon', facts: soon, lastSaleAt: inDays(9) });
    const { data } = await sales('limit=2');
    await db.delete(artistEvents);
    expect(data.map(({ event_id }) => event_id)).toEqual(['soon', 'N1']);
  });

  test('reads only the next openings of monitored events, and follows each change of them', async () => {
    const plan = await db.all<{ detail: string }>(
      sql`explain query plan ${selectSaleEvents({ from: Date.now(), to: null })}`,
    );
    const steps = plan.map(({ detail }) => detail).join('\n');
    expect(steps).toMatch(
      /^SEARCH artist_openings USING (?:COVERING )?INDEX artist_openings_opening/,
    );
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
    const openings = async () =>
      (await db.select().from(artistOpenings)).map(({ opensAt }) => opensAt).sort();
    const [first, second] = [inDays(5), inDays(3)];
    await monitor('M1', first);
    const [{ facts = '' } = {}] = await db.select().from(artistEvents);
    expect(await openings()).toEqual([first]);
    const opens = new Date(second).toISOString();
    await db.update(artistEvents).set({
      facts: JSON.stringify({
        ...JSON.parse(facts),
        generalSaleStart: 'TBA',
        presale_windows: [{ name: 'Fans', opens, closes: 'N/A' }],
      }),
    });
    expect(await openings()).toEqual([second]);
    await db.delete(artistEvents);
    expect(await openings()).toEqual([]);
  });

  test("uses the monitor's sales for a monitored event, and names both sources", async () => {
    await choose('DE');
    await store('DE', [
      event('M1', { sales: [general(inDays(4))] }),
      event('E1', { sales: [general(inDays(6))] }),
    ]);
    await monitor('M1', inDays(5));
    await monitor('M2', inDays(7));
    const { data } = await sales();
    expect(
      data.map(({ event_id, opens_at, known_from }) => [
        event_id,
        Date.parse(opens_at),
        known_from,
      ]),
    ).toEqual([
      ['M1', inDays(5), ['catalogue', 'monitor']],
      ['E1', inDays(6), ['catalogue']],
      ['M2', inDays(7), ['monitor']],
    ]);
  });

  test('has the ticket limit that the monitor reads as a number, and none if no number is published', async () => {
    await monitor('M1', inDays(5), ARTIST, {
      ticketLimit: 'There is a 6 ticket limit per household.',
    });
    await monitor('M2', inDays(6), ARTIST, { ticketLimit: 'Limits apply.' });
    await monitor('M3', inDays(7));
    const { data } = await sales();
    expect(data.map(({ event_id, ticket_limit }) => [event_id, ticket_limit])).toEqual([
      ['M1', 6],
      ['M2', null],
      ['M3', null],
    ]);
  });

  test('finds an event of a monitored artist by the name that a catalogue has, with the sales of the monitor', async () => {
    await choose('DE', 'FR');
    await store('DE', [
      event('M1', { name: 'Opéra on Ice', sales: [general(inDays(4))] }),
      event('E1', { name: 'Opera Gala', sales: [general(inDays(9))] }),
    ]);
    await store('FR', [event('M3', { name: 'Opera Nights', sales: [general(inDays(4))] })], []);
    await monitor('M1', inDays(5));
    await monitor('M2', inDays(7));
    await monitor('M3', inDays(8));
    await choose('DE');
    const { data } = await sales('search=opera');
    expect(
      data.map(({ event_id, name, opens_at }) => [event_id, name, Date.parse(opens_at)]),
    ).toEqual([
      ['M1', 'Opéra on Ice', inDays(5)],
      ['E1', 'Opera Gala', inDays(9)],
    ]);
    expect(idsOf(await sales('search=ic'))).toEqual(['M1']);
    expect((await sales('search=vela')).data.map(({ event_id, name }) => [event_id, name])).toEqual(
      [
        ['M1', 'Opéra on Ice'],
        ['M2', 'Vela Marin'],
        ['M3', 'Vela Marin'],
      ],
    );
  });

  test('takes nothing from an artist whose window has ended or not begun', async () => {
    await choose('DE');
    await store('DE', [event('M1', { sales: [general(inDays(4))] })]);
    await monitor('M1', inDays(5), ENDED);
    await monitor('M2', inDays(6), ENDED);
    const setDays = (days: object) =>
      db.update(monitoredArtists).set(days).where(eq(monitoredArtists.artistId, ENDED));
    const listed = async () =>
      (await sales()).data.map(({ event_id, opens_at }) => [event_id, Date.parse(opens_at)]);
    for (const days of [{ endDay: '2026-01-31' }, { startDay: '2099-01-01', endDay: null }]) {
      await setDays(days);
      expect(await listed()).toEqual([['M1', inDays(4)]]);
    }
    await monitor('M1', inDays(7), ARTIST);
    expect(await listed()).toEqual([['M1', inDays(7)]]);
    await setDays({ startDay: '2026-01-01', endDay: '2099-01-01' });
    expect((await listed()).map(([id]) => id)).toContain('M2');
  });

  test.each(['cursor=none', 'limit=0', 'limit=501', 'from=tomorrow', 'country=Germany'])(
    'refuses %s',
    async (query) => {
      expect((await call(`/sales?${query}`)).status).toBe(400);
    },
  );
});

/** An event of the artist monitor. */
async function monitor(
  id: string,
  opensAt: number,
  artistId: string = ARTIST,
  part: Partial<EventFacts> = {},
) {
  const facts = {
    id,
    artist: 'Vela Marin',
    date: '2099-05-01',
    timezone: 'Europe/Berlin',
    venue: 'N/A',
    location: 'Köln',
    nation: 'DE',
    status: 'offsale',
    sale_note: null,
    presale_windows: [],
    generalSaleStart: new Date(opensAt).toISOString(),
    eventLink: `https://tickets.test/${id}`,
    ...part,
  };
  await db
    .insert(artistEvents)
    .values({ artistId, eventId: id, facts: JSON.stringify(facts), lastSaleAt: opensAt });
}
