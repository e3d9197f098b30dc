import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import type { Gate } from '../../worker/context/gate.ts';
import type { ProviderContext } from '../../worker/providers/background-client.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';
import {
  createListenBrainzClient,
  readListeners,
} from '../../worker/providers/listenbrainz/index.ts';
import { createMusicBrainzClient, findArtistId } from '../../worker/providers/musicbrainz/index.ts';
import {
  createSeatGeekClient,
  readArtists,
  readConcerts,
} from '../../worker/providers/seatgeek/index.ts';
import {
  createWikimediaClient,
  readPageViews,
  titleOf,
} from '../../worker/providers/wikimedia/index.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';
import { ANSWER_SOURCES, readAnswer as readWritten, valueAt } from './provider-answers.ts';

const CLIENT_ID = 'SECRET client id';

interface Sent {
  url: URL;
  headers: Headers;
}

/** A context whose provider returns one answer; `sent` collects the calls. */
function contextOf(answer: () => Response, changes: Record<string, unknown> = {}) {
  const sent: Sent[] = [];
  let state = INITIAL_STATE;
  const gate: Gate = {
    admit: async (request) => {
      // No pacing, so only pauses delay a call.
      const decided = admit({ ...state, nextStartAt: 0 }, request, Date.now());
      state = decided.state;
      return decided.admission;
    },
    report: async (report) => {
      state = settle(state, report, Date.now());
    },
    quota: async () => null,
  };
  const env = {
    PROVIDERS: 'live',
    SEATGEEK_CLIENT_ID: CLIENT_ID,
    SEATGEEK_API_URL: 'https://api.seatgeek.test/2',
    WIKIMEDIA_API_URL: 'https://wikimedia.test/api/rest_v1',
    MUSICBRAINZ_API_URL: 'https://musicbrainz.test/ws/2',
    LISTENBRAINZ_API_URL: 'https://listenbrainz.test',
    DEPLOYMENT_ID: 'desk',
    ...changes,
  };
  const ctx: ProviderContext = {
    // The adapters read these variables only.
    env: env as unknown as ProviderContext['env'],
    fetch: async (url, init) => {
      sent.push({ url: new URL(url), headers: new Headers(init.headers) });
      return answer();
    },
    clock: Date.now,
    signal: new AbortController().signal,
    gateOf: () => gate,
  };
  return { ctx, sent };
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

describe('SeatGeek', () => {
  test('an answer becomes concerts', async () => {
    const { ctx, sent } = contextOf(() => json(readWritten('seatgeek/events')));
    const now = Date.UTC(2021, 2, 9);
    const client = createSeatGeekClient(ctx);
    // The answer counts 134,845 events: the pages end with the provider's depth of 10,000.
    const concerts = await readConcerts(client, 2499, now);
    expect(sent).toHaveLength(20);
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      'performers.id': '2499',
      'datetime_utc.gte': '2021-03-09T00:00:00',
      sort: 'datetime_utc.asc',
      per_page: '500',
      page: '1',
      client_id: CLIENT_ID,
    });
    expect(concerts[0]).toEqual({
      event: {
        id: 700321,
        venue_name: expect.any(String),
        city_name: expect.any(String),
        country: 'BR',
        on_sale_date: '2021-03-04',
        // The time is not known yet.
        event_date: '2021-03-09',
        number_of_tickets: 26,
        min_price_amount: 27,
        min_price_currency: 'USD',
        website_event_details_url: 'https://tickets.example/361',
      },
      onSaleAt: Date.UTC(2021, 2, 4),
      startsAt: Date.UTC(2021, 2, 9, 6, 30),
      score: 0,
      listings: 26,
    });
    // Nobody offers a ticket for the second event.
    expect(concerts[1]?.event).toMatchObject({
      country: 'US',
      event_date: '2021-03-09T08:00:00',
      number_of_tickets: null,
      min_price_amount: null,
      min_price_currency: null,
    });
  });

  test('artists are sorted by score, without those that have no concerts or no name', async () => {
    const performers = [
      { id: 1, name: 'Marisol Vega', score: 0.93, has_upcoming_events: true },
      { id: 2, name: 'Resting', score: 0.9, has_upcoming_events: false },
      { id: 3, name: '', score: 0.8 },
      { id: 'x', name: 'Broken' },
    ];
    const { ctx, sent } = contextOf(() => json({ meta: { total: 250 }, performers }));
    const page = await readArtists(createSeatGeekClient(ctx), 2);
    expect(page).toEqual({
      artists: [{ id: 1, name: 'Marisol Vega', score: 0.93 }],
      isLast: false,
    });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      'taxonomies.name': 'concert',
      sort: 'score.desc',
      per_page: '100',
      page: '2',
    });
    expect((await readArtists(createSeatGeekClient(ctx), 3)).isLast).toBe(true);
  });

  test.each([
    ['UK', 'GB'],
    ['us', 'US'],
    ['Brazil', 'BR'],
    ['Czech Republic', 'CZ'],
    ['Germany', 'DE'],
    ['France', 'FR'],
    ['Atlantis', 'Atlantis'],
  ])('the country %s becomes %s', async (country, code) => {
    const events = [{ id: 1, venue: { name: null, city: null, country } }];
    const { ctx } = contextOf(() => json({ meta: { total: 1 }, events }));
    const [concert] = await readConcerts(createSeatGeekClient(ctx), 1, 0);
    expect(concert?.event.country).toBe(code);
  });

  test.each([
    [500, 'SeatGeek answered with status 500.', true],
    [403, 'SeatGeek refused the call with status 403.', false],
    [429, 'SeatGeek requests a pause of 5 seconds.', false],
  ])('status %s is a failure whose text names no key', async (status, message, concernsOneCall) => {
    const body = { message: `Client ${CLIENT_ID} is wrong` };
    const { ctx } = contextOf(() => json(body, status));
    await expect(readArtists(createSeatGeekClient(ctx), 1)).rejects.toMatchObject({
      message,
      concernsOneCall,
    });
  });

  test('after a 429 no further call is sent during the pause', async () => {
    const { ctx, sent } = contextOf(
      () => new Response('', { status: 429, headers: { 'retry-after': '40' } }),
    );
    const client = createSeatGeekClient(ctx);
    await expect(readArtists(client, 1)).rejects.toThrow('a pause of 40 seconds');
    await expect(readArtists(client, 1)).rejects.toThrow(
      /^SeatGeek cannot be called for another \d+ seconds\.$/,
    );
    expect(sent).toHaveLength(1);
  });

  test('a live product without a client id names the missing variable', () => {
    const { ctx } = contextOf(() => json({}), { SEATGEEK_CLIENT_ID: undefined });
    expect(() => createSeatGeekClient(ctx)).toThrow('An administrator can set SEATGEEK_CLIENT_ID');
  });
});

