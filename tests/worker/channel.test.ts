import { evictDurableObject } from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import {
  type ChannelMessage,
  CLOSE,
  MAX_INCOMING_CHARACTERS,
  MAX_SOCKETS_OF_OPERATOR,
  MOST_MISSED,
} from '../../shared/channel.ts';
import { MAX_UNCONFIRMED } from '../../worker/durable/channel.ts';
import {
  connect as connectDirectly,
  MAX_MESSAGE_CHARACTERS,
  monitorMessage,
} from '../../worker/durable/channel-client.ts';
import { disconnectEnded } from '../../worker/features/account/index.ts';
import { disableOperator, setPassword } from '../../worker/features/account/operators.ts';
import { runDueJobs } from '../../worker/jobs/cron.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import {
  about,
  anyUrl,
  callChannel,
  connect,
  openSocket,
  positionOf,
  priceOf,
  priceUpdate,
  type TestSocket,
} from './channel-world.ts';
import { bindings } from './settings.ts';

describe('before the upgrade', () => {
  test.each(['', 'not.a.token', 'x'.repeat(5_000)])(
    'a token like %.12j is refused',
    async (token) => {
      const response = await callChannel({ token });
      expect([400, 401]).toContain(response.status);
      expect(await failureOf(response)).toMatchObject({ success: false });
      expect(response.headers.get('X-Request-Id')).not.toBeNull();
    },
  );

  test('another origin is refused, and that of the product is not', async () => {
    const { token } = await makeOperator();
    const refused = await callChannel({ token }, { Origin: 'https://elsewhere.test' });
    expect(refused.status).toBe(403);
    const admitted = await callChannel({ token }, { Origin: 'https://desk.test' });
    expect(admitted.status).toBe(101);
    openSocket(admitted);
  });

  test('a plain request is refused', async () => {
    const { token } = await makeOperator();
    const response = await callApi(`/ws?token=${token}`);
    expect(response.status).toBe(400);
  });

  test('an operator has at most a hundred sockets', async () => {
    const { token } = await makeOperator();
    for (let count = 0; count < MAX_SOCKETS_OF_OPERATOR; count += 1) await connect(token);
    const refused = await callChannel({ token });
    expect(refused.status).toBe(429);
    expect((await failureOf(refused)).message).toBe(
      'At most 100 live connections of one operator, and 2,000 of all. Close other windows.',
    );
  });
});

