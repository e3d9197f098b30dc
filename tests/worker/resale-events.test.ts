import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { countriesOf, scarcestCity } from '../../shared/resale-events/ranking.ts';
import type {
  ArtistBlock,
  ArtistBlocksAnswer,
  FeedState,
  ResaleEventsAnswer,
} from '../../shared/resale-events/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Gate } from '../../worker/context/gate.ts';
import {
  listDueRefreshes,
  refreshArtistIds,
  refreshConcerts,
  refreshListeners,
  refreshViews,
} from '../../worker/features/resale-events/index.ts';
import { streamArtists } from '../../worker/features/resale-events/service.ts';
import { keepViews } from '../../worker/features/resale-events/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { openCalls } from './ticketing-calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The clocks of the tests that read concerts do not reach this time. */
const FAR = Date.now() + 40 * HOUR;
/** Artists that have concerts after four jobs. */
const READ = 149;
const openGate: Gate = {
  admit: async () => ({ kind: 'admitted', waitMs: 0, available: null }),
  report: async () => undefined,
  quota: async () => null,
};
let call: Awaited<ReturnType<typeof openCalls>>;

/** A context without the providers' pace. */
const feedCtx = (changes: Partial<Omit<Ctx, 'db'>> = {}): Ctx =>
  makeCtx({ gateOf: () => openGate, ...changes });

/** Runs one job. @returns the kinds of the jobs that it enqueued. */
async function jobsAfter(
  run: (ctx: Ctx) => Promise<void>,
  changes: Partial<Omit<Ctx, 'db'>> = {},
): Promise<string[]> {
  const kinds: string[] = [];
  const enqueue: Ctx['enqueue'] = async (jobs) => void kinds.push(...jobs.map(({ kind }) => kind));
  await run(feedCtx({ enqueue, ...changes }));
  return kinds;
}

/** The jobs that the cron trigger enqueues at an instant. */
const dueAt = async (now: number): Promise<string[]> =>
  (await listDueRefreshes(feedCtx({ clock: () => now }))).map(({ kind }) => kind);

async function readFeed(): Promise<FeedState> {
  const response = await call('/events/feed');
  const { data } = await response.json<{ data: FeedState }>();
  return data;
}

async function readEvents(): Promise<ResaleEventsAnswer['data']> {
  const response = await call('/events');
  expect(response.status).toBe(200);
  const { success, data, ...rest } = await response.json<ResaleEventsAnswer>();
  expect(success).toBe(true);
  expect(rest).toEqual({});
  return data;
}

/** Artists of GET /events/feed/artists, an object for each. */
async function readSummary() {
  const response = await call('/events/feed/artists');
  expect(response.status).toBe(200);
  const { data } = await response.json<ArtistBlocksAnswer>();
  return data.flatMap((block) =>
    block.id.map((_, at) => {
      const values = Object.entries(block).map(([key, list]) => [key, list[at]]);
      return Object.fromEntries(values) as { [Key in keyof ArtistBlock]: ArtistBlock[Key][number] };
    }),
  );
}

beforeAll(async () => {
  call = await openCalls();
});