describe('Wikimedia', () => {
  const NOW = Date.UTC(2026, 10, 22, 15);

  test('sums the views of 30 days, of the last 7 and of the 28 days before them', async () => {
    const items = Array.from({ length: 35 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 9, 17 + index)).toISOString().slice(0, 10);
      return { timestamp: `${day.replaceAll('-', '')}00`, views: index < 28 ? 10 : 100 };
    });
    const { ctx, sent } = contextOf(() => json({ items }), { PROVIDER_CONTACT: 'ops@desk.test' });
    expect(await readPageViews(createWikimediaClient(ctx), 'AC/DC', NOW)).toEqual({
      last30Days: 23 * 10 + 7 * 100,
      last7Days: 700,
      before28Days: 280,
    });
    // A day's views are published one day after its end.
    expect(sent[0]?.url.pathname).toBe(
      '/api/rest_v1/metrics/pageviews/per-article/en.wikipedia/all-access/user/AC%2FDC/daily/2026101700/2026112000',
    );
    expect(sent[0]?.headers.get('user-agent')).toBe('BoxofficeDesk/0.1 (ops@desk.test)');
  });

  test('an article that does not exist has no views', async () => {
    const { ctx } = contextOf(() => json({ title: 'Not found.' }, 404));
    expect(await readPageViews(createWikimediaClient(ctx), 'Nobody', NOW)).toBeNull();
  });

  test('the titles of an artist are tried in turn', () => {
    expect([0, 1, 2, 3, 4].map((form) => titleOf('Paper  Harbour', form))).toEqual([
      'Paper_Harbour',
      'Paper_Harbour_(band)',
      'Paper_Harbour_(musician)',
      'Paper_Harbour_(singer)',
      undefined,
    ]);
  });
});

