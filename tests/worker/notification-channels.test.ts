import { createECDH, createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decrypt } from 'http_ece';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NotificationChannel } from '../../shared/notification-channels/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { change } from '../../worker/db/change.ts';
import {
  channelDeliveries,
  notificationChannels,
} from '../../worker/db/schema/notification-channels.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { deliverToChannels } from '../../worker/features/notification-channels/index.ts';
import {
  addChannel,
  changeChannel,
  listChannels,
  readPushKey,
  removeChannel,
  testChannel,
} from '../../worker/features/notification-channels/service.ts';
import {
  deleteOldNotifications,
  type NewNotification,
  notificationStatements,
} from '../../worker/features/notifications/index.ts';
import { isAllowedUrl } from '../../worker/security/allowed-url.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { bindings, readSettings } from './settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KINDS = ['price_alert', 'presale_code', 'system'] as const;
const SETTINGS = { name: 'Night desk', kinds: [...KINDS], quiet: null };

interface Received {
  url: string;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
}

/**
 * A context with a clock that the test sets, and receivers whose answers the test defines. The
 * address guard is active.
 */
async function openWorld(start = Date.parse('2026-11-27T12:00:00Z')) {
  const operator = await makeOperator();
  const received: Received[] = [];
  let now = start;
  let answer = (_: Received): Response => new Response('ok');
  const ctx = makeCtx({
    env: { ...readSettings(), PUBLIC_URL: ['https://desk.example'] },
    operator: { id: operator.id, email: operator.email },
    clock: () => now,
    publish: async () => undefined,
    fetch: async (address, { policy, body, headers }) => {
      const verdict = isAllowedUrl(address, policy);
      if (!verdict.isAllowed) throw new Error(verdict.reason);
      const bytes =
        typeof body === 'string' ? new TextEncoder().encode(body) : (body as Uint8Array);
      const text = new TextDecoder().decode(bytes);
      const post = { url: String(address), headers: new Headers(headers), bytes, text };
      const answered = answer(post);
      if (answered.ok) received.push(post);
      return answered;
    },
  });
  return {
    ctx,
    operator,
    received,
    with: (changes: Partial<Ctx>): Ctx => ({ ...ctx, db: ctx.db, ...changes }),
    pass: (ms: number) => {
      now += ms;
    },
    answerWith: (next: (post: Received) => Response) => {
      answer = next;
    },
    add: async (part: object) =>
      addChannel(ctx, {
        ...SETTINGS,
        kind: 'webhook',
        address: 'https://hooks.example/in',
        ...part,
      } as never),
    notify: async (count: number, part: Partial<NewNotification> = {}) => {
      const given = Array.from({ length: count }, (_, at) => ({
        kind: 'price_alert' as const,
        title: `Paper Harbour ${at}`,
        body: '3 left',
        href: '/events',
        dedupeKey: crypto.randomUUID(),
        createdAt: now,
        ...part,
      }));
      await change(ctx, { statements: { added: notificationStatements(given) }, audit: null });
    },
    deliver: () => deliverToChannels(ctx),
    channel: async () => (await listChannels(ctx))[0] as NotificationChannel,
    json: (at = 0) => JSON.parse(received[at]?.text ?? 'null'),
  };
}

// A delivery takes the channels of all operators.
beforeEach(async () => {
  const { db } = makeCtx();
  await db.delete(channelDeliveries);
  await db.delete(notificationChannels);
});