describe('messages', () => {
  test('reach every client once, in order, and the last known state reaches a new one', async () => {
    const ctx = makeCtx();
    const url = anyUrl();
    const { token } = await makeOperator();
    const first = await connect(token);
    await ctx.publish([priceUpdate(url, { prices: priceOf(3), title: 'Northern Lanterns' })]);
    await ctx.publish([priceUpdate(url, { prices: priceOf(2) })]);
    // This changes nothing, so it is not sent.
    await ctx.publish([priceUpdate(url, { prices: priceOf(2), title: 'Northern Lanterns' })]);
    await vi.waitFor(() => expect(about(first.frames, url)).toHaveLength(2), PATIENCE);
    const [one, two] = about(first.frames, url);
    expect(two?.seq).toBe((one?.seq ?? 0) + 1);
    expect(two?.data).toEqual({
      url,
      prices: priceOf(2),
      image: null,
      title: null,
      date: null,
      venue: null,
    });
    const second = await connect(token);
    expect(second.frames[0]).toMatchObject({ type: 'hello', reset: true });
    expect(about(second.frames, url)).toMatchObject([
      { seq: two?.seq, data: { prices: priceOf(2), title: 'Northern Lanterns' } },
    ]);
  });

  test.each([{}, { lists: 'true' }, { lists: 'deflate' }])(
    'that concern one operator include their texts only for that operator, also when replayed (%o)',
    async (form) => {
      const [own, other] = [await makeOperator(), await makeOperator()];
      const sockets = [await connect(own.token, '', form), await connect(other.token, '', form)];
      const positions = sockets.map(positionOf);
      const id = Math.floor(Math.random() * 1e9) + 10_000;
      const texts = { title: 'Private "mailbox"', topic: 'Own', body: 'secret code', href: '/x' };
      await makeCtx().publish([
        {
          type: 'notification',
          data: {
            id,
            kind: 'system',
            ...texts,
            created_at: '2026-11-27T20:00:00.000Z',
            is_read: false,
            operator_id: own.id,
          },
        },
      ]);
      const seen = ({ frames }: TestSocket) =>
        frames.flatMap((frame) =>
          frame.type === 'notification' && frame.data.id === id ? frame.data.body : [],
        );
      await vi.waitFor(() => expect(sockets.map(seen)).toEqual([['secret code'], ['']]), PATIENCE);
      const [ownAgain, otherAgain] = [
        await connect(own.token, positions[0], form),
        await connect(other.token, positions[1], form),
      ];
      expect([seen(ownAgain), seen(otherAgain)]).toEqual([['secret code'], ['']]);
      expect(otherAgain.texts.join()).not.toContain('Private');
    },
  );

  test('reach each of twenty tabs of an operator, completely and in order', async () => {
    const url = anyUrl();
    const { token } = await makeOperator();
    const tabs = await Promise.all(
      Array.from({ length: 20 }, () => connect(token, '', { lists: 'deflate' })),
    );
    for (let count = 1; count <= 10; count += 1)
      await makeCtx().publish([priceUpdate(url, { prices: priceOf(count) })]);
    for (const { frames } of tabs)
      await vi.waitFor(() => expect(about(frames, url)).toHaveLength(10), PATIENCE);
    const [first, ...others] = tabs.map(({ frames }) => about(frames, url));
    expect(others.every((frames) => isDeepStrictEqual(frames, first))).toBe(true);
    expect(first?.map(({ data }) => data)).toMatchObject(
      Array.from({ length: 10 }, (_, index) => ({ prices: priceOf(index + 1) })),
    );
  });

  test('are sent in lists of a hundred to a client that accepts lists, compressed or not, in the same order', async () => {
    const urls = Array.from({ length: 150 }, anyUrl);
    const { token } = await makeOperator();
    const single = await connect(token);
    const many = await connect(token, '', { lists: 'true' });
    const deflated = await connect(token, '', { lists: 'deflate' });
    await makeCtx().publish(urls.map((url) => priceUpdate(url, { prices: priceOf(1) })));
    const last = urls.at(-1) ?? '';
    for (const { frames } of [single, many, deflated])
      await vi.waitFor(() => expect(about(frames, last)).toHaveLength(1), PATIENCE);
    const own = ({ frames }: TestSocket) => urls.flatMap((url) => about(frames, url));
    expect(own(many)).toEqual(own(single));
    expect(own(deflated)).toEqual(own(single));
    const lists = ({ texts }: TestSocket) =>
      texts.filter((text) => urls.some((url) => text.includes(url)));
    expect(lists(deflated)).toEqual(lists(many));
    expect(deflated.bytes).toBeLessThan(many.bytes / 2);
    expect(lists(many).map((text) => JSON.parse(text).length)).toEqual([100, 50]);
    expect(single.texts.filter((text) => text.startsWith('['))).toEqual([]);
  });

  test('that a client missed are sent when it reconnects, and nothing else', async () => {
    const ctx = makeCtx();
    const [seen, missed] = [anyUrl(), anyUrl()];
    const { token } = await makeOperator();
    const before = await connect(token);
    await ctx.publish([priceUpdate(seen, { prices: priceOf(1) })]);
    await vi.waitFor(() => expect(about(before.frames, seen)).toHaveLength(1), PATIENCE);
    before.socket.close(1000);
    await ctx.publish([priceUpdate(missed, { prices: priceOf(2) })]);
    const after = await connect(token, positionOf(before));
    expect(after.frames[0]).toMatchObject({ type: 'hello', reset: false });
    expect(about(after.frames, seen)).toEqual([]);
    expect(about(after.frames, missed)).toHaveLength(1);
  });

  test('are all sent again to a client of another channel', async () => {
    const url = anyUrl();
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(1) })]);
    const { token } = await makeOperator();
    const client = await connect(token, 'another-epoch.5');
    expect(client.frames[0]).toMatchObject({ reset: true });
    expect(about(client.frames, url)).toHaveLength(1);
  });

  test('survive the eviction of the object, with its sockets', async () => {
    const ctx = makeCtx();
    const url = anyUrl();
    const { token } = await makeOperator();
    const client = await connect(token);
    await ctx.publish([priceUpdate(url, { prices: priceOf(1) })]);
    await evictDurableObject(bindings.CHANNEL.getByName('channel 0'));
    await ctx.publish([priceUpdate(url, { prices: priceOf(2) })]);
    await vi.waitFor(() => expect(about(client.frames, url)).toHaveLength(2), PATIENCE);
    expect(about(client.frames, url).map(({ data }) => data.prices)).toEqual([
      priceOf(1),
      priceOf(2),
    ]);
  });

  test('of a removed target are not sent to new clients', async () => {
    const ctx = makeCtx();
    const url = anyUrl();
    await ctx.publish([priceUpdate(url, { prices: priceOf(1) })]);
    const nothing = { reason: null, checked_at: null, next_check_at: null };
    const removed = { target: 'price' as const, id: url, state: 'removed' as const, ...nothing };
    await ctx.publish([{ type: 'monitor', data: removed }]);
    const { token } = await makeOperator();
    const client = await connect(token);
    expect(JSON.stringify(client.frames)).not.toContain(url);
  });

  test('that are too large are refused by name', async () => {
    const title = 'x'.repeat(MAX_MESSAGE_CHARACTERS);
    await expect(makeCtx().publish([priceUpdate(anyUrl(), { title })])).rejects.toMatchObject({
      code: 'internal',
    });
  });
});

