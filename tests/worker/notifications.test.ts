import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NotificationPage } from '../../shared/notifications/schema.ts';
import type { Ctx } from '../../worker/context.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  deliverNotifications,
  forgetOldNotifications,
  type NewNotification,
  notificationStatements,
} from '../../worker/features/notifications/index.ts';
import { consumeJobs } from '../../worker/jobs/consume.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { callChannel, openSocket, type TestSocket } from './channel-world.ts';

const open: TestSocket[] = [];
async function connect(): Promise<TestSocket> {
  const { token } = await makeOperator();
  const opened = openSocket(await callChannel({ token }));
  open.push(opened);
  await vi.waitFor(() => expect(opened.frames.some(({ type }) => type === 'ready')).toBe(true));
  return opened;
}
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close(1000);
});

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
    const client = await connect();
    const title = `Lanterns ${crypto.randomUUID()}`;
    await store(ctx, aboutStock({ title }));
    await Promise.all([deliverNotifications(ctx), deliverNotifications(makeCtx())]);
    await deliverNotifications(ctx);
    const last = `Last ${crypto.randomUUID()}`;
    await store(ctx, aboutStock({ title: last }));
    await deliverNotifications(ctx);
    await vi.waitFor(() => expect(received(client, last)).toHaveLength(1));
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

  test('is paged, newest first, and counts what the operator has not read', async () => {
    const { token } = await makeOperator();
    const { ids } = await fill(5);
    const first = await list(token, '?limit=3');
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const second = await list(token, `?limit=2&cursor=${first.next_cursor}`);
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(first.unread).toBe(5);
  });

  test('marks some or all of them as read, for this operator alone', async () => {
    const [one, other] = [await makeOperator(), await makeOperator()];
    const { ids } = await fill(3);
    const read = (json: object) => callApi('/api/notifications/read', { token: one.token, json });
    // The same twice, and one that does not exist.
    await read({ ids: [ids[0], 9_999_999] });
    expect((await read({ ids: [ids[0]] })).status).toBe(200);
    const page = await list(one.token, '?limit=3');
    expect(page.unread).toBe(2);
    expect(page.data.map(({ is_read }) => is_read)).toEqual([true, false, false]);
    expect((await list(one.token, '?unread=true')).data).toHaveLength(2);
    expect((await read({ all: true })).status).toBe(200);
    expect((await list(one.token)).unread).toBe(0);
    expect((await list(other.token)).unread).toBe(3);
  });

  test('does not count what is older than the operator', async () => {
    await fill(2, { createdAt: Date.now() - 60_000 });
    expect((await list((await makeOperator()).token)).unread).toBe(0);
  });

  test('leaves muted kinds in the list, and does not count them', async () => {
    const { token } = await makeOperator();
    await fill(2, { kind: 'mailbox' });
    await fill(1, { kind: 'system' });
    const muted = await callApi('/api/notifications/muted', {
      ...{ method: 'PUT', token, json: { kinds: ['mailbox', 'mailbox'] } },
    });
    expect(muted.status).toBe(200);
    const page = await list(token, '?limit=3');
    expect(page).toMatchObject({ unread: 1, muted: ['mailbox'] });
    expect(page.data).toHaveLength(3);
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
  ])('%s %s %j is bad input', async (method, path, json?: object) => {
    const { token } = await makeOperator();
    const response = await callApi(`/api/notifications${path}`, {
      ...{ method, token },
      ...(json && { json }),
    });
    expect(response.status).toBe(400);
    expect((await failureOf(response)).issues).not.toEqual([]);
  });

  test('is cleared of what is older than 90 days', async () => {
    const ctx = makeCtx();
    const day = 86_400_000;
    await fill(1, { createdAt: Date.now() - 91 * day });
    const { ids } = await fill(1, { createdAt: Date.now() - 89 * day });
    expect(await forgetOldNotifications(ctx)).toBeGreaterThanOrEqual(1);
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
    [20, 300],
  ])('delivers a job that failed again: after try %i in %i seconds', async (attempts, seconds) => {
    const error = vi.fn();
    const [ack, retry] = [vi.fn(), vi.fn()];
    const delivery = { id: '', timestamp: new Date(), attempts, body: { kind: '?' }, ack, retry };
    await consumeJobs({ messages: [delivery] }, () => makeCtx({ log: { info: vi.fn(), error } }));
    expect(ack).not.toHaveBeenCalled();
    expect(retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: seconds });
    expect(error).toHaveBeenCalledOnce();
  });
});
