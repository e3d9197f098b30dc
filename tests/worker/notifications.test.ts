import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '../../worker/context.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../../worker/features/notifications/index.ts';
import worker from '../../worker/index.ts';
import { consumeJobs } from '../../worker/jobs/consume.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
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

describe('the job queue', () => {
  const deliver = async (body: unknown) => {
    const id = crypto.randomUUID();
    const message = { id, timestamp: new Date(), attempts: 2, body };
    const batch = createMessageBatch('boxoffice-desk-jobs', [message]);
    await worker.queue(batch, env);
    return { id, result: await getQueueResult(batch, createExecutionContext()) };
  };

  test('runs a job that is delivered twice, once', async () => {
    const ctx = makeCtx();
    const client = await connect();
    const title = `Lanterns ${crypto.randomUUID()}`;
    await store(ctx, aboutStock({ title }));
    const first = await deliver({ kind: 'notifications.deliver' });
    expect(first.result.explicitAcks).toEqual([first.id]);
    await deliver({ kind: 'notifications.deliver' });
    await vi.waitFor(() => expect(received(client, title)).toHaveLength(1));
  });

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