describe('a channel', () => {
  test('gets each notification of its kinds once, however many deliver it', async () => {
    const world = await openWorld();
    await world.add({ kinds: ['price_alert'] });
    await world.notify(1);
    await world.notify(1, { kind: 'mailbox' });
    await Promise.all([world.deliver(), world.deliver(), world.deliver()]);
    await world.deliver();
    expect(world.received).toHaveLength(1);
    expect(world.json().data.notifications).toMatchObject([
      { kind: 'price_alert', title: 'Paper Harbour 0', url: 'https://desk.example/events' },
    ]);
    expect(await world.channel()).toMatchObject({ waiting: 0, failing_since: null });
  });

  test('gets a fact that is stored twice once, and no facts from before it was added', async () => {
    const world = await openWorld();
    const fact = { dedupeKey: crypto.randomUUID() };
    const old = { dedupeKey: crypto.randomUUID() };
    await world.notify(1, old);
    await world.add({});
    await world.notify(1, fact);
    await world.notify(1, fact);
    await world.notify(1, old);
    await world.deliver();
    expect(world.json().data.notifications).toHaveLength(1);
  });

  test('of each operator gets the facts of the team, and personal facts only of that operator', async () => {
    const [one, two] = [await openWorld(), await openWorld()];
    await one.add({ address: 'https://one.example/in' });
    await two.add({ address: 'https://two.example/in' });
    await one.notify(1, { title: 'Team' });
    await one.notify(1, { title: 'Own', operatorId: one.operator.id });
    await one.deliver();
    const titles = one.received.map(({ url, text }) => [
      url,
      JSON.parse(text).data.notifications.map(({ title }: { title: string }) => title),
    ]);
    expect(titles.toSorted()).toEqual([
      ['https://one.example/in', ['Team', 'Own']],
      ['https://two.example/in', ['Team']],
    ]);
    const list = await (await callApi('/api/notifications', { token: two.operator.token })).json<{
      data: { title: string }[];
    }>();
    expect(list.data.map(({ title }) => title)).not.toContain('Own');
  });

  test('that fails does not delay another one, and gets each message under its id when it works again', async () => {
    const world = await openWorld();
    await world.add({ address: 'https://down.example/in' });
    await world.add({ address: 'https://up.example/in' });
    world.answerWith(({ url }) => new Response('no', { status: url.includes('down') ? 503 : 200 }));
    await world.notify(1);
    await world.deliver();
    expect(world.received.map(({ url }) => url)).toEqual(['https://up.example/in']);
    expect(await world.channel()).toMatchObject({
      failing_since: '2026-11-27T12:00:00.000Z',
      reason: 'The receiver answered 503: no.',
      waiting: 1,
    });
    world.answerWith(() => new Response('ok'));
    world.pass(29_000);
    await world.deliver();
    expect(world.received).toHaveLength(1);
    world.pass(2_000);
    await world.notify(1);
    await world.deliver();
    const down = world.received.filter(({ url }) => url.includes('down'));
    expect(down.map(({ text }) => JSON.parse(text).data.notifications.length)).toEqual([1, 1]);
    expect(await world.channel()).toMatchObject({ failing_since: null, reason: null, waiting: 0 });
  });

  test.each(['7200', 'Fri, 27 Nov 2026 14:00:00 GMT'])(
    'waits as long as its receiver requests: %s',
    async (header) => {
      const world = await openWorld();
      await world.add({});
      await world.notify(1);
      world.answerWith(() => new Response('', { status: 429, headers: { 'Retry-After': header } }));
      await world.deliver();
      world.answerWith(() => new Response('ok'));
      world.pass(2 * HOUR - 1_000);
      await world.deliver();
      expect(world.received).toEqual([]);
      world.pass(2_000);
      await world.deliver();
      expect(world.received).toHaveLength(1);
    },
  );

  test('whose answer was lost gets the same message under the same id again', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(2);
    const ids: (string | null)[] = [];
    world.answerWith(({ headers }) => {
      ids.push(headers.get('webhook-id'));
      if (ids.length === 1) throw new Error('the line is cut');
      return new Response('ok');
    });
    await world.deliver();
    await world.notify(1);
    world.pass(MINUTE);
    await world.deliver();
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(world.json(0).data.notifications).toHaveLength(2);
    expect(world.json(1).data.notifications).toHaveLength(1);
  });

  test.each([503, 429])(
    'whose answer was lost and that then answers %i gets the same message under the same id again',
    async (status) => {
      const world = await openWorld();
      await world.add({});
      await world.notify(2);
      const ids: (string | null)[] = [];
      world.answerWith(({ headers }) => {
        ids.push(headers.get('webhook-id'));
        if (ids.length === 1) throw new Error('the line is cut');
        return new Response('', { status: ids.length < 4 ? status : 200 });
      });
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await world.deliver();
        await world.notify(1);
        world.pass(5 * MINUTE);
      }
      expect(new Set(ids.slice(0, 4)).size).toBe(1);
      expect(world.json(0).data.notifications).toHaveLength(2);
    },
  );

  test.each([301, 302, 303])(
    'that redirects with %i is not sent an empty GET, and is paused after three attempts under one id',
    async (status) => {
      const world = await openWorld();
      await world.add({});
      const ids: (string | null)[] = [];
      const fetch = createGuardedFetch({
        fetch: async (_, init) => {
          expect(init.method).toBe('POST');
          ids.push(new Headers(init.headers).get('webhook-id'));
          return new Response('', { status, headers: { Location: 'https://hooks.example/new' } });
        },
      });
      await world.notify(1);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await deliverToChannels(world.with({ fetch }));
        world.pass(HOUR);
      }
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(1);
      expect(await world.channel()).toMatchObject({
        is_paused: true,
        waiting: 1,
        reason: `The receiver answered ${status}. The address redirects: enter the new one.`,
      });
    },
  );

  test.each([
    ['declared', { 'Content-Length': '200000' }],
    ['not declared', undefined],
  ])('that accepts a message with a large answer (%s) gets it once', async (_, headers) => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    let posts = 0;
    const fetch = createGuardedFetch({
      fetch: async () => {
        posts += 1;
        return new Response('x'.repeat(200_000), headers && { headers });
      },
    });
    await deliverToChannels(world.with({ fetch }));
    world.pass(HOUR);
    await deliverToChannels(world.with({ fetch }));
    expect(posts).toBe(1);
    expect(await world.channel()).toMatchObject({ waiting: 0, failing_since: null });
  });

  test('that accepts a message and breaks off its answer gets it once', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    let posts = 0;
    const fetch = createGuardedFetch({
      fetch: async () => {
        posts += 1;
        const body = new ReadableStream({
          pull: (controller) => controller.error(new Error('The line is cut.')),
        });
        return new Response(body, { status: 200 });
      },
    });
    await deliverToChannels(world.with({ fetch }));
    world.pass(HOUR);
    await deliverToChannels(world.with({ fetch }));
    expect(posts).toBe(1);
    expect(await world.channel()).toMatchObject({ waiting: 0, failing_since: null });
  });

  test.each([
    ['speaks no TLS', 'https://'],
    ['is at a name that does not exist', null],
    ['refuses connections', 'http://127.0.0.1:9'],
  ])('that %s gets the message under the same id later', async (_, origin) => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    const { host } = new URL(String(bindings.TICKETMASTER_API_URL));
    const ids: (string | null)[] = [];
    world.answerWith(({ headers }) => {
      ids.push(headers.get('webhook-id'));
      return new Response('ok');
    });
    const failing = createGuardedFetch({
      fetch: async (_, init) => {
        ids.push(new Headers(init.headers).get('webhook-id'));
        // Simulates a failed look-up of the name, because no resolver is used.
        if (origin === null) throw new TypeError('internal error');
        return fetch(origin === 'https://' ? `https://${host}/` : origin, { method: 'POST' });
      },
    });
    await deliverToChannels(world.with({ fetch: failing }));
    expect(await world.channel()).toMatchObject({
      is_paused: false,
      waiting: 1,
      reason: 'The receiver could not be reached.',
    });
    world.pass(MINUTE);
    await world.deliver();
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await world.channel()).toMatchObject({ waiting: 0, reason: null });
  });

  test.each([200, 503, 400])(
    'that is deleted while its message is pending leaves nothing, whatever the answer is (%i)',
    async (status) => {
      const world = await openWorld();
      const { data } = await world.add({});
      await world.notify(2);
      const { fetch } = world.ctx;
      const ctx = world.with({
        fetch: async (address, init) => {
          await fetch(address, init);
          await removeChannel(world.ctx, data.id);
          return new Response('', { status });
        },
      });
      await deliverToChannels(ctx);
      world.pass(HOUR);
      await world.deliver();
      expect(world.received).toHaveLength(1);
      expect(await world.ctx.db.select().from(channelDeliveries)).toEqual([]);
      const notices = world.ctx.db
        .select()
        .from(notifications)
        .where(eq(notifications.operatorId, world.operator.id));
      expect(await notices).toEqual([]);
    },
  );

  test('whose message cannot be written delays no other channel', async () => {
    const world = await openWorld();
    const { data } = await world.add({});
    await world.add({ address: 'https://up.example/in' });
    const isBroken = eq(notificationChannels.id, data.id);
    await world.ctx.db.update(notificationChannels).set({ secrets: 'damaged' }).where(isBroken);
    await world.notify(1);
    await world.deliver();
    expect(world.received.map(({ url }) => url)).toEqual(['https://up.example/in']);
    expect(await world.channel()).toMatchObject({
      reason: 'The message could not be written. Delete the channel and add it again.',
    });
  });

  test('gets the messages that a killed process had claimed when its lease ends, under the same id', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    let id: string | null = null;
    const end = new AbortController();
    const killed = Object.assign(world.with({ signal: end.signal }), {
      fetch: (_: unknown, { headers }: { headers: HeadersInit }) => {
        id = new Headers(headers).get('webhook-id');
        return new Promise<never>(() => undefined);
      },
    });
    const broken = deliverToChannels(killed).catch(() => undefined);
    await expect.poll(() => id).not.toBeNull();
    await world.deliver();
    expect(world.received).toEqual([]);
    world.pass(31_000);
    await world.deliver();
    expect(world.received.map(({ headers }) => headers.get('webhook-id'))).toEqual([id]);
    end.abort();
    await broken;
  });

  test.each(['503', '429', '404', '413', '503 400 422', '500 302 503'])(
    'gets each fact under one id, whatever it answers (%s)',
    async (answers) => {
      const statuses = answers.split(' ').map(Number);
      const world = await openWorld();
      await world.add({});
      const idsOf = new Map<string, Set<string | null>>();
      let posts = 0;
      world.answerWith(({ headers, text }) => {
        const status = posts < 6 ? (statuses[posts % statuses.length] ?? 500) : 200;
        posts += 1;
        const facts: { title: string }[] = JSON.parse(text).data.notifications;
        // When the content of a message with several notifications is refused, each is sent
        // separately under its own id.
        const isSplit = facts.length > 1 && [400, 413, 422].includes(status);
        for (const { title } of facts)
          if (isSplit) idsOf.delete(title);
          else idsOf.set(title, (idsOf.get(title) ?? new Set()).add(headers.get('webhook-id')));
        return new Response('', { status });
      });
      await world.notify(1, { title: 'First' });
      for (let attempt = 0; attempt < 8; attempt += 1) {
        await world.deliver();
        if (attempt < 3) await world.notify(1, { title: `Later ${attempt}` });
        world.pass(HOUR);
        if ((await world.channel()).is_paused) break;
      }
      expect(idsOf.get('First')).toBeDefined();
      for (const ids of idsOf.values()) expect([...ids]).toHaveLength(1);
    },
  );

  test('that refuses a message gets its notifications one by one', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(2);
    await world.notify(1, { body: 'unacceptable' });
    await world.notify(1);
    world.answerWith(({ text }) =>
      text.includes('unacceptable') ? new Response('', { status: 400 }) : new Response('ok'),
    );
    await world.deliver();
    expect(world.received).toHaveLength(3);
    expect(await world.channel()).toMatchObject({ waiting: 1, failing_since: null });
    await world.notify(1, { title: 'Later' });
    world.pass(MINUTE);
    await world.deliver();
    // The later one, and the notice about the refused one.
    expect(world.received).toHaveLength(5);
    expect(await world.channel()).toMatchObject({ waiting: 0, failing_since: null });
    const notices = world.ctx.db
      .select()
      .from(notifications)
      .where(eq(notifications.operatorId, world.operator.id));
    expect(await notices).toMatchObject([
      {
        title: 'Night desk',
        topic: 'Message refused',
        body: '"Paper Harbour 0" was not sent after 3 attempts. The receiver answered 400. The bell keeps it.',
      },
    ]);
    // A failure a day later counts as the first one.
    world.answerWith(() => new Response('', { status: 503 }));
    world.pass(25 * HOUR);
    await world.notify(1);
    await world.deliver();
    expect(await world.channel()).toMatchObject({ is_paused: false });
  });

  test.each([400, 413, 422])(
    'that answers %i only temporarily gets the notification',
    async (status) => {
      const world = await openWorld();
      await world.add({});
      await world.notify(1);
      world.answerWith(() => new Response('', { status }));
      await world.deliver();
      expect(await world.channel()).toMatchObject({ waiting: 1, failing_since: null });
      world.answerWith(() => new Response('ok'));
      world.pass(MINUTE);
      await world.deliver();
      expect(world.received).toHaveLength(1);
    },
  );

  test('that requests a pause of a day is not paused after its second failure', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    world.answerWith(() => new Response('', { status: 503, headers: { 'Retry-After': '86400' } }));
    await world.deliver();
    world.pass(25 * HOUR);
    await world.deliver();
    expect(await world.channel()).toMatchObject({ is_paused: false, waiting: 1 });
  });

  test('that answers slowly delays no message of another one, also if that comes later', async () => {
    const world = await openWorld();
    await world.add({ address: 'https://slow.example/in' });
    const slow = Promise.withResolvers<Response>();
    const arrived: string[] = [];
    const ctx = world.with({
      fetch: async (address) => {
        arrived.push(new URL(address).hostname);
        return arrived.length === 1 ? slow.promise : new Response('ok');
      },
    });
    await world.notify(1);
    const delivery = deliverToChannels(ctx);
    await expect.poll(() => arrived).toEqual(['slow.example']);
    await world.add({ address: 'https://quick.example/in' });
    await world.notify(1);
    // The slow one takes too long after ten seconds.
    await expect.poll(() => arrived, { timeout: 9_000 }).toEqual(['slow.example', 'quick.example']);
    slow.resolve(new Response('ok'));
    await delivery;
  });

  test('is one of at most six that are sent to at once', async () => {
    const world = await openWorld();
    for (let at = 0; at < 10; at += 1) await world.add({ address: `https://hooks.example/${at}` });
    let [open, most] = [0, 0];
    const { promise: areSixOpen, resolve: release } = Promise.withResolvers<void>();
    const ctx = world.with({
      fetch: async () => {
        open += 1;
        most = Math.max(most, open);
        if (open === 6) release();
        // This holds however slowly the others start. A seventh would be sent after that time.
        await areSixOpen;
        await new Promise((resolve) => setTimeout(resolve, 100));
        open -= 1;
        return new Response('ok');
      },
    });
    await world.notify(1);
    await deliverToChannels(ctx);
    expect(most).toBe(6);
    expect((await listChannels(ctx)).map(({ waiting }) => waiting)).toEqual(Array(10).fill(0));
  });

  test('that fails for a day is paused, the bell reports that, and it continues when it is resumed', async () => {
    const world = await openWorld();
    const { data } = await world.add({});
    await world.notify(1);
    world.answerWith(() => new Response('no_service', { status: 404 }));
    for (let hour = 0; hour < 26; hour += 1) {
      await world.deliver();
      world.pass(HOUR);
    }
    expect(await world.channel()).toMatchObject({ is_paused: true, waiting: 1 });
    const [notice] = await world.ctx.db
      .select()
      .from(notifications)
      .where(eq(notifications.operatorId, world.operator.id));
    expect(notice).toMatchObject({
      kind: 'system',
      title: 'Night desk',
      topic: 'Channel paused',
      webhookState: 'off',
      body: 'No message has arrived for 24 hours. The receiver answered 404: no_service. Resume the channel in Settings.',
    });
    world.answerWith(() => new Response('ok'));
    await world.notify(1);
    await world.deliver();
    expect(world.received).toEqual([]);
    const resumed = await changeChannel(world.ctx, data.id, { is_paused: false });
    expect(resumed).toMatchObject({ is_paused: false, failing_since: null, reason: null });
    await world.deliver();
    expect(world.json().data.notifications).toHaveLength(1);
  });

  test('of a disabled operator gets nothing', async () => {
    const world = await openWorld();
    await world.add({});
    await world.notify(1);
    await world.ctx.db
      .update(operators)
      .set({ disabledAt: 1 })
      .where(eq(operators.id, world.operator.id));
    await world.notify(1);
    await world.deliver();
    expect(world.received).toEqual([]);
    expect(await world.channel()).toMatchObject({ waiting: 1 });
  });

  test('loses its waiting messages when it is deleted, or when the notification gets old', async () => {
    const world = await openWorld();
    const { data } = await world.add({});
    await world.notify(1);
    await deleteOldNotifications({
      db: world.ctx.db,
      clock: () => world.ctx.clock() + 91 * 24 * HOUR,
    });
    expect(await world.channel()).toMatchObject({ waiting: 0 });
    await world.notify(1);
    await removeChannel(world.ctx, data.id);
    expect(await world.ctx.db.select().from(channelDeliveries)).toEqual([]);
  });
});

