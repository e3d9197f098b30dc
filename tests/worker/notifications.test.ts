import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { type NotificationPage, notificationKind } from '../../shared/notifications/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { change } from '../../worker/db/change.ts';
import { withLease } from '../../worker/db/lease.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  deleteOldNotifications,
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../../worker/features/notifications/index.ts';
import { consumeJobs } from '../../worker/jobs/consume.ts';
import { PATIENCE } from '../factories/patience.ts';
import { whenFree } from '../factories/worker/alone.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { connect, type TestSocket } from './channel-world.ts';

const aboutStock = (changes: Partial<NewNotification> = {}): NewNotification => ({
  kind: 'price_alert',
  title: 'Paper Harbour',
  topic: 'Back in stock',
  body: '3 left from $72.00 at Liffey Hall',
  href: '/event-price-monitoring',
  dedupeKey: crypto.randomUUID(),
  createdAt: Date.now(),
  ...changes,
});
const store = (ctx: Ctx, ...given: NewNotification[]) =>
  change(ctx, { statements: { notified: notificationStatements(given) }, audit: null });
const received = ({ frames }: TestSocket, title: string) =>
  frames.filter((frame) => frame.type === 'notification' && frame.data.title === title);

describe('a search of notifications', () => {
  const titlesOf = async (token: string, query: Record<string, string>) => {
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = new URLSearchParams({ ...query, limit: '2', ...(cursor && { cursor }) });
      const answer = await callApi(`/api/notifications?${page}`, { token });
      expect(answer.status).toBe(200);
      const { data, next_cursor } = await answer.json<NotificationPage>();
      titles.push(...data.map(({ title }) => title));
      cursor = next_cursor;
    }
    return titles;
  };

  test('finds each part of a title, a topic and a body in any case, the newest first', async () => {
    const ctx = makeCtx();
    const { token } = await makeOperator();
    const mark = crypto.randomUUID().slice(0, 8);
    const texts = [
      { title: `ÉLAN Vital ${mark}`, body: 'from $10' },
      { title: `Owls ${mark}`, body: `an "odd" 100% text of É l a n ${mark}` },
      { title: `Lanterns ${mark}`, topic: 'Élan sale', body: '漢字 🎫🎟️' },
      { title: `Other ${mark}`, kind: 'mailbox' as const, body: 'elan, vit ital' },
    ];
    await store(ctx, ...texts.map((text) => aboutStock({ topic: 'Topic', ...text })));
    const found = async (search: string, more: Record<string, string> = {}) =>
      (await titlesOf(token, { search, ...more }))
        .filter((title) => title.endsWith(mark))
        .map((title) => title.slice(0, -mark.length - 1));
    expect(await found(mark.toUpperCase())).toEqual(['Other', 'Lanterns', 'Owls', 'ÉLAN Vital']);
    expect(await found('élan')).toEqual(['Lanterns', 'ÉLAN Vital']);
    expect(await found('élan vit')).toEqual(['ÉLAN Vital']);
    expect(await found('"odd" 100%')).toEqual(['Owls']);
    expect(await found('漢字 🎫')).toEqual(['Lanterns']);
    expect(await found(mark, { kind: 'mailbox' })).toEqual(['Other']);
    expect(await found(mark, { unread: 'true' })).toHaveLength(4);
    // Texts without a trigram.
    expect(await found('$1')).toEqual(['ÉLAN Vital']);
    expect(await found('OW')).toEqual(['Owls']);
    for (const text of ['él', 'Él', 'ÉL', 'éL'])
      expect(await found(text), text).toEqual(['Lanterns', 'ÉLAN Vital']);
    expect(await found('É')).toEqual(['Lanterns', 'Owls', 'ÉLAN Vital']);
    for (const text of ['nothing has this', '" OR title:a', '*', 'NEAR(a b)', 'a\0b'])
      expect(await found(text), text).toEqual([]);
  });

  test('reads the index from the newest row, and follows each change of the rows', async () => {
    const ctx = makeCtx();
    const { token } = await makeOperator();
    const title = `Kelp ${crypto.randomUUID()}`;
    const fact = aboutStock({ title });
    await store(ctx, fact);
    const plan = await ctx.db.all<{ detail: string }>(
      sql`explain query plan select notifications.id from notifications_search cross join notifications on notifications.id = notifications_search.rowid
        where notifications_search match '"kel"' and notifications_search.rowid > (select 1) and (notifications_search.rowid) < (5) order by notifications_search.rowid desc limit 3`,
    );
    const steps = plan.map(({ detail }) => detail).join('\n');
    expect(steps).not.toMatch(/TEMP B-TREE|SCAN notifications$/m);
    const other = `Orbit ${crypto.randomUUID()}`;
    await ctx.db.update(notifications).set({ title: other }).where(eq(notifications.title, title));
    expect(await titlesOf(token, { search: title })).toEqual([]);
    expect(await titlesOf(token, { search: other })).toEqual([other]);
    await ctx.db.delete(notifications).where(eq(notifications.title, other));
    expect(await titlesOf(token, { search: other })).toEqual([]);
    await ctx.db.run(
      sql`insert into notifications_search (notifications_search) values ('integrity-check')`,
    );
  });
});