describe('a client', () => {
  test('gets an answer to its ping', async () => {
    const { socket } = await connect((await makeOperator()).token);
    const pong = new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => data === 'pong' && resolve(data)),
    );
    socket.send('ping');
    expect(await pong).toBe('pong');
  });

  test.each([
    ['sends a message that clients may not send', '{"type":"hello"}', 1008],
    ['sends no JSON', 'hello', 1008],
    ['requests too many states', JSON.stringify({ type: 'name', urls: Array(51).fill('u') }), 1008],
    ['requests no states', '{"type":"name","urls":[]}', 1008],
    ['sends too much', 'x'.repeat(MAX_INCOMING_CHARACTERS + 1), 1009],
  ])('that %s is disconnected', async (_, text, code) => {
    const { socket, closed } = await connect((await makeOperator()).token);
    socket.send(text);
    expect((await closed).code).toBe(code);
  });

  test('that confirms nothing is disconnected with the reason, unlike one that confirms', async () => {
    const { token } = await makeOperator();
    const slow = await connect(token);
    const quick = await connect(token);
    const url = anyUrl();
    const publishMany = (from: number, many: number) =>
      makeCtx().publish(
        Array.from({ length: many }, (_, index) =>
          priceUpdate(url, { prices: priceOf(from + index) }),
        ),
      );
    await publishMany(1, MAX_UNCONFIRMED + 1);
    const arrived = () => expect(about(quick.frames, url));
    await vi.waitFor(() => arrived().toHaveLength(MAX_UNCONFIRMED + 1), PATIENCE);
    const newest = about(quick.frames, url).at(-1);
    quick.socket.send(JSON.stringify({ type: 'ack', seq: newest?.seq }));
    // Messages that were not sent yet cannot be confirmed.
    slow.socket.send(JSON.stringify({ type: 'ack', seq: 1e300 }));
    slow.socket.send(JSON.stringify({ type: 'ack', seq: -1 }));
    await vi.waitFor(() => expect(slow.socket.readyState).toBe(WebSocket.OPEN), PATIENCE);
    // The confirmation outlives the eviction, because it is attached to the socket.
    await evictDurableObject(bindings.CHANNEL.getByName('channel 0'));
    await publishMany(MAX_UNCONFIRMED + 2, 1);
    expect(await slow.closed).toEqual({
      code: CLOSE.tooSlow,
      reason: `More than ${MAX_UNCONFIRMED} messages were not confirmed.`,
    });
    await vi.waitFor(() => arrived().toHaveLength(MAX_UNCONFIRMED + 2), PATIENCE);
  });

  test('that had no time to confirm a burst of messages stays connected', async () => {
    const { token } = await makeOperator();
    const clients = [
      await connect(token),
      await connect(token, '', { lists: 'true' }),
      await connect(token, '', { lists: 'deflate' }),
    ];
    const urls = Array.from({ length: MAX_UNCONFIRMED + 500 }, anyUrl);
    const removed = (id: string) => monitorMessage('price', id, 'removed');
    await makeCtx().publish(urls.map(removed));
    // None of them can have confirmed yet.
    const last = anyUrl();
    await makeCtx().publish([priceUpdate(last, { prices: priceOf(1) })]);
    for (const { frames } of clients)
      await vi.waitFor(() => expect(about(frames, last)).toHaveLength(1), PATIENCE);
  });

  test('that connects with others gets the same state in each form', async () => {
    const { token } = await makeOperator();
    const url = anyUrl();
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(1) })]);
    const forms = [{}, { lists: 'true' }, { lists: 'deflate' }, { lists: 'deflate' }];
    const clients = await Promise.all(forms.map((form) => connect(token, '', form)));
    const [plain, ...others] = clients.map(({ frames }) => frames);
    for (const frames of others) expect(frames).toEqual(plain);
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(2) })]);
    const later = await connect(token, '', { lists: 'deflate' });
    expect(about(later.frames, url)).toMatchObject([{ data: { prices: priceOf(2) } }]);
  });
});