describe('quiet hours', () => {
  test.each([
    ['Europe/Paris', '2026-11-27T21:30:00Z', '2026-11-28T06:00:00Z'],
    ['Europe/Paris', '2026-10-24T20:30:00Z', '2026-10-25T06:00:00Z'],
    ['America/New_York', '2026-03-08T03:30:00Z', '2026-03-08T11:00:00Z'],
  ])(
    'from 23:00 to 07:00 in %s send nothing, and then one digest with everything',
    async (zone, evening, morning) => {
      const world = await openWorld(Date.parse(evening));
      await world.add({ quiet: { from: '23:00', to: '07:00', zone } });
      await world.notify(1);
      await world.deliver();
      expect(world.received).toHaveLength(1);
      const nightEnds = Date.parse(morning);
      world.pass(31 * MINUTE);
      let count = 0;
      while (world.ctx.clock() < nightEnds) {
        await world.notify(3);
        count += 3;
        await world.deliver();
        world.pass(Math.min(37 * MINUTE, Math.max(1_000, nightEnds - world.ctx.clock())));
      }
      expect(world.ctx.clock()).toBe(nightEnds);
      expect(world.received).toHaveLength(1);
      await world.deliver();
      await world.deliver();
      expect(world.received).toHaveLength(2);
      expect(world.json(1).data).toMatchObject({ is_digest: true });
      expect(world.json(1).data.notifications).toHaveLength(count);
    },
  );

  test.each([503, 429, 'lost'] as const)(
    'after a failed message before them (%s) end with that message and one digest of the night',
    async (failure) => {
      const world = await openWorld(Date.parse('2026-11-27T21:59:00Z'));
      await world.add({ quiet: { from: '23:00', to: '07:00', zone: 'Europe/Paris' } });
      const ids: (string | null)[] = [];
      let isUp = false;
      world.answerWith(({ headers }) => {
        ids.push(headers.get('webhook-id'));
        if (isUp) return new Response('ok');
        if (failure === 'lost') throw new Error('the line is cut');
        return new Response('', { status: failure });
      });
      await world.notify(2);
      await world.deliver();
      isUp = true;
      world.pass(2 * HOUR);
      await world.notify(3);
      await world.deliver();
      expect(world.received).toEqual([]);
      world.pass(7 * HOUR);
      await world.deliver();
      expect(
        [0, 1].map((at) => [
          world.json(at).data.is_digest,
          world.json(at).data.notifications.length,
        ]),
      ).toEqual([
        [false, 2],
        [true, 3],
      ]);
      expect(ids[1]).toBe(ids[0]);
      await world.notify(1);
      await world.deliver();
      expect(world.json(2).data).toMatchObject({ is_digest: false });
    },
  );

  test('whose digest fails at first end with the same digest', async () => {
    const world = await openWorld(Date.parse('2026-11-27T23:00:00Z'));
    await world.add({ quiet: { from: '23:00', to: '07:00', zone: 'Europe/Paris' } });
    await world.notify(3);
    await world.deliver();
    world.pass(8 * HOUR);
    world.answerWith(() => new Response('', { status: 503 }));
    await world.deliver();
    await world.notify(1);
    world.answerWith(() => new Response('ok'));
    world.pass(HOUR);
    await world.deliver();
    expect(
      [0, 1].map((at) => [world.json(at).data.is_digest, world.json(at).data.notifications.length]),
    ).toEqual([
      [true, 3],
      [false, 1],
    ]);
  });

  test('that delayed only a repeated message create no digest of later notifications', async () => {
    const world = await openWorld(Date.parse('2026-11-27T21:59:00Z'));
    await world.add({ quiet: { from: '23:00', to: '07:00', zone: 'Europe/Paris' } });
    world.answerWith(() => new Response('', { status: 503 }));
    await world.notify(1);
    await world.deliver();
    world.answerWith(() => new Response('ok'));
    world.pass(2 * HOUR);
    await world.deliver();
    world.pass(7 * HOUR);
    await world.deliver();
    await world.notify(1);
    await world.deliver();
    expect([0, 1].map((at) => world.json(at).data.is_digest)).toEqual([false, false]);
  });

  test('that are switched off release what they delayed', async () => {
    const world = await openWorld();
    const quiet = { from: '00:00', to: '23:59', zone: 'UTC' };
    const { data } = await world.add({ quiet });
    await world.notify(2);
    await world.deliver();
    expect(world.received).toEqual([]);
    await changeChannel(world.ctx, data.id, { quiet: null });
    await world.deliver();
    expect(world.json().data.notifications).toHaveLength(2);
  });

  test('do not delay a test', async () => {
    const world = await openWorld();
    const { data } = await world.add({ quiet: { from: '00:00', to: '23:59', zone: 'UTC' } });
    expect(await testChannel(world.ctx, data.id)).toEqual({
      delivered: true,
      status: 200,
      message: 'The receiver answered 200: ok.',
    });
  });
});

