import { createHmac } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NotificationPage } from '../../shared/notifications/schema.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  deliverNotifications,
  notificationStatements,
} from '../../worker/features/notifications/index.ts';
import { resendFailed } from '../../worker/features/notifications/service.ts';
import { MAX_ATTEMPTS } from '../../worker/features/notifications/webhook.ts';
import { runDueJobs } from '../../worker/jobs/cron.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { bindings, readSettings } from './settings.ts';

const SECRET = 'a secret that signs posts';
const simulator = new URL(String(bindings.TICKETMASTER_API_URL)).origin;
const HOUR = 3_600_000;

/** A webhook of the test's own, and a context whose clock the test sets. */
function openWorld() {
  const sink = `${simulator}/sink/${crypto.randomUUID()}`;
  const env = { ...readSettings(), NOTIFY_WEBHOOK_URL: sink, NOTIFY_WEBHOOK_SECRET: SECRET };
  let now = Date.now();
  const ctx = makeCtx({ env, clock: () => now });
  return {
    ctx,
    pass: (ms: number) => {
      now += ms;
    },
    answerWith: (mood: object) => fetch(sink, { method: 'PUT', body: JSON.stringify(mood) }),
    posts: async () => {
      const received = await (await fetch(sink)).json<
        { body: string; headers: Record<string, string> }[]
      >();
      return received.map(({ body, headers }) => ({ body, headers, message: JSON.parse(body) }));
    },
    notify: async (count: number) => {
      const keys = Array.from({ length: count }, () => crypto.randomUUID());
      const given = keys.map((dedupeKey) => ({
        ...{ kind: 'price_alert' as const, title: 'Paper Harbour', body: '3 left', dedupeKey },
        createdAt: now,
      }));
      await change(ctx, { statements: { notified: notificationStatements(given) }, audit: null });
      return keys;
    },
    states: async (keys: string[]) => {
      const rows = await ctx.db
        .select()
        .from(notifications)
        .where(inArray(notifications.dedupeKey, keys));
      return rows.map(({ webhookState }) => webhookState);
    },
  };
}

// A delivery takes everything that is due, whichever test stored it.
beforeEach(async () => {
  await makeCtx().db.update(notifications).set({ webhookState: 'off' });
});