describe('a client that names the watched events that it shows', () => {
  const named = { lists: 'deflate', prices: 'named' };
  const statesOf = ({ frames }: TestSocket) =>
    frames.flatMap((frame) => (frame.type === 'states' ? frame.data : []));
  const isAboutEvent = (frame: { type: string; data?: unknown }) =>
    frame.type === 'priceUpdate' || JSON.stringify(frame.data)?.includes('"target":"price"');

  test('gets no prices when it connects, and then those that it names', async () => {
    const { token } = await makeOperator();
    const [shown, other] = [anyUrl(), anyUrl()];
    const artist = monitorMessage('artist', crypto.randomUUID(), 'ok');
    const states = [shown, other].flatMap((url) => [
      priceUpdate(url, { prices: priceOf(1), title: 'Northern Lanterns' }),
      monitorMessage('price', url, 'ok'),
    ]);
    await makeCtx().publish([...states, artist]);
    await makeCtx().publish([priceUpdate(shown, { prices: priceOf(2) })]);
    const client = await connect(token, '', named);
    expect(client.frames.filter(isAboutEvent)).toEqual([]);
    expect(client.frames).toContainEqual(expect.objectContaining({ data: artist.data }));
    client.socket.send(JSON.stringify({ type: 'name', urls: [shown, anyUrl()] }));
    await vi.waitFor(() => expect(statesOf(client)).toHaveLength(2), PATIENCE);
    expect(statesOf(client)).toMatchObject([
      { type: 'monitor', data: { id: shown, state: 'ok' } },
      { type: 'priceUpdate', data: { prices: priceOf(2), title: 'Northern Lanterns' } },
    ]);
    // It receives changes without a request, in one order with the others.
    await makeCtx().publish([priceUpdate(other, { prices: priceOf(3) })]);
    await vi.waitFor(() => expect(about(client.frames, other)).toHaveLength(1), PATIENCE);
    // A client without this choice receives everything.
    expect(about((await connect(token)).frames, other)).toHaveLength(1);
  });

  test('gets nothing about an event that was removed', async () => {
    const url = anyUrl();
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(1) })]);
    await makeCtx().publish([monitorMessage('price', url, 'removed')]);
    const client = await connect((await makeOperator()).token, '', named);
    client.socket.send(JSON.stringify({ type: 'name', urls: [url] }));
    await vi.waitFor(() => expect(client.frames.at(-1)?.type).toBe('states'), PATIENCE);
    expect(statesOf(client)).toEqual([]);
  });

  test('gets what it missed, and starts from the beginning after more than a thousand messages', async () => {
    const { token } = await makeOperator();
    const url = anyUrl();
    const before = await connect(token, '', named);
    const position = positionOf(before);
    const publishMany = (from: number, many: number) =>
      makeCtx().publish(
        Array.from({ length: many }, (_, at) => priceUpdate(url, { prices: priceOf(from + at) })),
      );
    await publishMany(1, 3);
    const soon = await connect(token, position, named);
    expect(soon.frames[0]).toMatchObject({ type: 'hello', reset: false });
    expect(about(soon.frames, url)).toHaveLength(1);
    await publishMany(10, MOST_MISSED);
    const late = await connect(token, position, named);
    expect(late.frames[0]).toMatchObject({ type: 'hello', reset: true });
    expect(about(late.frames, url)).toEqual([]);
    expect((await connect(token, position)).frames[0]).toMatchObject({ reset: false });
  });

  test('gets each notification that it missed among more than a thousand messages, in order', async () => {
    const { token } = await makeOperator();
    const position = positionOf(await connect(token, '', named));
    const [artist, removed] = [crypto.randomUUID(), anyUrl()];
    const notify = (id: number): ChannelMessage => ({
      type: 'notification',
      data: {
        id,
        kind: 'price_alert',
        title: 'Northern Lanterns',
        topic: 'Below €60.00',
        body: 'now €58.00',
        href: null,
        created_at: '2026-11-27T20:00:00.000Z',
        is_read: false,
      },
    });
    await makeCtx().publish([notify(901), monitorMessage('price', removed, 'removed')]);
    await makeCtx().publish(
      Array.from({ length: MOST_MISSED + 1 }, () => monitorMessage('price', anyUrl(), 'ok')),
    );
    await makeCtx().publish([monitorMessage('artist', artist, 'ok'), notify(902)]);
    const late = await connect(token, position, named);
    expect(late.frames[0]).toMatchObject({ type: 'hello', reset: true });
    const idsOf = ({ frames }: TestSocket) =>
      frames.flatMap((frame) => (frame.type === 'notification' ? frame.data.id : []));
    expect(idsOf(late)).toEqual([901, 902]);
    expect(late.frames).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ id: removed, state: 'removed' }) }),
    );
    // A client skips a frame that arrives after a newer one.
    const order = late.frames.flatMap((frame) => ('seq' in frame ? frame.seq : []));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // A client without a position did not miss them.
    expect(idsOf(await connect(token, '', named))).toEqual([]);
    expect(idsOf(await connect(token, position.replace(/^./, 'x'), named))).toEqual([]);
  });
});