describe('MusicBrainz', () => {
  const ID = '11111111-2222-4333-8444-555555555555';
  const match = (changes: Record<string, unknown> = {}) => ({
    id: ID,
    name: 'Paper Harbour',
    score: 100,
    type: 'Group',
    ...changes,
  });
  const find = (artists: unknown[], name = 'Paper Harbour') => {
    const { ctx, sent } = contextOf(() => json({ artists }), { PROVIDER_CONTACT: 'ops@desk.test' });
    return findArtistId(createMusicBrainzClient(ctx), name).then((id) => ({ id, sent }));
  };

  test('returns the id of the only artist with the name, and identifies the caller', async () => {
    const { id, sent } = await find([match(), match({ id: crypto.randomUUID(), name: 'Harbour' })]);
    expect(id).toBe(ID);
    expect(sent[0]?.url.searchParams.get('query')).toBe('artist:"Paper Harbour"');
    expect(sent[0]?.headers.get('user-agent')).toBe('BoxofficeDesk/0.1 (ops@desk.test)');
  });

  test.each([
    ['no artist', []],
    ['another name', [match({ name: 'Paper Harbours' })]],
    ['two artists of the name', [match(), match({ id: crypto.randomUUID(), score: 60 })]],
    ['the name in another case twice', [match(), match({ name: 'PAPER HARBOUR' })]],
    ['a remark that tells it apart', [match({ disambiguation: 'UK folk duo' })]],
    ['a low score', [match({ score: 94 })]],
    ['no score', [match({ score: undefined })]],
  ])('returns no id in case of doubt: %s', async (_, artists) => {
    expect((await find(artists)).id).toBeNull();
  });

  test.each([
    ['accents', 'Sigur Rós', 'Sigur Ros'],
    ['case and blanks', 'The  Wild Foxes', 'the wild foxes'],
    ['a quotation mark', 'The "Who" Else', 'The "Who" Else'],
  ])('compares names as people do: %s', async (_, name, written) => {
    const { id, sent } = await find([match({ name: written })], name);
    expect(id).toBe(ID);
    expect(sent[0]?.url.searchParams.get('query')).toMatch(/^artist:".*"$/);
  });
});

describe('ListenBrainz', () => {
  test('counts the listeners of many artists in one call, without those that have no count', async () => {
    const { ctx, sent } = contextOf(() =>
      json([
        { artist_mbid: 'a', total_listen_count: 900, total_user_count: 30 },
        { artist_mbid: 'b', total_listen_count: null, total_user_count: null },
      ]),
    );
    const client = createListenBrainzClient(ctx);
    expect(await readListeners(client, ['a', 'b', 'c'])).toEqual(new Map([['a', 30]]));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url.pathname).toBe('/1/popularity/artist');
  });

  test('waits as long as its own header requires', async () => {
    const headers = { 'x-ratelimit-reset-in': '8' };
    const { ctx } = contextOf(() => new Response('{}', { status: 429, headers }));
    const client = createListenBrainzClient(ctx);
    await expect(readListeners(client, ['a'])).rejects.toThrow(
      'ListenBrainz requests a pause of 8 seconds.',
    );
    await expect(readListeners(client, ['a'])).rejects.toThrow('cannot be called for another 8');
  });
});

test('SeatGeek without statistics returns concerts without numbers', async () => {
  const { ctx } = contextOf(() =>
    json({ meta: { total: 1 }, events: [{ id: 7, score: 0.5, stats: {} }] }),
  );
  const [concert] = await readConcerts(createSeatGeekClient(ctx), 1, Date.now());
  expect(concert).toMatchObject({ score: 0.5, listings: null });
  expect(concert?.event).toMatchObject({
    number_of_tickets: null,
    min_price_amount: null,
    min_price_currency: null,
  });
});