/** A browser with a push subscription: its keys, and how it opens a message (RFC 8291). */
function openBrowser() {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: 'https://push.example/send/abcdefghijklmnopqrstuvwxyz',
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    open: (body: Uint8Array) =>
      JSON.parse(
        decrypt(Buffer.from(body), {
          version: 'aes128gcm',
          privateKey: keys,
          authSecret: auth,
        }).toString('utf8'),
      ),
  };
}

describe('a message of each kind', () => {
  test('of web push is opened by an independent implementation, and signed with the key that browsers use to subscribe', async () => {
    const world = await openWorld();
    const browser = openBrowser();
    await world.add({ kind: 'web_push', subscription: browser.subscription });
    await world.notify(1, { title: 'Ночной экспресс ☾', kind: 'presale_code' });
    await world.deliver();
    const [{ headers, bytes, url }] = world.received as [Received];
    expect(url).toBe(browser.subscription.endpoint);
    expect(browser.open(bytes)).toEqual({
      title: 'Ночной экспресс ☾: Presale code',
      body: '3 left',
      path: '/events',
      tag: expect.any(String),
    });
    expect(headers.get('Content-Encoding')).toBe('aes128gcm');
    expect(headers.get('Urgency')).toBe('high');
    expect(Number(headers.get('TTL'))).toBeGreaterThan(0);
    const [, token = '', key = ''] =
      /^vapid t=(.+),k=(.+)$/.exec(headers.get('Authorization') ?? '') ?? [];
    expect(key).toBe(await readPushKey(world.ctx));
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: 'https://push.example' });
    expect(decodeJwt(token).sub).toMatch(/^(?:mailto:|https:)/);
  });

  test('of web push fits into the size that push services accept, regardless of the number and length of its notifications', async () => {
    const world = await openWorld();
    const browser = openBrowser();
    await world.add({ kind: 'web_push', subscription: browser.subscription });
    await world.notify(300, { title: '夜行列車'.repeat(40), body: '💡'.repeat(400) });
    await world.deliver();
    await world.notify(1, { title: '夜行列車'.repeat(40), body: '💡'.repeat(400) });
    await world.deliver();
    expect(world.received).toHaveLength(2);
    for (const { bytes } of world.received) {
      expect(bytes.length).toBeLessThanOrEqual(4_096);
      expect(browser.open(bytes).title).toBeTruthy();
    }
    expect(browser.open(world.received[0]?.bytes ?? new Uint8Array()).body).toMatch(
      /and \d+ more$/,
    );
  });

  test.each([404, 410])(
    "of web push to a subscription that has ended (%i) pauses the channel at once, but no other browser's",
    async (status) => {
      const world = await openWorld();
      const [gone, there] = [openBrowser(), openBrowser()];
      const endpoint = 'https://push.example/send/another-browser-of-the-operator';
      await world.add({ kind: 'web_push', subscription: gone.subscription });
      await world.add({ kind: 'web_push', subscription: { ...there.subscription, endpoint } });
      await world.notify(1);
      world.answerWith(({ url }) =>
        url === endpoint ? new Response('', { status: 201 }) : new Response('gone', { status }),
      );
      await world.deliver();
      const [first, second] = await listChannels(world.ctx);
      expect(first).toMatchObject({
        is_paused: true,
        reason:
          'The browser has ended this subscription. Delete the channel and add the browser again.',
      });
      expect(second).toMatchObject({ is_paused: false, reason: null, waiting: 0 });
      expect(world.received.every(({ url }) => url === endpoint)).toBe(true);
      expect(world.received.map(({ bytes }) => there.open(bytes).title)).toEqual([
        'Paper Harbour 0: Price alert',
        'Night desk: Channel paused',
      ]);
      const notices = world.ctx.db
        .select({ topic: notifications.topic })
        .from(notifications)
        .where(eq(notifications.operatorId, world.operator.id));
      expect(await notices).toEqual([{ topic: 'Channel paused' }]);
    },
  );

  test('of a webhook is signed as Standard Webhooks require', async () => {
    const world = await openWorld();
    const { signing_secret } = await world.add({});
    await world.notify(1);
    await world.deliver();
    const [{ headers, text }] = world.received as [Received];
    const key = Buffer.from((signing_secret ?? '').replace('whsec_', ''), 'base64');
    const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${text}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers.get('webhook-signature')).toBe(`v1,${signature}`);
    expect(headers.get('webhook-timestamp')).toBe(String(world.ctx.clock() / 1000));
  });

  test('of ntfy names the topic, a priority by kind and the page, with the token', async () => {
    const world = await openWorld();
    await world.add({ kind: 'ntfy', address: 'https://ntfy.example/desk-topic/', token: 'tk_1' });
    await world.notify(1, { kind: 'presale_code', title: 'Nuit d’été' });
    await world.deliver();
    expect(world.received[0]?.url).toBe('https://ntfy.example/');
    expect(world.received[0]?.headers.get('Authorization')).toBe('Bearer tk_1');
    expect(world.json()).toEqual({
      topic: 'desk-topic',
      title: 'Nuit d’été: Presale code',
      message: '3 left',
      priority: 5,
      click: 'https://desk.example/events',
    });
  });

  test('of ntfy stays within its limits with any text', async () => {
    const world = await openWorld();
    await world.add({ kind: 'ntfy', address: 'https://ntfy.example/desk-topic', token: null });
    for (const count of [1, 300]) {
      await world.notify(count, { title: '夜行列車💡'.repeat(40), body: '💡'.repeat(3_000) });
      await world.deliver();
      expect(await world.channel()).toMatchObject({ reason: null, waiting: 0 });
    }
    const bytesOf = (text: string) => new TextEncoder().encode(text).length;
    for (const at of [0, 1]) {
      const { title, message } = world.json(at);
      expect(bytesOf(title)).toBeLessThanOrEqual(300);
      expect(bytesOf(message)).toBeLessThan(4_096);
      expect(`${title}${message}`.isWellFormed()).toBe(true);
    }
  });

  test('of Slack stays within its limits with any text, and mentions nobody', async () => {
    const world = await openWorld();
    await world.add({
      kind: 'slack',
      address: 'https://hooks.slack.com/services/T0/B0/abcdefghijkl',
    });
    const title = '<!everyone> <!channel> <@U12345> @here & '.repeat(20);
    for (const count of [1, 300]) {
      await world.notify(count, { title, body: '💡<!here>'.repeat(900) });
      await world.deliver();
    }
    for (const at of [0, 1]) {
      const { text, blocks } = world.json(at);
      expect(text).not.toMatch(/<[!@#]/);
      expect(blocks.length).toBeLessThanOrEqual(50);
      for (const { text } of blocks) {
        expect(text.type).toBe('plain_text');
        expect(text.text.length).toBeLessThanOrEqual(3_000);
        expect(text.text.isWellFormed()).toBe(true);
      }
    }
    expect(world.json(1).blocks.at(-1).text.text).toBe('and 260 more in the bell');
  });

  test('of Slack shows texts unchanged', async () => {
    const world = await openWorld();
    await world.add({
      kind: 'slack',
      address: 'https://hooks.slack.com/services/T0/B0/abcdefghijkl',
    });
    await world.notify(1, { title: '<https://evil.example|Click>' });
    await world.deliver();
    expect(world.json().text).toBe('&lt;https://evil.example|Click&gt;: Price alert');
    expect(world.json().blocks).toMatchObject([
      {
        text: { type: 'plain_text', text: '<https://evil.example|Click>: Price alert\n3 left' },
        accessory: { url: 'https://desk.example/events' },
      },
    ]);
  });

  test('of Discord has an embed for each notification and mentions nobody', async () => {
    const world = await openWorld();
    await world.add({
      kind: 'discord',
      address: 'https://discord.com/api/webhooks/1/abcdefghijkl',
    });
    await world.notify(2, { title: '@everyone <@&1> <#2>', body: '@here' });
    await world.deliver();
    expect(world.json().embeds).toHaveLength(2);
    expect(world.json().embeds[0].title).toBe('@everyone \\<@&1\\> \\<#2\\>: Price alert');
    expect(world.json().allowed_mentions).toEqual({ parse: [] });
  });
});

