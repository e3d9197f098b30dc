import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { artistCheckCalls, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import {
  checkArtist,
  deleteOldChanges,
  startDueChecks,
} from '../../worker/features/artist-monitor/index.ts';
import { checkArtistNow } from '../../worker/features/artist-monitor/service.ts';
import {
  claimReading,
  endReading,
  storeChanges,
} from '../../worker/features/catalogues/readings/service.ts';
import { PATIENCE } from '../factories/patience.ts';
import { openWorld, rawEvent, START } from './artist-world.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const db = () => openDatabase(readSettings());
let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});
const remove = (id: string) => call(`/events/monitored-artists/${id}`, { method: 'DELETE' });

describe('a check', () => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  beforeEach(async () => {
    // A tick takes the checks that are due first, including artists of other files.
    await db().delete(monitoredArtists);
    world = await openWorld();
  });
  const second = () => rawEvent(`E${world.artistId}2`);
  const startAt = (now: number) => {
    world.now = now;
    return world.queuedBy(startDueChecks);
  };

  test('stores the events of its first run, and reports the new ones of the second', async () => {
    await world.check();
    expect(await world.notifications()).toEqual([]);
    expect(await world.timeline()).toEqual(['started']);
    world.events.push(second());
    await world.check();
    expect(await world.notifications()).toEqual([
      'New event: Lyon, Halle des Quais, 21/03/2027 20:00',
    ]);
    expect(await world.timeline()).toEqual(['started', 'new_event']);
    await world.check();
    expect(await world.notifications()).toHaveLength(1);
    // A delivery also publishes what other files have stored.
    const published = world.published.filter(
      (message) =>
        message.type === 'notification' && message.data.href?.includes(world.artistId) === true,
    );
    expect(published).toHaveLength(1);
  });

  describe('of an artist whose countries have catalogues', () => {
    const turnOn = (country: string, readAt: number | null, part = {}) =>
      db()
        .insert(catalogues)
        .values({ country, isOn: true, nextAt: 1e15, readAt, events: 1, ...part })
        .onConflictDoUpdate({ target: catalogues.country, set: { readAt, ...part } });
    beforeEach(async () => {
      await db().delete(catalogues);
      return async () => {
        await db().delete(catalogues);
        await db().delete(catalogueEvents);
        await db().delete(artistCheckCalls);
      };
    });
    const intervalOf = async () => {
      const { nextCheckAt, checkedAt } = await world.row();
      return (nextCheckAt - (checkedAt ?? 0)) / HOUR;
    };
    const coverAgain = async () => {
      await turnOn('FR', START);
      await world.check();
      expect(await intervalOf()).toBeGreaterThanOrEqual(24);
    };

    test('is made once a day, and says so', async () => {
      await turnOn('DE', START);
      await world.check();
      expect([await intervalOf(), (await world.row()).isCovered]).toEqual([1, false]);
      await coverAgain();
      const { data } = await (await call('/events/artist-checks?seen=0')).json<{
        data: { artist_id: string; source: string }[];
      }>();
      const own = data.find(({ artist_id }) => artist_id === world.artistId);
      expect(own?.source).toBe('catalogues');
    });

    test.each([
      ['was not read for 36 hours', START - 36 * HOUR, {}],
      ['has failed for 36 hours', START - 36 * HOUR, { reason: 'The file ends early.' }],
      ['is off', START, { isOn: false }],
      ['was never read', null, {}],
    ])('is made every hour if the catalogue %s', async (_, readAt, part) => {
      await turnOn('FR', readAt, part);
      await world.check();
      expect(await intervalOf()).toBe(1);
    });

    test('is made once a day although the catalogue fails, until its last reading is 36 hours old', async () => {
      await coverAgain();
      const { nextCheckAt } = await world.row();
      await turnOn('FR', START - 35 * HOUR, { reason: 'The file ends early.' });
      expect(await startAt(world.now + 10 * MINUTE)).toEqual([]);
      expect(await world.row()).toMatchObject({ isCovered: true, nextCheckAt });
      await turnOn('FR', START - 37 * HOUR, { reason: 'The file ends early.' });
      await startAt(world.now + 10 * MINUTE);
      expect(await world.row()).toMatchObject({ isCovered: false });
    });

    test('is made every 15 minutes before a sale nevertheless', async () => {
      await turnOn('FR', START);
      const opens = new Date(START + 20 * HOUR).toISOString();
      world.events = [
        rawEvent(`E${world.artistId}1`, { sales: { public: { startDateTime: opens } } }),
      ];
      await world.check();
      expect(await intervalOf()).toBeLessThan(1);
    });

    test('is due an hour after the last one as soon as the catalogue no longer covers it', async () => {
      await coverAgain();
      const { checkedAt } = await world.row();
      await db().update(catalogues).set({ isOn: false });
      expect(await startAt((checkedAt ?? 0) + 10 * MINUTE)).toEqual([]);
      expect((await world.row()).nextCheckAt).toBe((checkedAt ?? 0) + HOUR);
      expect(await startAt((checkedAt ?? 0) + HOUR)).toHaveLength(1);
    });

    /** A part of a reading that has an event of the artist. */
    const tell = async (hash: string, artistId = world.artistId) => {
      await db().update(catalogues).set({ nextAt: 0 });
      const ctx = world.ctx();
      const token = (await claimReading(ctx))?.token ?? '';
      // The clock is stopped, so the next call would wait for its turn forever.
      world.gate = { ...world.gate, nextStartAt: 0 };
      const artists = [{ id: artistId, name: 'Marisol Vega' }];
      const event = {
        id: `E${world.artistId}2`,
        hash,
        name: 'Tour',
        artists,
        venue: '',
        city: '',
        timezone: '',
        segment: '',
        genre: '',
        url: '',
        status: 'onsale',
        startsAt: null,
        day: '',
        sales: [],
      };
      await storeChanges(ctx, token, { events: [event], gone: [] });
      await endReading(ctx, token, { outcome: 'complete', events: 1, changes: 1 });
    };

    test('is made at once when a reading reports a change, and names the catalogue', async () => {
      await coverAgain();
      world.now += 3 * HOUR;
      await tell('h1', 'somebody else');
      expect(await startAt(world.now)).toEqual([]);
      await tell('h2');
      expect(await startAt(world.now)).toHaveLength(1);
      world.events.push(second());
      const calls = world.requested;
      await world.check();
      expect(world.requested).toBe(calls + 1);
      expect(await world.notifications()).toEqual([
        'New event: Lyon, Halle des Quais, 21/03/2027 20:00 (catalogue of France)',
      ]);
      const [newest] = (
        await (
          await call(`/events/artist-changes?artist_id=${world.artistId}`)
        ).json<{
          data: { told_by?: string }[];
        }>()
      ).data;
      expect(newest?.told_by).toBe('FR');
      world.now += HOUR;
      await tell('h2');
      expect(await startAt(world.now)).toEqual([]);
      expect(await intervalOf()).toBeGreaterThanOrEqual(24);
    });
  });

  test('takes one call for an artist that fits into one page, and is due again after an hour', async () => {
    await world.check();
    expect(world.requested).toBe(1);
    const { nextCheckAt, checkedAt, eventCount, calls } = await world.row();
    expect([eventCount, calls]).toEqual([1, 1]);
    expect(nextCheckAt - (checkedAt ?? 0)).toBeGreaterThanOrEqual(HOUR);
  });

  test('is more frequent before a sale, and reports a moved date, a presale and a cancellation', async () => {
    await world.check();
    const opens = new Date(START + 20 * HOUR).toISOString();
    world.events = [
      rawEvent(`E${world.artistId}1`, {
        dates: {
          start: { localDate: '2027-03-22', localTime: '20:00:00' },
          timezone: 'Europe/Paris',
          status: { code: 'cancelled' },
        },
        sales: {
          public: { startDateTime: '2026-11-30T10:00:00Z' },
          presales: [{ name: 'Fan presale', startDateTime: opens }],
        },
      }),
    ];
    await world.check();
    expect(await world.timeline()).toEqual([
      'started',
      'new_presale',
      'date',
      'sale_moved',
      'status',
    ]);
    expect(await world.notifications()).toEqual([
      'New presale: Lyon, Halle des Quais: Fan presale opens 23/11/2026 07:00 (CET)',
      'Date changed: Lyon, Halle des Quais: from 21/03/2027 20:00 to 22/03/2027 20:00',
      'General sale moved: Lyon, Halle des Quais: from 01/11/2026 11:00 (CET) to 30/11/2026 11:00 (CET)',
      'Cancelled: Lyon, Halle des Quais, before: On sale',
    ]);
    const { nextCheckAt, checkedAt, nextSaleAt } = await world.row();
    expect(nextSaleAt).toBe(START + 20 * HOUR);
    expect(nextCheckAt - (checkedAt ?? 0)).toBeLessThan(HOUR);
  });

  test('fails if half of the events lack stored fields, and keeps those fields', async () => {
    world.events.push(second());
    await world.check();
    const whole = [...world.events];
    const thin = { id: `E${world.artistId}1`, name: 'Marisol Vega', url: 'https://tickets.test/1' };
    world.events = [thin, second()];
    await world.check();
    expect((await world.row()).failure).toContain('1 of 2 known events');
    world.events = whole;
    await world.check();
    expect((await world.row()).failure).toBeNull();
    expect(await world.timeline()).toEqual(['started']);
    expect(await world.notifications()).toEqual([]);
  });

  test('accepts a repeated answer with fewer details, without news about the missing ones', async () => {
    world.events.push(second());
    await world.check();
    const thin = (number: number) => ({
      id: `E${world.artistId}${number}`,
      name: 'Marisol Vega',
      url: 'https://tickets.test/1',
    });
    world.events = [thin(1), thin(2)];
    await world.check();
    expect((await world.row()).failure).toContain('2 of 2 known events');
    await world.check();
    expect((await world.row()).failure).toBeNull();
    expect(await world.timeline()).toEqual(['started']);
    expect(await world.notifications()).toEqual([]);
  });

  test('reports the only event as cancelled, although its sales are gone', async () => {
    await world.check();
    world.events = [
      rawEvent(`E${world.artistId}1`, {
        dates: {
          start: { localDate: '2027-03-21' },
          timezone: 'Europe/Paris',
          status: { code: 'cancelled' },
        },
        sales: {},
      }),
    ];
    await world.check();
    expect((await world.row()).failure).toBeNull();
    expect(await world.notifications()).toEqual([expect.stringContaining('Cancelled')]);
  });

  test('accepts the rest of an answer in which few events lack fields', async () => {
    const third = rawEvent(`E${world.artistId}3`);
    world.events.push(second(), third);
    await world.check();
    const thin = { id: `E${world.artistId}1`, name: 'Marisol Vega', url: 'https://tickets.test/1' };
    const dates = { start: { localDate: '2027-03-21' }, timezone: 'Europe/Paris' };
    const cancelled = rawEvent(`E${world.artistId}3`, {
      dates: { ...dates, status: { code: 'cancelled' } },
    });
    world.events = [thin, second(), cancelled];
    await world.check();
    expect(await world.notifications()).toEqual([
      'Cancelled: Lyon, Halle des Quais, before: On sale',
    ]);
    const silent = rawEvent(`E${world.artistId}3`, { dates });
    world.events = [thin, second(), silent];
    await world.check();
    expect(await world.timeline()).toEqual(['started', 'status']);
  });

  test('reports a change that occurs again, also on the same day', async () => {
    const moved = rawEvent(`E${world.artistId}1`, {
      sales: { public: { startDateTime: '2026-11-01T12:00:00Z' } },
    });
    await world.check();
    const [first] = world.events;
    for (const event of [moved, first, moved, first, moved]) {
      world.events = event === undefined ? [] : [event];
      await world.check();
    }
    expect(await world.timeline()).toHaveLength(6);
    expect(await world.notifications()).toHaveLength(5);
  });

  test('gives way to operators, and fails in a long pause, unless one of them waits for it', async () => {
    await world.check();
    const [job] = await world.queuedBy((ctx) => checkArtistNow(ctx, world.artistId));
    if (job === undefined) throw new Error('no check was enqueued');
    await checkArtist(world.ctx(), job);
    expect(world.admitted).toMatchObject([
      { priority: 'background', longestPauseMs: 10_000 },
      { priority: 'interactive', longestPauseMs: 60_000 },
    ]);
  });

  test('does not start while operators have left no calls, unless one of them requests it', async () => {
    const limit = 5_000;
    world.gate.quota = { available: limit * 0.2, limit, resetsAt: START + 5 * HOUR };
    expect(await startAt(START)).toEqual([]);
    const job = { kind: 'artists.check', artistId: world.artistId, isAwaited: true };
    expect(await world.queuedBy((ctx) => checkArtistNow(ctx, world.artistId))).toMatchObject([job]);
    world.now += MINUTE;
    world.gate.quota = { available: limit, limit, resetsAt: START + 5 * HOUR };
    expect(await startAt(world.now)).toMatchObject([{ ...job, isAwaited: false }]);
  });

  test('that is delivered twice at once reports once', async () => {
    await world.check();
    world.events.push(second());
    world.now += HOUR;
    const { nextCheckAt: dueAt } = await world.row();
    const job = { artistId: world.artistId, dueAt };
    world.now = dueAt;
    await Promise.all([checkArtist(world.ctx(), job), checkArtist(world.ctx(), job)]);
    await checkArtist(world.ctx(), job);
    expect(await world.timeline()).toEqual(['started', 'new_event']);
    expect(await world.notifications()).toHaveLength(1);
  });

  test('that ends before its batch is written loses nothing', async () => {
    await world.check();
    world.events.push(second());
    const broken = world.ctx().db;
    const gone = { batch: () => Promise.reject(new Error('the database is gone')) };
    const half = new Proxy(broken, {
      get: (target, name) => (name === 'batch' ? gone.batch : Reflect.get(target, name)),
    });
    const { nextCheckAt: dueAt } = await world.row();
    world.now = dueAt;
    const ctx = Object.defineProperty(world.ctx(), 'db', { value: half });
    await expect(checkArtist(ctx, { artistId: world.artistId, dueAt })).rejects.toThrow('gone');
    expect(await world.notifications()).toEqual([]);
    await checkArtist(world.ctx(), { artistId: world.artistId, dueAt });
    expect(await world.notifications()).toHaveLength(1);
  });

  test('that cannot publish has stored its notification for the next delivery', async () => {
    await world.check();
    world.events.push(second());
    const publish = () => Promise.reject(new Error('the channel is gone'));
    await expect(world.check({ publish })).rejects.toThrow('the channel is gone');
    expect(await world.notifications()).toHaveLength(1);
    expect(await world.timeline()).toEqual(['started', 'new_event']);
  });

  test('an event of two monitored artists is reported once', async () => {
    const other = await openWorld();
    await world.check();
    await other.check();
    const shared = rawEvent(`E${world.artistId}-shared`);
    world.events.push(shared);
    other.events.push(shared);
    await world.check();
    await other.check();
    expect([...(await world.notifications()), ...(await other.notifications())]).toHaveLength(1);
    expect(await other.timeline()).toEqual(['started', 'new_event']);
    await remove(other.artistId);
  });

  test.each([
    [500, 'Ticketmaster answered with status 500'],
    [429, 'Ticketmaster requests a pause of 30 seconds.'],
  ])(
    'during an hour of %i is repeated after growing pauses, with its reason shown and nothing lost',
    async (status, reason) => {
      await world.check();
      world.refusal = new Response('{}', { status, headers: { 'Retry-After': '30' } });
      const failedUntil = world.now + 2 * HOUR;
      const waits: number[] = [];
      while (world.now < failedUntil) {
        await world.check();
        const { nextCheckAt, failure } = await world.row();
        waits.push((nextCheckAt - world.now) / MINUTE);
        expect(failure).toContain(reason);
      }
      expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 60]);
      expect(world.published.at(-1)).toMatchObject({
        type: 'monitor',
        data: { target: 'artist', state: 'failing', reason: expect.stringContaining(reason) },
      });
      world.refusal = null;
      world.events.push(second());
      await world.check();
      expect(await world.row()).toMatchObject({ failures: 0, failure: null });
      expect(await world.notifications()).toHaveLength(1);
    },
  );

  test('during a pause of three days is attempted once a day, and the provider is not called before its end', async () => {
    await world.check();
    const pausedAt = world.now + HOUR;
    world.now = pausedAt;
    world.refusal = new Response('{}', { status: 429, headers: { 'Retry-After': '259200' } });
    const before = world.requested;
    for (const day of [1, 2, 3]) {
      await world.check();
      const { nextCheckAt, failure } = await world.row();
      expect(failure).toContain('Ticketmaster requests a pause');
      expect(nextCheckAt - world.now).toBeLessThanOrEqual(24 * HOUR);
      expect(nextCheckAt - pausedAt).toBeGreaterThanOrEqual(day * 24 * HOUR - MINUTE);
    }
    expect(world.requested).toBe(before + 1);
    world.refusal = null;
    world.now = pausedAt + 73 * HOUR;
    await world.check();
    expect(await world.row()).toMatchObject({ failures: 0, failure: null });
  });

  test('waits until a used-up quota is renewed', async () => {
    await world.check();
    const before = world.requested;
    const reset = world.now + 5 * HOUR;
    const fault = { detail: { errorcode: 'policies.ratelimit.QuotaViolation' } };
    world.refusal = Response.json(
      { fault },
      {
        status: 429,
        headers: {
          'rate-limit': '5000',
          'rate-limit-available': '0',
          'rate-limit-reset': String(reset),
        },
      },
    );
    await world.check();
    const { nextCheckAt, failure } = await world.row();
    expect(failure).toMatch(/^Ticketmaster's daily allowance of 5000 calls is used up\./);
    expect(nextCheckAt).toBeGreaterThanOrEqual(reset);
    expect(world.requested).toBe(before + 1);
  });

  test('of an artist that was removed during the check writes nothing', async () => {
    await world.check();
    world.events.push(second());
    const { nextCheckAt: dueAt } = await world.row();
    world.now = dueAt;
    const removing = world.ctx({
      fetch: async () => {
        await remove(world.artistId);
        const page = { totalElements: 2 };
        return Response.json({ _embedded: { events: world.events }, page });
      },
    });
    await checkArtist(removing, { artistId: world.artistId, dueAt });
    expect(await world.timeline()).toEqual([]);
    expect(await world.notifications()).toEqual([]);
  });

  test('is taken by one of two ticks, again after its lease, and not outside its window', async () => {
    const taken = await Promise.all([startAt(START), startAt(START)]);
    expect(taken.flat()).toEqual([
      { kind: 'artists.check', artistId: world.artistId, dueAt: START, isAwaited: false },
    ]);
    expect(await startAt(START + MINUTE - 1)).toEqual([]);
    expect(await startAt(START + MINUTE)).toHaveLength(1);
    await db()
      .update(monitoredArtists)
      .set({ endDay: '2026-11-21' })
      .where(eq(monitoredArtists.artistId, world.artistId));
    expect(await startAt(START + 24 * HOUR)).toEqual([]);
  });

  test('stores and reports presales whose names are cut within an emoji or contain half of one', async () => {
    const names = ['🎸'.repeat(600), `a${'🎸'.repeat(600)}`, 'Fan \ud83c presale'];
    await world.check();
    world.events = world.events.map((event) => ({
      ...event,
      sales: {
        public: { startDateTime: '2028-02-05T16:00:00Z' },
        presales: names.map((name) => ({ name, startDateTime: '2028-02-01T16:00:00Z' })),
      },
    }));
    await world.check();
    const notified = await world.notifications();
    expect(notified.filter((text) => text.includes('🎸'))).toHaveLength(2);
    expect(notified.join()).toContain('Fan \ufffd presale');
    expect(notified.every((text) => text.isWellFormed())).toBe(true);
    expect((await call('/notifications?limit=200')).status).toBe(200);
  });

  test('that cannot be stored is a failed check of this artist', async () => {
    await world.check();
    world.events.push(second());
    const trigger = `refuses_${world.artistId}`;
    await db().run(
      sql.raw(`create trigger ${trigger} before insert on artist_events
        when new.artist_id = '${world.artistId}' begin select raise(abort, 'refused'); end`),
    );
    await world.check();
    await db().run(sql.raw(`drop trigger ${trigger}`));
    expect(await world.row()).toMatchObject({
      failures: 1,
      failure: 'The result of the check could not be stored.',
    });
    await world.check();
    expect(await world.row()).toMatchObject({ failures: 0, failure: null });
    expect(await world.timeline()).toEqual(['started', 'new_event']);
  });

  test('is taken by no tick while it runs, and by the next one after a crash', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await startAt(START);
    let crashed: Response | undefined;
    await world.check({
      fetch: async () => {
        // The clock advances by more than a claim and the lease.
        for (let passed = 0; passed < 3 * MINUTE; passed += 5_000) {
          world.now += 5_000;
          vi.advanceTimersByTime(5_000);
          await vi.waitFor(async () => expect(await startAt(world.now)).toEqual([]), PATIENCE);
        }
        crashed ??= Response.json({ _embedded: { events: world.events }, page: {} });
        // The lease is not renewed, as if the job had ended here.
        expect(await startAt(world.now + 15_000)).toHaveLength(1);
        return crashed.clone();
      },
    });
  });

  test.each(['nextCheckAt', 'queuedUntil'])(
    'is due if only a wrong clock could have written its %s',
    async (name) => {
      await db()
        .update(monitoredArtists)
        .set({ [name]: START + 30 * 24 * HOUR })
        .where(eq(monitoredArtists.artistId, world.artistId));
      expect(await startAt(START)).toHaveLength(1);
    },
  );

  test('is taken by the next tick when the queue refuses it', async () => {
    const refuse = async () => Promise.reject(new Error('the queue is gone'));
    const tick = startDueChecks(world.ctx({ enqueue: refuse }));
    await expect(tick).rejects.toThrow('the queue is gone');
    expect(await startAt(START + MINUTE)).toHaveLength(1);
  });

  test('is in the list of checks and in the timeline, page by page, for 90 days', async () => {
    await world.check();
    world.events.push(second(), rawEvent(`E${world.artistId}3`));
    await world.check();
    const checks: { data: { artist_id: string }[]; plan: object } = await (
      await call('/events/artist-checks?seen=0')
    ).json();
    expect(checks.data.find(({ artist_id }) => artist_id === world.artistId)).toMatchObject({
      event_count: 3,
      last_event_day: '2027-03-21',
      failure: null,
      new_count: 2,
    });
    expect(checks.plan).toMatchObject({ soon_minutes: 15, other_minutes: 60 });

    const page = async (query: string) => {
      const path = `/events/artist-changes?artist_id=${world.artistId}&${query}`;
      const answer: { data: { id: number; kind: string }[]; total: number; next_cursor: string } =
        await (await call(path)).json();
      return answer;
    };
    const first = await page('limit=2');
    expect([first.total, ...first.data.map(({ kind }) => kind)]).toEqual([
      3,
      'new_event',
      'new_event',
    ]);
    const rest = await page(`limit=2&cursor=${first.next_cursor}`);
    expect(rest.data.map(({ kind }) => kind)).toEqual(['started']);
    expect(rest.next_cursor).toBeNull();
    const starts = await page('kind=started');
    expect([starts.total, ...starts.data.map(({ kind }) => kind)]).toEqual([1, 'started']);
    const seen = first.data[0]?.id;
    const later: typeof checks = await (await call(`/events/artist-checks?seen=${seen}`)).json();
    expect(later.data.find(({ artist_id }) => artist_id === world.artistId)).toMatchObject({
      new_count: 0,
    });
    await deleteOldChanges(world.ctx({ clock: () => START + 89 * 24 * HOUR }));
    expect(await world.timeline()).toHaveLength(3);
    await deleteOldChanges(world.ctx({ clock: () => START + 91 * 24 * HOUR }));
    expect(await world.timeline()).toEqual([]);
  });
});