describe('the simulated providers', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({ asOf: 2020 });
  });
  afterAll(() => simulator.stop());

  const readAnswer = async (path: string) => {
    const response = await fetch(`${simulator.url}/seatgeek/2/${path}`);
    return { status: response.status, body: await response.json() };
  };

  test('have 1,000 artists with 40 concerts each, the same in every call', async () => {
    const query = 'client_id=x&per_page=5000';
    const { body } = await readAnswer(`performers?${query}`);
    expect(body.meta.total).toBe(1_000);
    expect(new Set(body.performers.map(({ name }: { name: string }) => name)).size).toBe(1_000);
    const first = await readAnswer(`events?performers.id=1210&${query}`);
    expect(first.body.events).toHaveLength(40);
    expect(await readAnswer(`events?performers.id=1210&${query}`)).toEqual(first);
  });

  test.each(ANSWER_SOURCES)('refuse like $origin answers', async ({ read }) => {
    expect(await readAnswer('events')).toEqual({
      status: 403,
      body: read('seatgeek/error-403-client-required'),
    });
    expect(await readAnswer('events?client_id=x&per_page=5001')).toEqual({
      status: 400,
      body: read('seatgeek/error-400-per_page-too-large'),
    });
    const deep = await readAnswer('events?client_id=x&per_page=1000&page=11&performers.id=1210');
    const { in_hand: _, ...body } = deep.body;
    expect({ ...body, meta: { ...body.meta, took: 0 } }).toEqual(read('seatgeek/empty-deep-page'));
  });

  test.each(ANSWER_SOURCES)(
    'write every field of a $origin concert',
    async ({ concerts, read }) => {
      const { body } = await readAnswer('events?client_id=x&performers.id=1210');
      const [concert] = body.events;
      const keysAt = (...path: (string | number)[]) =>
        Object.keys(Object(valueAt(read(concerts), 'events', 0, ...path))).sort();
      expect(Object.keys(concert).sort()).toEqual(keysAt());
      expect(Object.keys(concert.venue).sort()).toEqual(keysAt('venue'));
      expect(Object.keys(concert.stats).sort()).toEqual(keysAt('stats'));
      const performer = Object.keys(concert.performers[0]);
      expect(keysAt('performers', 0).filter((key) => !performer.includes(key))).toEqual([]);
    },
  );

  test('serve the adapters', async () => {
    const { ctx } = contextOf(() => json({}), {
      SEATGEEK_API_URL: `${simulator.url}/seatgeek/2`,
      WIKIMEDIA_API_URL: `${simulator.url}/wikimedia`,
      MUSICBRAINZ_API_URL: `${simulator.url}/musicbrainz/ws/2`,
      LISTENBRAINZ_API_URL: `${simulator.url}/listenbrainz`,
    });
    const real = { ...ctx, fetch: createGuardedFetch({}) };
    const concerts = await readConcerts(createSeatGeekClient(real), 1210, Date.now());
    expect(concerts).toHaveLength(40);
    const wikimedia = createWikimediaClient(real);
    const views = await readPageViews(wikimedia, 'Northern_Lanterns', Date.now());
    expect(views?.last30Days).toBeGreaterThan(views?.last7Days ?? 0);
    expect(await readPageViews(wikimedia, 'Nobody at all', Date.now())).toBeNull();
    const id = await findArtistId(createMusicBrainzClient(real), 'Northern Lanterns');
    expect(id).not.toBeNull();
    const listeners = await readListeners(createListenBrainzClient(real), [id ?? '']);
    expect(listeners.get(id ?? '')).toBeGreaterThan(0);
    expect(await findArtistId(createMusicBrainzClient(real), 'Nobody at all')).toBeNull();
  });

  test('publish no statistics of concerts since 2024', async () => {
    const today = await startSimulator();
    try {
      const path = '/seatgeek/2/events?client_id=x&performers.id=1210';
      const { events } = await (await fetch(`${today.url}${path}`)).json();
      expect(events[0].stats).toEqual({});
      expect(events[0].score).toBeGreaterThan(0);
    } finally {
      await today.stop();
    }
  });
});