describe('the address of a channel', () => {
  test.each([
    ['webhook', 'http://hooks.example/in', 'Only https addresses are fetched.'],
    ['webhook', 'https://127.0.0.1/in', 'Numeric addresses are not fetched.'],
    ['webhook', 'https://[::1]/in', 'Numeric addresses are not fetched.'],
    ['webhook', 'https://0x7f.1/in', 'Numeric addresses are not fetched.'],
    ['webhook', 'https://desk.internal/in', 'Only public hosts are fetched.'],
    ['webhook', 'https://localhost/in', 'Only public hosts are fetched.'],
    ['webhook', 'https://hooks.example:8443/in', 'Addresses that name a port are not fetched.'],
    [
      'webhook',
      'https://me:pw@hooks.example/in',
      'Addresses with a user name or password inside are not fetched.',
    ],
    [
      'ntfy',
      'https://ntfy.sh/',
      'Enter the address of a topic, such as https://ntfy.sh/your-topic.',
    ],
    [
      'slack',
      'https://hooks.example/services/x',
      'Enter the address that Slack shows, such as https://hooks.slack.com/services/...',
    ],
    [
      'discord',
      'https://discord.com/channels/1',
      'Enter the address that Discord shows, such as https://discord.com/api/webhooks/...',
    ],
  ])('of kind %s refuses %s', async (kind, address, message) => {
    const { token } = await makeOperator();
    const json = { ...SETTINGS, kind, address };
    const answer = await callApi('/api/notification-channels', { token, json });
    expect(answer.status).toBe(400);
    expect(await failureOf(answer)).toMatchObject({ issues: [{ path: 'address', message }] });
  });

  test('may be on a host that the deployment allows', async () => {
    const world = await openWorld();
    const env = { ...world.ctx.env, CHANNEL_HOSTS: ['127.0.0.1:9'] };
    const ctx = world.with({ env });
    const address = 'http://127.0.0.1:9/topic';
    await addChannel(ctx, { ...SETTINGS, kind: 'ntfy', address, token: null });
    expect(await listChannels(ctx)).toMatchObject([{ address: 'http://127.0.0.1:9/…' }]);
  });

  test('is in no answer and no reason, and is not readable in the database', async () => {
    const world = await openWorld();
    const secret = 'T0/B0/a-secret-of-the-hook';
    const address = `https://hooks.slack.com/services/${secret}`;
    const { data } = await world.add({ kind: 'slack', address });
    expect(data.address).toBe('https://hooks.slack.com/…hook');
    world.answerWith(() => new Response(`no such hook: services/${secret}`, { status: 404 }));
    const tested = await testChannel(world.ctx, data.id);
    expect(tested).toMatchObject({ delivered: false, status: 404 });
    await world.notify(1);
    await world.deliver();
    const rows = await world.ctx.db.select().from(notificationChannels);
    expect(JSON.stringify([tested, rows, await world.channel()])).not.toContain('a-secret-of');
  });

  test.each([
    [
      'https://hooks.example/in/one-secret-part?key=another%20secret&n=1',
      'bad key "another secret"',
    ],
    ['https://hooks.example/in/one-secret-part?key=x', '{"hook":"one-secret-part"}'],
    ['https://hooks.example/in/d%C3%A9j%C3%A0-secret/x', 'no hook déjà-secret'],
    ['https://hooks.example/in?token=secret+of+two', 'secret of two'],
  ])('is not shown, not even in parts: %s', async (address, body) => {
    const world = await openWorld();
    const { data } = await world.add({ address });
    world.answerWith(() => new Response(body, { status: 403 }));
    expect((await testChannel(world.ctx, data.id)).message).not.toContain('secret');
  });

  test.each(['A'.repeat(87), `B${'A'.repeat(86)}`])(
    'of web push requires a key that is a point on the curve',
    async (p256dh) => {
      const { token } = await makeOperator();
      const subscription = {
        endpoint: 'https://push.example/send/abcdefghijklmnopqrstuvwxyz',
        keys: { p256dh, auth: 'A'.repeat(22) },
      };
      const json = { ...SETTINGS, kind: 'web_push', subscription };
      const answer = await callApi('/api/notification-channels', { token, json });
      expect(answer.status).toBe(400);
      expect((await failureOf(answer)).issues?.[0]?.path).toBe('subscription');
    },
  );

  test('that redirects elsewhere is not followed', async () => {
    const world = await openWorld();
    const { data } = await world.add({ address: 'https://hooks.example/in' });
    const sent: string[] = [];
    const fetch = createGuardedFetch({
      fetch: async (url) => {
        sent.push(url.href);
        return new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:8080/' } });
      },
    });
    expect(await testChannel(world.with({ fetch }), data.id)).toEqual({
      delivered: false,
      status: null,
      message: 'Only https addresses are fetched.',
    });
    expect(sent).toEqual(['https://hooks.example/in']);
  });
});