describe('a notification', () => {
  test('of the same fact is stored once', async () => {
    const ctx = makeCtx();
    const fact = aboutStock();
    await store(ctx, fact, fact);
    await store(ctx, fact);
    const rows = await ctx.db
      .select()
      .from(notifications)
      .where(eq(notifications.dedupeKey, fact.dedupeKey));
    expect(rows).toHaveLength(1);
  });

  test('reaches a client once, however many deliver it', async () => {
    const ctx = makeCtx();
    const client = await connect((await makeOperator()).token);
    const title = `Lanterns ${crypto.randomUUID()}`;
    await store(ctx, aboutStock({ title }));
    await Promise.all([deliverNotifications(ctx), deliverNotifications(makeCtx())]);
    await deliverNotifications(ctx);
    const last = `Last ${crypto.randomUUID()}`;
    await store(ctx, aboutStock({ title: last }));
    await deliverNotifications(ctx);
    await vi.waitFor(() => expect(received(client, last)).toHaveLength(1), PATIENCE);
    expect(received(client, title)).toMatchObject([
      { data: { kind: 'price_alert', topic: 'Back in stock', is_read: false } },
    ]);
  });
});

describe('the list', () => {
  const list = async (token: string, query = '') => {
    const response = await callApi(`/api/notifications${query}`, { token });
    expect(response.status).toBe(200);
    return response.json<NotificationPage>();
  };
  /**
   * Those of the given notifications that an operator has not read. It waits until the count of
   * unread ones matches their list, because background jobs of other tests may store some between
   * the two.
   */
  const unreadOf = (token: string, ids: readonly number[]) =>
    vi.waitFor(async () => {
      const { data, unread } = await list(token, '?limit=200&unread=true');
      expect(unread).toBe(Math.min(100, data.length));
      return data.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
    }, PATIENCE);
  /** The ids on all pages, for the given number of notifications. */
  const readPages = async (token: string, query: string) => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(token, `?${query}${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return seen;
  };
  const fill = async (count: number, changes: Partial<NewNotification> = {}) => {
    const title = `Lanterns ${crypto.randomUUID()}`;
    await store(
      makeCtx(),
      ...Array.from({ length: count }, () => aboutStock({ title, ...changes })),
    );
    const { data } = await list((await makeOperator()).token, '?limit=200');
    const ids = data.flatMap((found) => (found.title === title ? [found.id] : []));
    return { title, ids };
  };

  test('is paged, newest first, and counts the unread ones of the operator', async () => {
    const { token } = await makeOperator();
    const { ids } = await fill(5);
    const seen = await readPages(token, 'limit=3&unread=true');
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(await unreadOf(token, ids)).toEqual(ids);
  });

  test('counts unread ones up to 100, and has pages of all of them', async () => {
    const { token } = await makeOperator();
    const { ids } = await fill(130);
    expect((await list(token)).unread).toBe(100);
    const seen = await readPages(token, 'limit=65&unread=true');
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
    await callApi('/api/notifications/read', { token, json: { ids: ids.slice(0, 50) } });
    expect(await unreadOf(token, ids)).toEqual(ids.slice(50));
    await callApi('/api/notifications/read', { token, json: { all: true } });
    expect(await unreadOf(token, ids)).toEqual([]);
  });

  test('marks some or all of them as read, for this operator alone', async () => {
    const [one, other] = [await makeOperator(), await makeOperator()];
    const { ids } = await fill(3);
    const read = (json: object) => callApi('/api/notifications/read', { token: one.token, json });
    // The same id twice, and one that does not exist.
    await read({ ids: [ids[0], 9_999_999] });
    expect((await read({ ids: [ids[0]] })).status).toBe(200);
    const { data } = await list(one.token, '?limit=200');
    const isRead = data.flatMap((found) => (ids.includes(found.id) ? [found.is_read] : []));
    expect(isRead).toEqual([true, false, false]);
    expect(await unreadOf(one.token, ids)).toEqual(ids.slice(1));
    expect((await read({ all: true })).status).toBe(200);
    expect(await unreadOf(one.token, ids)).toEqual([]);
    expect(await unreadOf(other.token, ids)).toEqual(ids);
  });

  test('does not count notifications from before the operator was added', async () => {
    const { ids } = await fill(2, { createdAt: Date.now() - 60_000 });
    expect(ids).toHaveLength(2);
    expect(await unreadOf((await makeOperator()).token, ids)).toEqual([]);
  });

  test('keeps muted kinds in the list, and does not count them', async () => {
    const { token } = await makeOperator();
    await fill(2, { kind: 'mailbox' });
    await fill(1, { kind: 'system' });
    const mute = async (kinds: readonly string[]) => {
      const muted = await callApi('/api/notifications/muted', {
        method: 'PUT',
        token,
        json: { kinds },
      });
      expect(muted.status).toBe(200);
      return list(token, '?limit=3');
    };
    // Other tests store notifications at the same time, so only a count of zero is exact.
    const all = notificationKind.options;
    const page = await mute(all);
    expect(page.unread).toBe(0);
    expect(page.muted.toSorted()).toEqual(all.toSorted());
    expect(page.data).toHaveLength(3);
    const others = all.filter((kind) => kind !== 'system');
    const counted = await mute([...others, 'mailbox']);
    expect(counted.muted.toSorted()).toEqual(others.toSorted());
    expect(counted.unread).toBeGreaterThan(0);
    const mailboxes = await list(token, '?kind=mailbox&limit=2');
    expect(mailboxes.data.map(({ kind }) => kind)).toEqual(['mailbox', 'mailbox']);
  });

  test.each([
    ['GET', '?limit=0'],
    ['GET', '?limit=201'],
    ['GET', '?kind=gossip'],
    ['GET', '?cursor=nonsense'],
    ['POST', '/read', {}],
    ['POST', '/read', { ids: [] }],
    ['POST', '/read', { ids: [1], all: true }],
    ['POST', '/read', { ids: ['1'] }],
    ['PUT', '/muted', { kinds: ['gossip'] }],
  ])('refuses %s %s %j as invalid input', async (method, path, json?: object) => {
    const { token } = await makeOperator();
    const response = await callApi(`/api/notifications${path}`, {
      method,
      token,
      ...(json && { json }),
    });
    expect(response.status).toBe(400);
    expect((await failureOf(response)).issues).not.toEqual([]);
  });

  test('drops entries that are older than 90 days', async () => {
    const ctx = makeCtx();
    const day = 86_400_000;
    await fill(1, { createdAt: Date.now() - 91 * day });
    const { ids } = await fill(1, { createdAt: Date.now() - 89 * day });
    expect(await deleteOldNotifications(ctx)).toBeGreaterThanOrEqual(1);
    const rows = await ctx.db
      .select({ id: notifications.id })
      .from(notifications)
      .where(eq(notifications.id, ids[0] ?? 0));
    expect(rows).toHaveLength(1);
  });
});

describe('the job queue', () => {
  test.each([
    [1, 5],
    [2, 10],
    [3, 20],
  ])('repeats a job that failed again: after try %i in %i seconds', async (attempts, seconds) => {
    const error = vi.fn();
    const [ack, retry] = [vi.fn(), vi.fn()];
    const delivery = { id: '', timestamp: new Date(), attempts, body: { kind: '?' }, ack, retry };
    await consumeJobs({ messages: [delivery] }, () => makeCtx({ log: { info: vi.fn(), error } }));
    expect(ack).not.toHaveBeenCalled();
    expect(retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: seconds });
    expect(error).toHaveBeenCalledOnce();
  });

  test('repeats a job that another process is running when its lease would end', async () => {
    const error = vi.fn();
    const [ack, retry] = [vi.fn(), vi.fn()];
    const body = { kind: 'prices.check' };
    const delivery = { id: '', timestamp: new Date(), attempts: 1, body, ack, retry };
    const ctx = makeCtx({ log: { info: vi.fn(), error } });
    const consume = () => consumeJobs({ messages: [delivery] }, () => ctx);
    await whenFree(() => withLease(ctx, 'price checks', consume));
    expect([ack.mock.calls, error.mock.calls]).toEqual([[], []]);
    expect(retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 15 });
  });
});
