import { createHmac } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NotificationPage } from '../../shared/notifications/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Gate } from '../../worker/context/gate.ts';
import type { JobMessage } from '../../worker/context/jobs.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  deliverNotifications,
  notificationStatements,
  postNotifications,
} from '../../worker/features/notifications/index.ts';
import { resendFailed } from '../../worker/features/notifications/service.ts';
import { MAX_ATTEMPTS } from '../../worker/features/notifications/webhook.ts';
import { runDueJobs } from '../../worker/jobs/cron.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { bindings, readSettings } from './settings.ts';

const SECRET = 'a secret that signs posts';
const simulator = new URL(String(bindings.TICKETMASTER_API_URL)).origin;
const HOUR = 3_600_000;

/** Gates with the clock of a test and without a pace. */
function openGates(clock: () => number): (name: string) => Gate {
  let state = INITIAL_STATE;
  const gate: Gate = {
    admit: async (request) => {
      const decided = admit(state, request, clock());
      state = { ...decided.state, nextStartAt: 0 };
      return decided.admission;
    },
    report: async (report) => {
      state = settle(state, report, clock());
    },
    quota: async () => state.quota,
  };
  return () => gate;
}

/** A webhook for this test, and a context whose clock the test sets. */
function openWorld() {
  const sink = `${simulator}/sink/${crypto.randomUUID()}`;
  const env = { ...readSettings(), NOTIFY_WEBHOOK_URL: sink, NOTIFY_WEBHOOK_SECRET: SECRET };
  let now = Date.now();
  const clock = () => now;
  const gateOf = openGates(clock);
  let jobs = 0;
  const enqueue = async () => {
    jobs += 1;
  };
  const ctx = makeCtx({ env, clock, gateOf, enqueue });
  return {
    ctx,
    with: (changes: Partial<Omit<Ctx, 'db'>>) => makeCtx({ env, clock, gateOf, ...changes }),
    /** Delivers, and runs the job that this enqueues. */
    deliver: async () => {
      await deliverNotifications(ctx);
      if (jobs > 0) await postNotifications(ctx);
      jobs = 0;
    },
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
    notify: async (count: number, part: (at: number) => { title?: string } = () => ({})) => {
      const keys = Array.from({ length: count }, () => crypto.randomUUID());
      const given = keys.map((dedupeKey, at) => ({
        kind: 'price_alert' as const,
        title: 'Paper Harbour',
        body: '3 left',
        dedupeKey,
        createdAt: now,
        ...part(at),
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

// A delivery takes everything that is due, including rows of other tests.
beforeEach(async () => {
  await makeCtx().db.update(notifications).set({ webhookState: 'off' });
});

describe('the webhook', () => {
  test('gets a signed message once, however many deliver it', async () => {
    const world = openWorld();
    const keys = await world.notify(1);
    await Promise.all([1, 2, 3].map(world.deliver));
    await world.deliver();
    const posts = await world.posts();
    expect(posts).toHaveLength(1);
    const [{ body, headers, message }] = posts as [(typeof posts)[0]];
    expect(message.embeds).toMatchObject([{ title: 'Paper Harbour: Price alert' }]);
    const signed = createHmac('sha256', SECRET).update(
      `${headers['x-timestamp']}.${headers['x-message-id']}.${body}`,
    );
    expect(headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`);
    expect(await world.states(keys)).toEqual(['sent']);
  });

  test('gets many notifications as one message', async () => {
    const world = openWorld();
    await world.notify(40);
    await world.deliver();
    const posts = await world.posts();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.message.content).toContain('40 notifications: 40 price alerts');
  });

  test('gets very many in messages of 200, each with a short id, and one attempt while it is down', async () => {
    const world = openWorld();
    const keys = await world.notify(450);
    await world.answerWith({ status: 503 });
    await world.deliver();
    expect((await world.states(keys)).every((state) => state === 'pending')).toBe(true);
    await world.answerWith({ status: 204 });
    await world.deliver();
    const counted = (await world.posts()).map(({ message }) => message.content.split(' ')[0]);
    expect(counted).toEqual(['200', '50']);
    world.pass(30_000);
    await world.deliver();
    const posts = await world.posts();
    expect(posts[2]?.message.content).toContain('200 notifications');
    expect(new Set(await world.states(keys))).toEqual(new Set(['sent']));
    for (const { headers } of posts) expect(headers['x-message-id']?.length).toBeLessThan(4_000);
  });

  test('that is down gets everything once when it is up again, in the messages of the first attempts', async () => {
    const world = openWorld();
    await world.answerWith({ status: 503 });
    const keys = await world.notify(2);
    await world.deliver();
    keys.push(...(await world.notify(1)));
    await world.deliver();
    expect(await world.posts()).toEqual([]);
    await world.answerWith({ status: 204 });
    world.pass(29_000);
    await world.deliver();
    expect(await world.posts()).toEqual([]);
    world.pass(1_000);
    await world.deliver();
    await world.deliver();
    const posts = await world.posts();
    expect(posts.map(({ message }) => message.embeds.length)).toEqual([2, 1]);
    expect(await world.states(keys)).toEqual(['sent', 'sent', 'sent']);
  });

  test('that requests a pause gets no post until its end', async () => {
    const world = openWorld();
    await world.answerWith({ status: 429, retryAfterSeconds: 300 });
    await world.notify(1);
    await world.deliver();
    await world.answerWith({ status: 204 });
    world.pass(299_000);
    await world.deliver();
    expect(await world.posts()).toEqual([]);
    world.pass(2_000);
    await world.deliver();
    expect(await world.posts()).toHaveLength(1);
  });

  test.each([
    ['7200', 7_200],
    ['a date', 7_200],
    ['a day', 86_400],
  ])('that requests a pause of %s gets no post before its end', async (form, seconds) => {
    const world = openWorld();
    const until = new Date(world.ctx.clock() + seconds * 1000).toUTCString();
    await world.answerWith({
      status: 503,
      retryAfterSeconds: form === 'a date' ? until : seconds,
    });
    await world.notify(1);
    await world.deliver();
    await world.answerWith({ status: 204 });
    // Notifications that are stored during the pause wait as well.
    await world.notify(1);
    for (let passed = 0; passed < seconds - 60; passed += 600) {
      await world.deliver();
      world.pass(Math.min(600, seconds - 60 - passed) * 1000);
    }
    await world.deliver();
    expect(await world.posts()).toEqual([]);
    world.pass(61_000);
    await world.deliver();
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([1, 1]);
  });

  test('that answered too slowly gets the same message under the same id again', async () => {
    const world = openWorld();
    const { fetch } = world.ctx;
    const keys = await world.notify(2);
    let isLate = true;
    const late = world.with({
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (isLate) throw new Error('too late');
        return answer;
      },
    });
    await postNotifications(late);
    keys.push(...(await world.notify(1)));
    isLate = false;
    world.pass(30_000);
    await postNotifications(late);
    const posts = await world.posts();
    expect(posts.map(({ message }) => message.embeds.length)).toEqual([2, 2, 1]);
    const ids = posts.map(({ headers }) => headers['x-message-id']);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(posts[1]?.body).toBe(posts[0]?.body);
    expect(await world.states(keys)).toEqual(['sent', 'sent', 'sent']);
  });

  test.each(['429', '500', '503 429 502', '400 503'])(
    'gets each fact under one id, whatever it answers (%s), also after the fact was given up',
    async (answers) => {
      const statuses = answers.split(' ').map(Number);
      const world = openWorld();
      const idsOf = new Map<string, Set<string>>();
      let posts = 0;
      let isUp = false;
      const ctx = world.with({
        fetch: async (_, init) => {
          const id = new Headers(init?.headers).get('X-Message-Id') ?? '';
          const { embeds }: { embeds: { title: string }[] } = JSON.parse(String(init?.body));
          // When the content of a message with several notifications is refused, each is sent
          // separately under its own id.
          const status = isUp ? 204 : (statuses[posts % statuses.length] ?? 500);
          posts += 1;
          const isSplit = embeds.length > 1 && status === 400;
          for (const { title } of embeds)
            if (isSplit) idsOf.delete(title);
            else idsOf.set(title, (idsOf.get(title) ?? new Set()).add(id));
          return new Response(null, { status });
        },
      });
      const keys = await world.notify(3, (at) => ({ title: `Fact ${at}` }));
      const first = world.notify(2, (at) => ({ title: `Later ${at}` }));
      await postNotifications(ctx);
      keys.push(...(await first));
      for (let attempt = 0; attempt < 2 * MAX_ATTEMPTS + 2; attempt += 1) {
        await postNotifications(ctx);
        world.pass(HOUR);
      }
      expect(new Set(await world.states(keys))).toEqual(new Set(['dead']));
      isUp = true;
      const operator = { id: 1, email: 'tests@desk.test' };
      await resendFailed(world.with({ operator, enqueue: async () => undefined }));
      for (let attempt = 0; attempt < 6; attempt += 1) await postNotifications(ctx);
      expect(new Set(await world.states(keys))).toEqual(new Set(['sent']));
      expect(idsOf.size).toBe(5);
      for (const ids of idsOf.values()) expect([...ids]).toHaveLength(1);
    },
  );

  test('that does not answer gets no other post for half a minute', async () => {
    const world = openWorld();
    let calls = 0;
    const silent = world.with({
      fetch: async () => {
        calls += 1;
        throw new Error('too late');
      },
    });
    for (let count = 0; count < 20; count += 1) {
      await world.notify(1);
      await postNotifications(silent);
      world.pass(1_000);
    }
    expect(calls).toBe(1);
  });

  test('that refuses a message gets its notifications one by one', async () => {
    const world = openWorld();
    const keys = await world.notify(5);
    const { fetch } = world.ctx;
    const picky = world.with({
      // Discord refuses the whole message for one of its embeds.
      fetch: async (url, init) =>
        String(init?.body).includes('unacceptable')
          ? new Response('', { status: 400 })
          : fetch(url, init),
    });
    await world.ctx.db
      .update(notifications)
      .set({ body: 'unacceptable' })
      .where(eq(notifications.dedupeKey, keys[2] ?? ''));
    await postNotifications(picky);
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([1, 1, 1, 1]);
    expect((await world.states(keys)).sort()).toEqual(['dead', 'sent', 'sent', 'sent', 'sent']);
  });

  test('gets a notification whose due time only a wrong clock could have written', async () => {
    const world = openWorld();
    const keys = await world.notify(1);
    const webhookNextAt = world.ctx.clock() + 30 * 24 * HOUR;
    await world.ctx.db
      .update(notifications)
      .set({ webhookNextAt })
      .where(inArray(notifications.dedupeKey, keys));
    await world.deliver();
    expect(await world.states(keys)).toEqual(['sent']);
  });

  test('that cannot be reached leaves neither its address nor a secret in any record', async () => {
    const world = openWorld();
    const env = {
      ...world.ctx.env,
      NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:9/hook/token-of-the-webhook',
    };
    const keys = await world.notify(1);
    await postNotifications({ ...world.ctx, db: world.ctx.db, env });
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
      await world.deliver();
      world.pass(HOUR);
    }
    expect(await world.states(keys)).toEqual(['dead', 'dead']);
    const list = await (await callApi('/api/notifications', { token })).json<NotificationPage>();
    expect(list.webhook).toMatchObject({ failed: 2, error: 'The webhook answered 500.' });
    await world.answerWith({ status: 204 });
    const operator = { id: 1, email: 'tests@desk.test' };
    const enqueued: JobMessage[] = [];
    const enqueue = async (given: readonly JobMessage[]) => void enqueued.push(...given);
    expect(await resendFailed(makeCtx({ env: world.ctx.env, operator, enqueue }))).toBe(2);
    // Deliveries of other tests' channels may be due as well.
    const posts = enqueued.filter(({ kind }) => kind === 'notifications.post');
    expect(posts).toHaveLength(1);
    await postNotifications(world.ctx);
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([2]);
    const again = await callApi('/api/notifications/resend', { method: 'POST', token });
    expect(await again.json()).toMatchObject({ success: true, resent: 0 });
  });

  test('gets nothing twice from two cron ticks at once, and nothing is lost', async () => {
    const world = openWorld();
    await world.notify(3);
    const tick = async () => {
      const { env, gateOf, clock } = world.ctx;
      const jobs: JobMessage[] = [];
      const enqueue = async (given: readonly JobMessage[]) => void jobs.push(...given);
      await runDueJobs(makeCtx({ env, gateOf, clock, enqueue }));
      if (jobs.some(({ kind }) => kind === 'notifications.post'))
        await postNotifications(world.ctx);
    };
    await Promise.all([tick(), tick()]);
    expect((await world.posts()).map(({ message }) => message.embeds.length)).toEqual([3]);
  });
});

describe('while the database is unavailable', () => {
  test('nothing is delivered, and everything is delivered when it returns', async () => {
    const world = openWorld();
    await world.notify(1);
    const env = { ...world.ctx.env, LIBSQL_URL: 'http://127.0.0.1:9' };
    await expect(deliverNotifications(makeCtx({ env }))).rejects.toThrow();
    expect(await world.posts()).toEqual([]);
    await world.deliver();
    await world.deliver();
    expect(await world.posts()).toHaveLength(1);
  });
});