describe('the calls', () => {
  test('are limited to ten channels, and to those of the operator', async () => {
    const [one, other] = [await makeOperator(), await makeOperator()];
    const add = (at: number) =>
      callApi('/api/notification-channels', {
        token: one.token,
        json: { ...SETTINGS, kind: 'webhook', address: `https://hooks.example/${at}` },
      });
    const first = await add(0);
    const { data, signing_secret } = await first.json<{
      data: NotificationChannel;
      signing_secret: string;
    }>();
    expect(signing_secret).toMatch(/^whsec_/);
    for (let at = 1; at < 10; at += 1) expect((await add(at)).status).toBe(201);
    expect((await add(10)).status).toBe(409);
    const path = `/api/notification-channels/${data.id}`;
    for (const [method, suffix] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const json = method === 'PATCH' ? { name: 'Mine' } : undefined;
      const answer = await callApi(`${path}${suffix}`, { method, json, token: other.token });
      expect(answer.status).toBe(404);
    }
    const changed = await callApi(path, {
      method: 'PATCH',
      token: one.token,
      json: { is_paused: true },
    });
    expect(await changed.json()).toMatchObject({ data: { is_paused: true } });
    expect((await callApi(path, { method: 'DELETE', token: one.token })).status).toBe(200);
    const list = await callApi('/api/notification-channels', { token: one.token });
    expect((await list.json<{ data: unknown[] }>()).data).toHaveLength(9);
  });

  test('return one key of web push, regardless of the isolate that created it', async () => {
    const { token } = await makeOperator();
    const read = () =>
      callApi('/api/notification-channels/push-key', { token }).then((one) =>
        one.json<{ key: string }>(),
      );
    const [first, second] = await Promise.all([read(), read()]);
    expect(Buffer.from(first.key, 'base64url')).toHaveLength(65);
    expect(second.key).toBe(first.key);
  });

  test.each([
    [{ quiet: { from: '22:00', to: '22:00', zone: 'UTC' } }, 'quiet.to'],
    [{ quiet: { from: '25:00', to: '07:00', zone: 'UTC' } }, 'quiet.from'],
    [{ quiet: { from: '22:00', to: '07:00', zone: 'Mars/Olympus' } }, 'quiet.zone'],
    [{ kinds: [] }, 'kinds'],
    [{ name: ' ' }, 'name'],
  ])('refuse contradictory settings: %o', async (part, path) => {
    const { token } = await makeOperator();
    const json = { ...SETTINGS, kind: 'webhook', address: 'https://hooks.example/in', ...part };
    const answer = await callApi('/api/notification-channels', { token, json });
    expect(answer.status).toBe(400);
    expect((await failureOf(answer)).issues?.[0]?.path).toBe(path);
  });
});