describe('the end of a session', () => {
  const logOut = (token: string, json = {}) => callApi('/api/auth/logout', { token, json });
  const ended = { code: CLOSE.sessionEnded, reason: 'The session ended.' };

  test('closes its sockets at once when the operator signs out, and no others', async () => {
    const operator = await makeOperator();
    const other = await connect((await makeOperator()).token);
    const [one, two] = [await connect(operator.token), await connect(operator.token)];
    await logOut(operator.token);
    expect(await Promise.all([one.closed, two.closed])).toEqual([ended, ended]);
    expect((await callChannel({ token: operator.token })).status).toBe(401);
    const url = anyUrl();
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(1) })]);
    await vi.waitFor(() => expect(about(other.frames, url)).toHaveLength(1), PATIENCE);
  });

  test.each([
    ['disables the operator', (email: string) => disableOperator(makeCtx(), { email })],
    [
      'sets a new password',
      (email: string) => setPassword(makeCtx(), { email, password: 'an unusual new passphrase' }),
    ],
  ])('closes its sockets within a minute after the command line %s', async (_, change) => {
    const operator = await makeOperator();
    const client = await connect(operator.token);
    await change(operator.email);
    await runDueJobs(makeCtx());
    expect(await client.closed).toEqual(ended);
  });

  test('closes its sockets within a minute after it was idle for too long', async () => {
    const client = await connect((await makeOperator()).token);
    const later = Date.now() + makeCtx().env.SESSION_IDLE_MINUTES * 60_000 + 60_000;
    await disconnectEnded(makeCtx({ clock: () => later }));
    expect(await client.closed).toEqual(ended);
  });

  test('closes the socket of an expired one that requests prices, without an answer', async () => {
    const token = { operatorId: 0, sessionId: '', version: 1, expiresAt: 1 };
    const client = openSocket(
      await connectDirectly(bindings, token, { since: '', lists: 'false' }),
    );
    client.socket.send(JSON.stringify({ type: 'name', urls: [anyUrl()] }));
    expect(await client.closed).toEqual({
      code: CLOSE.sessionEnded,
      reason: 'The session expired.',
    });
    expect(client.frames.filter(({ type }) => type === 'states')).toEqual([]);
  });

  test('closes the socket of an expired one before anything else is sent to it', async () => {
    const token = { operatorId: 0, sessionId: '', version: 1, expiresAt: 1 };
    const client = openSocket(
      await connectDirectly(bindings, token, { since: '', lists: 'false' }),
    );
    const url = anyUrl();
    await makeCtx().publish([priceUpdate(url, { prices: priceOf(1) })]);
    expect(await client.closed).toEqual({
      code: CLOSE.sessionEnded,
      reason: 'The session expired.',
    });
    expect(about(client.frames, url)).toEqual([]);
  });
});
