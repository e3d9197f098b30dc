import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { LONGEST_URL, MOST_EVENTS_PER_CALL, MOST_TAGS } from '../../shared/price-monitor/schema.ts';
import { LEASE_MS, LeaseHeld, withLease } from '../../worker/db/lease.ts';
import { watchedEvents } from '../../worker/db/schema/price-monitor.ts';
import { recordTick } from '../../worker/features/health/index.ts';
import { addAlert } from '../../worker/features/price-monitor/alerts/service.ts';
import { addEvents, readEvent } from '../../worker/features/price-monitor/events/service.ts';
import { checkPrices, isPriceWorkDue } from '../../worker/features/price-monitor/index.ts';
import { drivePrices, offer, SHOW } from '../factories/price-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { opened, ctx, add, event, check, updates, bodies } = drivePrices(Date.UTC(2026, 10, 20));

describe('the price monitor', () => {
  it.each([429, 500])(
    'backs off for an hour of status %i, then continues to read',
    async (status) => {
      const answer = () => new Response('', { status });
      let isDown = true;
      const { fetch } = ctx();
      const failing = (changes = {}) =>
        check({ fetch: async (url, init) => (isDown ? answer() : fetch(url, init)), ...changes });
      await add(SHOW);
      const startedAt = opened().world.now;
      const waits: number[] = [];
      while (opened().world.now < startedAt + HOUR) {
        await failing();
        const { next_check_at, failure, failures } = await event();
        expect(failures).toBe(waits.length + 1);
        expect(failure).toBe(
          status === 429 ? 'Refused by the site (429)' : 'www.axs.com answered with status 500.',
        );
        waits.push(Date.parse(next_check_at ?? '') - opened().world.now);
        opened().world.now = Date.parse(next_check_at ?? '');
      }
      expect(waits.map((wait) => wait / MINUTE)).toEqual([1, 2, 4, 8, 16, 32]);
      expect(updates('monitor').at(-1)).toMatchObject({ data: { state: 'failing' } });
      isDown = false;
      await failing();
      expect(await event()).toMatchObject({ failure: null, failures: 0 });
      expect(updates('priceUpdate')).toHaveLength(1);
    },
  );

  it('does not call a host during the pause that it requested', async () => {
    const host = 'https://busy.axs.com/events';
    const others = [1, 2].map((id) => `${host}/${id}/quiet-hollow`);
    await add(`${host}/0/busy`, ...others);
    opened().world.runsFrom = performance.now();
    await check();
    const delayed = await Promise.all(others.map(event));
    for (const { checked_at, failure, failures, next_check_at } of delayed) {
      expect([checked_at, failure, failures]).toEqual([null, 'busy.axs.com requires a pause.', 0]);
      expect(Date.parse(next_check_at ?? '') - opened().world.now).toBeGreaterThan(50_000);
    }
  });

  it.each([
    ['large', 'The page of faulty.axs.com is too large.', 'unreadable'],
    ['endless', 'The page of faulty.axs.com is too large.', 'unreadable'],
    ['away', 'faulty.axs.com redirects away from this page.', 'unknown'],
    ['refused', 'Refused by the site (403)', 'refused'],
    ['priceless', 'The page describes no event.', 'no_event'],
  ])('reports why a page that is %s gives no prices', async (fault, reason, state) => {
    const url = `https://faulty.axs.com/events/1/${fault}`;
    await add(url, SHOW);
    await check();
    expect((await event(url)).failure).toContain(reason);
    expect((await event(url)).sale_state).toBe(state);
    expect(await event()).toMatchObject({ failure: null, sale_state: 'on_sale' });
  });

  it('checks an event once when two ticks and a repeated message arrive at the same time', async () => {
    await opened().setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx(), { url: SHOW, kind: 'below', value: 60 });
    const results = await Promise.allSettled([check(), check(), check()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LeaseHeld);
    }
    expect((await readEvent(ctx(), SHOW)).checks).toHaveLength(1);
    expect(await bodies()).toHaveLength(1);
    await check();
    expect((await readEvent(ctx(), SHOW)).checks).toHaveLength(1);
  });

  it('drops the second of two results for the same state, so that no alert fires twice', async () => {
    await opened().setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx(), { url: SHOW, kind: 'below', value: 60 });
    const { fetch } = ctx();
    let hasRun = false;
    // The lease of the first job is lost while it reads the page, and another job checks the event.
    await check({
      fetch: async (url, init) => {
        if (!hasRun) {
          hasRun = true;
          await ctx().db.run(sql`delete from leases`);
          await check();
        }
        return fetch(url, init);
      },
    });
    expect((await readEvent(ctx(), SHOW)).checks).toHaveLength(1);
    expect(await bodies()).toEqual([
      'Northern Lanterns: Below €60.00: now €50.00 at Forum Naviglio. Source: Event page',
    ]);
  });

  it('repeats messages that the channel did not accept, and loses none', async () => {
    await add(SHOW);
    const lost = check({ publish: () => Promise.reject(new Error('the channel restarts')) });
    await expect(lost).rejects.toThrow('the channel restarts');
    expect((await event()).checked_at).not.toBeNull();
    expect(await isPriceWorkDue(ctx())).toBe(true);
    await check();
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(await isPriceWorkDue(ctx())).toBe(false);
  });

  it('loses nothing while the database is unreachable', async () => {
    await opened().setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx(), { url: SHOW, kind: 'below', value: 60 });
    const { fetch } = ctx();
    const broken = opened().open();
    const failed = checkPrices({
      ...broken,
      fetch: async (url, init) => {
        // The database disappears after the page was read, before its prices are stored.
        broken.db.batch = () => Promise.reject(new Error('the database is gone'));
        Reflect.get(broken.db, '$client').execute = () => Promise.reject(new Error('gone'));
        return fetch(url, init);
      },
    });
    await expect(failed).rejects.toThrow('the database is gone');
    expect(await event()).toMatchObject({ checked_at: null, failures: 0 });
    expect(await bodies()).toEqual([]);
    // The lease could not be released either.
    await expect(check()).rejects.toThrow(LeaseHeld);
    opened().world.now += Math.max(LEASE_MS, MINUTE);
    await check();
    expect((await event()).low).toBe(50);
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(await bodies()).toHaveLength(1);
  });

  it('reads a page that ends the Worker once a minute, and the others in between', async () => {
    const others = [2, 3, 4].map((id) => `https://host-${id}.axs.com/events/${id}/others`);
    await add(SHOW, ...others);
    const { fetch } = ctx();
    let reads = 0;
    /** A Worker that ends with the page writes nothing any more. */
    const dying = () => {
      const { db } = opened().open();
      const client = db.$client;
      return check({
        db,
        fetch: (url, init) => {
          if (!String(url).includes('www.axs.com')) return fetch(url, init);
          reads += 1;
          client.execute = () => Promise.reject(new Error('the Worker ends'));
          client.batch = () => Promise.reject(new Error('the Worker ends'));
          return Promise.reject(new Error('the Worker ends'));
        },
      });
    };
    await expect(dying()).rejects.toThrow('the Worker ends');
    for (let minute = 1; minute <= 3; minute += 1) {
      opened().world.now += LEASE_MS;
      await dying().catch(() => undefined);
      opened().world.now += LEASE_MS;
      // The page is not due.
      await dying();
      expect(reads).toBe(1 + minute);
      for (const { checked_at } of await Promise.all(others.map(event)))
        expect(Date.parse(checked_at ?? '')).toBeGreaterThan(opened().world.now - MINUTE);
      expect(await isPriceWorkDue(ctx())).toBe(false);
      opened().world.now += MINUTE - LEASE_MS;
    }
    await check();
    expect(await event()).toMatchObject({ failure: null, low: expect.any(Number) });
  });

  it('counts a result that cannot be stored as a failed check of that event, and checks the others', async () => {
    const others = [2, 3, 4].map((id) => `https://www.axs.com/events/${id}/northern-lanterns`);
    await ctx().db.run(sql`create trigger refuses before update of prices on price_targets
      when new.url = ${sql.raw(`'${SHOW}'`)} and new.prices <> '{}' begin select raise(abort, 'refused'); end`);
    await add(SHOW, ...others);
    opened().world.runsFrom = performance.now();
    await check();
    await ctx().db.run(sql`drop trigger refuses`);
    expect(await event()).toMatchObject({
      low: null,
      failures: 1,
      failure: 'The result of the check could not be stored.',
    });
    for (const other of await Promise.all(others.map(event)))
      expect(other).toMatchObject({ failure: null, failures: 0 });
  });

  it('stores the texts of pages without half characters, and checks the other events', async () => {
    const texts = ['x'.repeat(199), 'Chicago '];
    const pages = texts.map((text, id) => ({
      url: `https://half.axs.com/events/${id}/quiet`,
      source: JSON.stringify({
        '@type': 'MusicEvent',
        name: id === 0 ? `${text}🎸 rest` : 'Harbour Lights Live',
        location: {
          name: 'Hall',
          address: { addressLocality: id === 1 ? `${text}\ud83c` : 'Chicago' },
        },
        offers: { '@type': 'Offer', price: '45.00', priceCurrency: 'USD' },
      }),
    }));
    await add(SHOW, ...pages.map(({ url }) => url));
    opened().world.runsFrom = performance.now();
    const { fetch } = ctx();
    await check({
      fetch: async (url, init) => {
        const page = pages.find((one) => String(url).endsWith(new URL(one.url).pathname));
        if (!page) return fetch(url, init);
        const html = `<script type="application/ld+json">${page.source}</script>`;
        return new Response(html, { headers: { 'content-type': 'text/html' } });
      },
    });
    const [title, city] = await Promise.all(pages.map(({ url }) => event(url)));
    expect(title).toMatchObject({ low: 45, title: 'x'.repeat(199), failure: null });
    expect(city).toMatchObject({ low: 45, city: 'Chicago \ufffd', failure: null });
    expect((await event()).failure).toBeNull();
  });

  it.each([HOUR, 400 * 24 * HOUR])(
    'does not wait for leases and due times of a clock that was fast by %i ms',
    async (aheadMs) => {
      const { now } = opened().world;
      await add(SHOW);
      await recordTick(opened().open({ clock: () => now + aheadMs }));
      await ctx()
        .db.update(watchedEvents)
        .set({ nextCheckAt: now + aheadMs });
      await ctx().db.run(sql`insert or replace into leases (name, holder, until)
      values ('price checks', 'lost', ${now + aheadMs})`);
      expect(await isPriceWorkDue(ctx())).toBe(aheadMs > HOUR);
      await recordTick(ctx());
      opened().world.now += MINUTE;
      expect(await isPriceWorkDue(ctx())).toBe(true);
      await check();
      expect((await event()).checked_at).not.toBeNull();
    },
  );

  it('does not wait for the webhook: a separate job posts the alerts', async () => {
    const webhook = 'https://hooks.example.com/silent';
    await opened().setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx(), { url: SHOW, kind: 'below', value: 60 });
    const { env, fetch } = ctx();
    await check({
      env: { ...env, NOTIFY_WEBHOOK_URL: webhook },
      fetch: (url, init) =>
        String(url) === webhook ? new Promise(() => undefined) : fetch(url, init),
    });
    expect(await bodies()).toHaveLength(1);
    expect(updates('notification')).toHaveLength(1);
    expect(opened().enqueued).toContainEqual({ kind: 'notifications.post' });
  });

  it('keeps its lease for as long as it works', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const attempt = () => withLease(ctx(), 'tests', async () => {});
    await withLease(ctx(), 'tests', async () => {
      for (let passed = 0; passed < 3 * LEASE_MS; passed += 1_000) {
        opened().world.now += 1_000;
        vi.advanceTimersByTime(1_000);
        await expect(attempt()).rejects.toThrow(LeaseHeld);
      }
    });
    await attempt();
    vi.useRealTimers();
  });

  it('accepts as many addresses in one call as it announces, each with the full length and number of tags', async () => {
    const targets = Array.from({ length: MOST_EVENTS_PER_CALL }, (_, index) => {
      const start = `https://www.axs.com/events/${index}/`;
      return { url: start.padEnd(LONGEST_URL, 'a'), tags: [] };
    });
    const tags = Array.from({ length: MOST_TAGS }, (_, index) => `票${index}`.padEnd(40, '票'));
    const report = await addEvents(ctx(), { targets, tags });
    expect(report).toEqual({ added: MOST_EVENTS_PER_CALL, refused: [] });
    const again = await addEvents(ctx(), { targets, tags });
    expect([again.added, again.refused.length]).toEqual([0, MOST_EVENTS_PER_CALL]);
    await ctx().db.delete(watchedEvents);
  });
});