describe('the resale feed', () => {
  test('is empty before the first refresh, and the answer shows that', async () => {
    expect(await readEvents()).toEqual({});
    expect(await readFeed()).toEqual({
      refreshed_at: null,
      artists: 0,
      artists_read: 0,
      problems: [],
    });
    const all = ['resale.concerts', 'resale.views', 'resale.ids', 'resale.listeners'];
    expect(await dueAt(Date.now())).toEqual(all);
  });

  test('is refreshed in steps, each of which resumes where the last one stopped', async () => {
    // The page views of the listed artists do not wait for their concerts.
    expect(await jobsAfter(refreshConcerts)).toEqual([
      'resale.views',
      'resale.ids',
      'resale.concerts',
    ]);
    const first = await readFeed();
    // Ten pages of artists and 30 artists, one of which returns 500 and is left for later.
    expect(first).toMatchObject({ artists: 1_000, artists_read: 29, problems: [] });
    expect(Date.parse(first.refreshed_at ?? '')).toBeGreaterThan(0);

    // Another refresh at the same time finds the source taken.
    const both = await Promise.all([jobsAfter(refreshConcerts), jobsAfter(refreshConcerts)]);
    expect(both.flat()).toEqual(['resale.concerts']);
    expect((await readFeed()).artists_read).toBe(69);

    // Reads only some more: all of them would be a thousand calls.
    const ctx = feedCtx();
    for (let job = 0; job < 2; job += 1) await refreshConcerts(ctx);
    expect((await readFeed()).artists_read).toBe(READ);
    await ctx.db.run(sql`update resale_artists set events_due_at = ${FAR} where events_at is null`);
    // Nothing is due until six hours later.
    expect(await jobsAfter(refreshConcerts)).toEqual([]);
    const clock = () => Date.now() + 7 * HOUR;
    expect(await jobsAfter(refreshConcerts, { clock })).toEqual(['resale.concerts']);
  });

  test('returns every artist with its concerts and exactly the specified fields', async () => {
    const data = await readEvents();
    expect(Object.keys(data)).toHaveLength(READ);
    expect(data['Error 500']).toBeUndefined();
    const artist = data['Northern Lanterns'];
    expect(Object.keys(artist ?? {})).toEqual([
      'events',
      'countries',
      'number_of_visits',
      'category_score',
      'ranking',
      'parts',
      'listeners',
    ]);
    expect(artist?.events).toHaveLength(40);
    expect(artist?.countries).toEqual(countriesOf(artist?.events ?? []));
    expect(Object.keys(artist?.events[0] ?? {})).toEqual([
      'id',
      'venue_name',
      'city_name',
      'country',
      'on_sale_date',
      'event_date',
      'number_of_tickets',
      'min_price_amount',
      'min_price_currency',
      'website_event_details_url',
    ]);
    const codes = new Set(Object.values(data).flatMap(({ countries }) => countries));
    expect(codes.size).toBe(38);
    expect([...codes].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
    for (const { ranking } of Object.values(data)) {
      expect(Object.keys(ranking)).toEqual([
        'final_score',
        'music_ranking_score',
        'social_score',
        'trend_score',
        'bonus_percentage',
      ]);
    }
  });

  test('returns the artists without their concerts, with the same figures', async () => {
    const data = await readEvents();
    const artists = await readSummary();
    expect(artists.map(({ name }) => name)).toEqual(Object.keys(data).sort());
    expect(artists.length).toBe(READ);
    const now = Date.now();
    for (const row of artists) {
      const { events, ...artist } = data[row.name] as ResaleEventsAnswer['data'][string];
      const dates = events.flatMap(({ on_sale_date: date }) =>
        date === null ? [] : Date.parse(date),
      );
      const coming = dates.filter((date) => date > now);
      const days = new Map(
        dates.sort((a, b) => b - a).map((date) => [Math.floor(date / DAY), date]),
      );
      const firsts = [...days.values()].sort((a, b) => a - b);
      expect(row).toMatchObject({
        countries: artist.countries,
        number_of_visits: artist.number_of_visits,
        listeners: artist.listeners,
        concerts: events.length,
        coming_sales: coming.length,
        next_on_sale: coming.length === 0 ? null : Math.min(...coming) / MINUTE,
        on_sale_days: firsts.length,
        on_sales: [...new Set([...firsts.slice(0, 3), ...firsts.slice(-1)])].map(
          (at) => at / MINUTE,
        ),
        scarcest: scarcestCity(events),
      });
      expect(row.final_score).toBeCloseTo(artist.ranking.final_score ?? 0, 4);
      expect(row.category_score).toBeCloseTo(artist.category_score ?? 0, 4);
    }
    const lanterns = artists.find(({ name }) => name === 'Northern Lanterns');
    const answer = await call(`/events/feed/artists/${lanterns?.id}`);
    expect(await answer.json()).toEqual({
      success: true,
      data: data['Northern Lanterns']?.events,
    });
    const unknown = await call('/events/feed/artists/1');
    expect(unknown.status).toBe(404);
  });

  test('sends the artists in blocks of less than 200 bytes for each', async () => {
    const ctx = feedCtx();
    await ctx.db.run(sql`insert into resale_artists (id, name, score, listed_at, events_at, countries, concerts, on_sales,
      views_last_30_days, views_at, listeners, listeners_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 1200)
      select 500000 + i, 'Numbered artist ' || i, 0.123456, ${FAR}, 1, '["DE","FR","GB","US"]', 40,
        '[29000001,29001441,29002881,29004321]', 1234567, 1, 7654321, 1 from numbers`);
    const response = await call('/events/feed/artists');
    const text = await response.text();
    const answer: ArtistBlocksAnswer = JSON.parse(text);
    expect(answer.data.map(({ id }) => id.length)).toEqual([1_000, READ + 200]);
    const ids = new Set(answer.data.flatMap(({ id }) => id));
    expect(ids.size).toBe(READ + 1_200);
    expect(text.length / ids.size).toBeLessThan(200);
    await ctx.db.run(sql`delete from resale_artists where id > 500000 and id <= 501200`);
  });

  test('creates the summary again when a refresh has changed artists, or after a minute', async () => {
    const ctx = feedCtx();
    // Minutes that no call of another test uses.
    const readAt = async (minute: number) => {
      let text = '';
      const later = { ...ctx, clock: () => FAR + minute * MINUTE };
      for await (const part of streamArtists(later)) text += part;
      return text;
    };
    const rename = (name: string) =>
      ctx.db.run(sql`update resale_artists set name = ${name} where id = 600010`);
    await ctx.db.run(sql`insert into resale_artists (id, name, score, listed_at, events_at, concerts)
      values (600010, 'First name', 0.9, ${FAR}, 1, 1)`);
    await ctx.db.run(
      sql`insert into resale_feed (source) values ('wikimedia') on conflict do nothing`,
    );
    expect(await readAt(0)).toContain('First name');
    await rename('Second name');
    expect(await readAt(0)).toContain('First name');
    await keepViews(ctx, 600_010, { viewsDueAt: FAR, titlesTried: 1 }, null);
    expect(await readAt(0)).toContain('Second name');
    await rename('Third name');
    expect(await readAt(1)).toContain('Third name');
    await ctx.db.run(sql`delete from resale_artists where id = 600010`);
    expect(await readAt(1)).not.toContain('Third name');
  });

  test('finds artists by each word of a text in their name, venues and cities', async () => {
    const data = await readEvents();
    const names = new Map((await readSummary()).map(({ id, name }) => [id, name]));
    const search = async (text: string) => {
      const response = await call(`/events/feed/matches?search=${encodeURIComponent(text)}`);
      const { data: ids } = await response.json<{ data: number[] }>();
      return ids.map((id) => names.get(id)).sort();
    };
    const expected = (text: string) =>
      Object.entries(data)
        .filter(([name, { events }]) => {
          const places = events.flatMap(({ venue_name, city_name }) => [venue_name, city_name]);
          const texts = [name, ...places].join('\n').toLowerCase();
          return text
            .toLowerCase()
            .split(' ')
            .every((word) => texts.includes(word));
        })
        .map(([name]) => name)
        .sort();
    const { city_name: city = '', venue_name: venue = '' } =
      data['Northern Lanterns']?.events[0] ?? {};
    for (const text of [
      'LANTERNS',
      `${city}`,
      `${venue}`,
      `north ${city}`,
      'a',
      "it's 100%",
      'no such',
    ]) {
      expect(await search(text), text).toEqual(expected(text));
    }
    expect(await search(`north ${city}`)).toContain('Northern Lanterns');
    expect((await call('/events/feed/matches?search=%20')).status).toBe(400);
    expect((await call(`/events/feed/matches?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('finds a sigma in both of its lower-case forms', async () => {
    const ctx = feedCtx();
    await ctx.db.run(sql`insert into resale_artists (id, name, score, listed_at, events_at, concerts)
      values (600002, 'A Greek street', 0.9, ${FAR}, 1, 1)`);
    await ctx.db.run(
      sql`insert into resale_search_texts (artist_id, text) values (600002, ${'a greek street\nοδος qwx'})`,
    );
    for (const text of ['οδος', 'οδοσ', 'ΟΔΟΣ', 'qwx ΟΔΟΣ']) {
      const matches = await call(`/events/feed/matches?search=${encodeURIComponent(text)}`);
      const { data } = await matches.json<{ data: number[] }>();
      expect(data, text).toContain(600_002);
    }
    await ctx.db.run(sql`delete from resale_artists where id = 600002`);
    await ctx.db.run(sql`delete from resale_search_texts where artist_id = 600002`);
  });

  test('leaves out artists without concerts in each of its answers', async () => {
    const ctx = feedCtx();
    const name = 'Silent Zeppelin';
    await ctx.db.run(sql`insert into resale_artists (id, name, score, listed_at, events_at)
      values (600001, ${name}, 0.9, ${FAR}, 1)`);
    await ctx.db.run(
      sql`insert into resale_search_texts (artist_id, text) values (600001, ${name.toLowerCase()})`,
    );
    expect((await readEvents())[name]).toBeUndefined();
    expect((await readSummary()).filter((artist) => artist.name === name)).toEqual([]);
    const matches = await call('/events/feed/matches?search=zeppelin');
    expect(await matches.json()).toEqual({ success: true, data: [] });
    await ctx.db.run(sql`delete from resale_artists where id = 600001`);
    await ctx.db.run(sql`delete from resale_search_texts where artist_id = 600001`);
  });

  test('continues its refresh at once after a crash, also if a clock was fast', async () => {
    const ctx = feedCtx();
    const far = Date.now() + 90 * 24 * HOUR;
    // The states that a job leaves if it is killed, or if its clock was fast.
    await ctx.db.run(sql`insert or replace into leases (name, holder, until)
      values ('resale feed of seatgeek', 'lost', ${Date.now() + 15_000})`);
    const read = async () =>
      (
        await ctx.db.all<{ at: number }>(
          sql`select events_at as at from resale_artists where id = 1200`,
        )
      )[0]?.at;
    const before = await read();
    await ctx.db.run(sql`update resale_artists set events_due_at = ${far} where id = 1200`);
    await ctx.db.run(sql`update resale_feed set next_at = ${far} where source = 'seatgeek'`);
    await refreshConcerts(ctx);
    expect(await read()).toBe(before);
    await refreshConcerts(feedCtx({ clock: () => Date.now() + 15_000 }));
    expect(await read()).not.toBe(before);
  });

  test('a concert that is read again does not appear twice', async () => {
    const before = (await readEvents())['Northern Lanterns'];
    const ctx = feedCtx({ clock: () => Date.now() + 7 * HOUR });
    await ctx.db.run(sql`update resale_artists set events_due_at = 0 where id = 1200`);
    await refreshConcerts(ctx);
    const after = (await readEvents())['Northern Lanterns'];
    expect(after?.events.length).toBe(before?.events.length);
  });

  test('page views are read for all artists, and the article with the most views counts', async () => {
    const data = await readEvents();
    expect(data['Northern Lanterns']).toMatchObject({
      number_of_visits: null,
      ranking: { social_score: null, trend_score: null },
      parts: { music: 'measured', social: 'missing', trend: 'missing' },
    });
    const ctx = feedCtx();
    // All titles of only some artists: the others would take 4,000 calls.
    await ctx.db.run(
      sql`update resale_artists set views_due_at = ${Date.now() + 100 * HOUR} where id not in (1200, 1209, 1239)`,
    );
    // One title an hour.
    for (const hours of [0, 1, 2, 3]) {
      await refreshViews(feedCtx({ clock: () => Date.now() + hours * (HOUR + 1_000) }));
    }
    const seen = await readEvents();
    const lanterns = seen['Northern Lanterns'];
    expect(lanterns?.number_of_visits).toBeGreaterThan(10_000);
    expect(lanterns?.ranking.social_score).toBeGreaterThan(0.5);
    expect(lanterns?.ranking.trend_score).toBeGreaterThan(0);
    expect(lanterns?.parts).toEqual({ music: 'measured', social: 'measured', trend: 'measured' });
    const articles = await ctx.db.all<{ id: number; article: string | null }>(
      sql`select id, article from resale_artists where id in (1200, 1209, 1239) order by id`,
    );
    expect(articles[0]?.article).toBe('Northern_Lanterns');
    expect(articles[1]?.article).toMatch(/_\(band\)$/);
    expect(articles[2]?.article).toMatch(/_\(band\)$/);
  });

  test('listeners are counted for artists with a clear match, and become a part of the music score', async () => {
    const ctx = feedCtx();
    // Artist 1205 has a namesake, and 1206 has no listeners.
    await ctx.db.run(
      sql`update resale_artists set mbid_due_at = ${Date.now() + 100 * HOUR} where id not in (1200, 1205, 1206)`,
    );
    await refreshArtistIds(ctx);
    await refreshListeners(ctx);
    const rows = await ctx.db.all<{ id: number; mbid: string | null; listeners: number | null }>(
      sql`select id, mbid, listeners from resale_artists where id in (1200, 1205, 1206) order by id`,
    );
    expect(rows).toEqual([
      { id: 1200, mbid: expect.any(String), listeners: expect.any(Number) },
      { id: 1205, mbid: null, listeners: null },
      { id: 1206, mbid: expect.any(String), listeners: null },
    ]);
    const lanterns = (await readEvents())['Northern Lanterns'];
    expect(lanterns?.listeners).toBe(rows[0]?.listeners);
    // Ids are searched once, and listeners read once a day.
    const calls: string[] = [];
    const again = (hours: number) =>
      feedCtx({
        clock: () => Date.now() + hours * HOUR,
        fetch: async (url) => {
          calls.push(new URL(url).pathname);
          return Response.json([]);
        },
      });
    await refreshArtistIds(again(23));
    await refreshListeners(again(23));
    expect(calls).toEqual([]);
    await refreshListeners(again(25));
    expect(calls).toEqual(['/listenbrainz/1/popularity/artist']);
    // An answer without a count keeps the last one.
    expect((await readEvents())['Northern Lanterns']?.listeners).toBe(rows[0]?.listeners);
  });

  test('a failing provider does not change the data and their date, and is called after longer and longer pauses', async () => {
    const before = await readFeed();
    let now = Date.now() + 48 * HOUR;
    const calls: string[] = [];
    const ctx = feedCtx({
      clock: () => now,
      fetch: async (url) => {
        calls.push(String(url));
        return new Response('{}', { status: 403 });
      },
    });
    await refreshConcerts(ctx);
    expect(await readFeed()).toEqual({
      ...before,
      problems: [
        'SeatGeek refused the call with status 403. Artists and concerts stay as they were read last.',
      ],
    });
    expect(Object.keys(await readEvents())).toHaveLength(READ);
    now += 59_000;
    await refreshConcerts(ctx);
    expect(calls).toHaveLength(1);
    now += 2_000;
    await refreshConcerts(ctx);
    expect(calls).toHaveLength(2);
    now += 119_000;
    await refreshConcerts(ctx);
    expect(calls).toHaveLength(2);
    // The provider recovers.
    now += 2_000;
    await refreshConcerts(feedCtx({ clock: () => now }));
    expect((await readFeed()).problems).toEqual([]);
  });

  test('five consecutive failed calls end a refresh, and each failed artist is retried later', async () => {
    const now = Date.now() + 96 * HOUR;
    let calls = 0;
    const ctx = feedCtx({
      clock: () => now,
      fetch: async (url) => {
        if (String(url).includes('/performers')) return fetch(url);
        calls += 1;
        return new Response('<html>', { status: 502 });
      },
    });
    await refreshConcerts(ctx);
    expect(calls).toBe(5);
    expect((await readFeed()).problems).toEqual([
      'The last calls to SeatGeek all failed. Artists and concerts stay as they were read last.',
    ]);
    const [row] = await ctx.db.all<{ count: number }>(
      sql`select count(*) as count from resale_artists where events_due_at = ${now + HOUR}`,
    );
    expect(row?.count).toBe(5);
  });

  test('a job with time for two calls names the provider that refused both', async () => {
    let now = Date.now() + 150 * HOUR;
    let calls = 0;
    const ctx = feedCtx({
      clock: () => now,
      fetch: async () => {
        calls += 1;
        now += 8_000;
        return new Response('<html>', { status: 502 });
      },
    });
    await refreshViews(ctx);
    expect(calls).toBe(2);
    expect((await readFeed()).problems.join()).toContain('The last calls to Wikimedia all failed.');
    await refreshViews(feedCtx({ clock: () => now + HOUR }));
    expect((await readFeed()).problems.join()).not.toContain('Wikimedia');
  });

  test('an artist that the list no longer names is removed with its concerts', async () => {
    const ctx = feedCtx({ clock: () => Date.now() + 200 * HOUR });
    await ctx.db.run(
      sql`insert into resale_artists (id, name, score, listed_at, events_at) values (7, 'Gone', 0.9, 1, 1)`,
    );
    // The concert of another artist.
    await ctx.db.run(
      sql`insert into resale_events (artist_id, id, body) select 7, id, body from resale_events limit 1`,
    );
    await ctx.db.run(sql`insert into resale_search_texts (artist_id, text) values (7, 'gone')`);
    expect((await readEvents()).Gone).toBeDefined();
    await refreshConcerts(ctx);
    expect((await readEvents()).Gone).toBeUndefined();
    expect(await (await call('/events/feed/matches?search=gone')).json()).toEqual({
      success: true,
      data: [],
    });
  });

  test('is returned to operators only', async () => {
    const response = await call('/events', { headers: { authorization: '' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ success: false, message: 'Invalid token' });
  });
});

describe('the cron trigger', () => {
  const now = Date.now() + 100 * DAY;
  const { db } = feedCtx();
  const later = now + HOUR;

  beforeAll(async () => {
    await db.run(sql`delete from resale_feed`);
    for (const source of ['seatgeek', 'wikimedia', 'musicbrainz', 'listenbrainz'])
      await db.run(
        sql`insert into resale_feed (source, pass_at) values (${source}, ${now - HOUR})`,
      );
    await db.run(sql`update resale_artists set events_due_at = ${later}, views_due_at = ${later},
      mbid_due_at = ${later}, listeners_due_at = ${later}`);
  });

  test('enqueues no refresh while nothing is due', async () => {
    expect(await dueAt(now)).toEqual([]);
  });

  test.each([
    ['events_due_at', 'resale.concerts'],
    ['views_due_at', 'resale.views'],
  ])('enqueues the refresh of an artist whose %s has expired', async (column, kind) => {
    const name = sql.raw(column);
    await db.run(sql`update resale_artists set ${name} = ${now}
      where id = (select min(id) from resale_artists)`);
    expect(await dueAt(now)).toEqual([kind]);
    await db.run(sql`update resale_artists set ${name} = ${later}`);
  });

  test('searches for the ids of artists without one, and reads the listeners of the others', async () => {
    await db.run(sql`update resale_artists set mbid = null, mbid_due_at = ${now},
      listeners_due_at = ${now}`);
    expect(await dueAt(now)).toEqual(['resale.ids']);
    await db.run(sql`update resale_artists set mbid = 'mbid ' || id`);
    expect(await dueAt(now)).toEqual(['resale.listeners']);
    await db.run(sql`update resale_artists set mbid_due_at = ${later},
      listeners_due_at = ${later}`);
  });

  test('reads the list of artists again after a day, and continues a list that was started', async () => {
    expect(await dueAt(now + 22 * HOUR)).toContain('resale.concerts');
    await db.run(sql`update resale_artists set events_due_at = ${now + 30 * HOUR}`);
    expect(await dueAt(now + 22 * HOUR)).not.toContain('resale.concerts');
    expect(await dueAt(now + 23 * HOUR)).toContain('resale.concerts');
    await db.run(sql`update resale_feed set page = 2 where source = 'seatgeek'`);
    expect(await dueAt(now)).toEqual(['resale.concerts']);
    await db.run(sql`update resale_feed set page = 0`);
  });

  test('repeats a failed refresh after its pause', async () => {
    await db.run(sql`update resale_feed set problem = 'Wikimedia is down.', failures = 1,
      next_at = ${now + MINUTE} where source = 'wikimedia'`);
    expect(await dueAt(now)).toEqual([]);
    expect(await dueAt(now + MINUTE)).toEqual(['resale.views']);
  });
});