describe('the webhook', () => {
  test('gets a signed message once, however many deliver it', async () => {
    const world = openWorld();
    const keys = await world.notify(1);
    await Promise.all([1, 2, 3].map(() => deliverNotifications(world.ctx)));
    await deliverNotifications(world.ctx);
    const posts = await world.posts();
    expect(posts).toHaveLength(1);
    const [{ body, headers, message }] = posts as [(typeof posts)[0]];
    expect(message.embeds).toMatchObject([{ title: 'Paper Harbour: Price alert' }]);
    const signed = createHmac('sha256', SECRET).update(`${headers['x-timestamp']}.${body}`);
    expect(headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`);
    expect(await world.states(keys)).toEqual(['sent']);
  });

  test('gets many as one message', async () => {
    const world = openWorld();
    await world.notify(40);
    await deliverNotifications(world.ctx);
    const posts = await world.posts();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.message.content).toContain('40 notifications: 40 price alerts');
  });

  test('gets very many in messages of 200, each with a short id, and one attempt while it is down', async () => {
    const world = openWorld();
    const keys = await world.notify(450);
    await world.answerWith({ status: 503 });
    await deliverNotifications(world.ctx);
    expect((await world.states(keys)).every((state) => state === 'pending')).toBe(true);
    await world.answerWith({ status: 204 });
    await deliverNotifications(world.ctx);
    const counted = (await world.posts()).map(({ message }) => message.content.split(' ')[0]);
    expect(counted).toEqual(['200', '50']);
    world.pass(30_000);
    await deliverNotifications(world.ctx);
    const posts = await world.posts();
    expect(posts[2]?.message.content).toContain('200 notifications');
    expect(new Set(await world.states(keys))).toEqual(new Set(['sent']));
    for (const { headers } of posts) expect(headers['x-message-id']?.length).toBeLessThan(4_000);
  });

  test('that is down gets everything once when it is up again', async () => {
    const world = openWorld();
    await world.answerWith({ status: 503 });
    const keys = await world.notify(2);
    await deliverNotifications(world.ctx);
    keys.push(...(await world.notify(1)));
    await deliverNotifications(world.ctx);
    expect(await world.posts()).toEqual([]);
    await world.answerWith({ status: 204 });
    world.pass(29_000);
    await deliverNotifications(world.ctx);
    expect(await world.posts()).toEqual([]);
    world.pass(1_000);
    await deliverNotifications(world.ctx);
    await deliverNotifications(world.ctx);
    const posts = await world.posts();
    expect(posts.map(({ message }) => message.embeds.length)).toEqual([3]);
    expect(await world.states(keys)).toEqual(['sent', 'sent', 'sent']);
  });

  test('that requests a pause gets no post until its end', async () => {
    const world = openWorld();
    await world.answerWith({ status: 429, retryAfterSeconds: 300 });
    await world.notify(1);
    await deliverNotifications(world.ctx);
    await world.answerWith({ status: 204 });
    world.pass(299_000);
    await deliverNotifications(world.ctx);
    expect(await world.posts()).toEqual([]);
    world.pass(2_000);
    await deliverNotifications(world.ctx);
    expect(await world.posts()).toHaveLength(1);
  });

  test('that cannot be reached leaves neither its address nor a secret anywhere', async () => {
    const world = openWorld();
    const env = {
      ...world.ctx.env,
      NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:9/hook/token-of-the-webhook',
    };
    const keys = await world.notify(1);
    await deliverNotifications({ ...world.ctx, db: world.ctx.db, env });
    const rows = await world.ctx.db
      .select()
      .from(notifications)
      .where(inArray(notifications.dedupeKey, keys));
    expect(rows).toMatchObject([{ webhookError: 'The webhook could not be reached.' }]);
    expect(JSON.stringify(rows)).not.toContain('token-of-the-webhook');
  });

  test('that stays unreachable is given up, and the missed posts are sent again on request', async () => {
    const world = openWorld();
    const { token } = await makeOperator();
    await world.answerWith({ status: 500 });
    const keys = await world.notify(2);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await deliverNotifications(world.ctx);
      world.pass(HOUR);
    }
    expect(await world.states(keys)).toEqual(['dead', 'dead']);
    const list = await (await callApi('/api/notifications', { token })).json<NotificationPage>();
    expect(list.webhook).toMatchObject({ failed: 2, error: 'The webhook answered 500.' });
    await world.answerWith({ status: 204 });
    const operator = { id: 1, email: 'tests@desk.test' };
    expect(await resendFailed(makeCtx({ env: world.ctx.env, operator }))).toBe(2);
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([2]);
    const again = await callApi('/api/notifications/resend', { method: 'POST', token });
    expect(await again.json()).toMatchObject({ success: true, resent: 0 });
  });

  test('gets nothing twice from two cron ticks at once, and nothing is lost', async () => {
    const world = openWorld();
    await world.notify(3);
    const tick = () =>
      runDueJobs(
        makeCtx({
          env: world.ctx.env,
          enqueue: async () => undefined,
          clock: () => world.ctx.clock(),
        }),
      );
    await Promise.all([tick(), tick()]);
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([3]);
  });
});

describe('without the database', () => {
  test('nothing is delivered, and everything is once it is back', async () => {
    const world = openWorld();
    await world.notify(1);
    const env = { ...world.ctx.env, LIBSQL_URL: 'http://127.0.0.1:9' };
    await expect(deliverNotifications(makeCtx({ env }))).rejects.toThrow();
    expect(await world.posts()).toEqual([]);
    await deliverNotifications(world.ctx);
    await deliverNotifications(world.ctx);
    expect(await world.posts()).toHaveLength(1);
  });
});
