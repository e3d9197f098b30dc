import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { type ChannelMessage, MAX_SOCKETS_OF_OPERATOR } from '../../shared/channel.ts';
import { Channel } from '../../worker/durable/channel.ts';
import {
  connect as connectDirectly,
  connectedSessions,
  disconnectSessions,
  monitorMessage,
  publish,
} from '../../worker/durable/channel-client.ts';
import { ChannelStore } from '../../worker/durable/channel-store.ts';
import { PATIENCE } from '../factories/patience.ts';
import {
  about,
  anyUrl,
  openSocket,
  positionOf,
  priceOf,
  priceUpdate,
  type TestSocket,
} from './channel-world.ts';
import { bindings } from './settings.ts';

const SHARDS = 3;
const sharded = { ...bindings, CHANNEL_SHARDS: String(SHARDS) };
const { signal } = new AbortController();
/** Operators in shards 0, 1 and 2. No other test signs in so many operators. */
const OPERATORS = [900_000, 900_001, 900_002];

async function open(operatorId: number, since = ''): Promise<TestSocket> {
  const token = { operatorId, sessionId: `s${operatorId}`, version: 1, expiresAt: 1e10 };
  const opened = openSocket(await connectDirectly(sharded, token, { since, lists: 'deflate' }));
  await vi.waitFor(() => expect(opened.frames.some(isReady)).toBe(true), PATIENCE);
  return opened;
}

const isReady = ({ type }: { type: string }) => type === 'ready';
const openAll = (since?: string) => Promise.all(OPERATORS.map((id) => open(id, since)));
const send = (...messages: ChannelMessage[]) => publish(sharded, messages, signal);
/** Publishes only to the first shard, as if the others had not been reached. */
const sendToFirst = (...messages: ChannelMessage[]) => publish(bindings, messages, signal);
const price = (url: string, count: number) => priceUpdate(url, { prices: priceOf(count) });
const countsOf = ({ frames }: TestSocket, url: string) =>
  about(frames, url).map(({ data }) => data.prices?.['12.00']?.count);
const expectCounts = (sockets: TestSocket[], url: string, counts: number[]) =>
  vi.waitFor(() => {
    for (const socket of sockets) expect(countsOf(socket, url)).toEqual(counts);
  }, PATIENCE);

describe('a channel of three shards', () => {
  test('puts each operator into one shard', async () => {
    await openAll();
    const shards = await Promise.all(
      [0, 1, 2].map((shard) => bindings.CHANNEL.getByName(`channel ${shard}`).sessions()),
    );
    const own = shards.map((list) =>
      list.filter(({ operatorId }) => OPERATORS.includes(operatorId)),
    );
    expect(own.map((list) => new Set(list.map(({ operatorId }) => operatorId % SHARDS)))).toEqual([
      new Set([0]),
      new Set([1]),
      new Set([2]),
    ]);
    expect((await connectedSessions(sharded)).map(({ operatorId }) => operatorId)).toEqual(
      expect.arrayContaining(OPERATORS),
    );
  });

  test('sends every message to all of them, in one order with one number', async () => {
    const sockets = await openAll();
    const urls = [anyUrl(), anyUrl()];
    for (let count = 1; count <= 10; count += 1)
      await send(...urls.map((url) => price(url, count)));
    for (const url of urls)
      await expectCounts(
        sockets,
        url,
        Array.from({ length: 10 }, (_, at) => at + 1),
      );
    const [first, ...others] = sockets.map(({ frames }) =>
      urls.flatMap((url) => about(frames, url)),
    );
    for (const frames of others) expect(frames).toEqual(first);
  });

  test('sends simultaneously published messages to all of them in the same order', async () => {
    const sockets = await openAll();
    const url = anyUrl();
    await Promise.all(Array.from({ length: 20 }, (_, at) => send(price(url, at + 1))));
    await vi.waitFor(() => {
      const last = sockets.map(({ frames }) => about(frames, url).at(-1));
      expect(last[0]).toBeDefined();
      expect(last[1]).toEqual(last[0]);
      expect(last[2]).toEqual(last[0]);
    }, PATIENCE);
    for (const { frames } of sockets) {
      const order = about(frames, url).map(({ seq }) => seq);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
  });

  test('sends missed messages to a shard with the next message, including removals', async () => {
    const sockets = await openAll();
    const [missed, removed, next] = [anyUrl(), anyUrl(), anyUrl()];
    await send(price(removed, 1));
    await sendToFirst(price(missed, 1), monitorMessage('price', removed, 'removed'));
    await sendToFirst(price(missed, 2));
    await send(price(next, 1));
    await expectCounts(sockets, next, [1]);
    for (const socket of sockets) expect(countsOf(socket, missed).at(-1)).toBe(2);
    // The removed event is no longer in any shard.
    for (const { frames } of await openAll()) expect(about(frames, removed)).toEqual([]);
  });

  test('sends missed messages to a shard when the call is repeated', async () => {
    const sockets = await openAll();
    const url = anyUrl();
    await sendToFirst(price(url, 1));
    await send(price(url, 1));
    await expectCounts(sockets, url, [1]);
  });

  test('repeats missed messages by itself, and fails no publication because of them', async () => {
    const sockets = await openAll();
    const [url, next] = [anyUrl(), anyUrl()];
    const relay = vi.spyOn(Channel.prototype, 'relay').mockRejectedValueOnce(new Error('broken'));
    expect(await send(price(url, 1))).toEqual([]);
    await expectCounts(sockets, url, [1]);
    relay.mockRejectedValue(new Error('broken'));
    expect(await send(price(url, 2))).toEqual(['channel 1', 'channel 2']);
    await send(price(next, 1));
    relay.mockRestore();
    // This happens without a further message.
    await runDurableObjectAlarm(bindings.CHANNEL.getByName('channel 0'));
    await expectCounts(sockets, next, [1]);
    for (const socket of sockets) expect(countsOf(socket, url).at(-1)).toBe(2);
  });

  test('gives new clients the same state in each shard, also after all objects were evicted', async () => {
    const url = anyUrl();
    await send(price(url, 1));
    for (const shard of [0, 1, 2])
      await evictDurableObject(bindings.CHANNEL.getByName(`channel ${shard}`));
    await sendToFirst(price(url, 2));
    const [first, ...others] = await openAll();
    expect(countsOf(first as TestSocket, url)).toEqual([2]);
    for (const { frames } of others)
      expect(about(frames, url)).toEqual(about(first?.frames ?? [], url));
  });

  test('lets a client resume at the position that another shard gave it', async () => {
    const [before] = await openAll();
    const [seen, missed] = [anyUrl(), anyUrl()];
    await send(price(seen, 1));
    await expectCounts([before as TestSocket], seen, [1]);
    const position = positionOf(before as TestSocket);
    await send(price(missed, 1));
    for (const client of await openAll(position)) {
      expect(client.frames[0]).toMatchObject({ type: 'hello', reset: false });
      expect(about(client.frames, seen)).toEqual([]);
      expect(countsOf(client, missed)).toEqual([1]);
    }
  });

  test('closes the sockets of a session in each shard, and limits those of an operator', async () => {
    const sockets = await openAll();
    await disconnectSessions(
      sharded,
      OPERATORS.map((id) => `s${id}`),
    );
    for (const { closed } of sockets) expect((await closed).reason).toBe('The session ended.');
    const many = Array.from({ length: MAX_SOCKETS_OF_OPERATOR }, () => open(900_004));
    await Promise.all(many);
    await expect(open(900_004)).rejects.toMatchObject({
      code: 'too_many_requests',
      message:
        'At most 100 live connections of one operator, and 6,000 of all. Close other windows.',
    });
    await open(900_007);
  });

  test('needs one call of an object for each message as long as it has one shard', async () => {
    const calls: string[] = [];
    const count = (name: string) => {
      calls.push(name);
      return bindings.CHANNEL.getByName(name);
    };
    const counted = { CHANNEL: { ...bindings.CHANNEL, getByName: count } as never };
    await publish(counted, [price(anyUrl(), 1), price(anyUrl(), 1)], signal);
    await publish(counted, [], signal);
    expect(calls).toEqual(['channel 0']);
  });
});

describe('a follower that copies a state in pages', () => {
  /** Runs something with the store of an object that has no sockets. */
  const inStore = <Result>(name: string, run: (store: ChannelStore) => Result) =>
    runInDurableObject(bindings.CHANNEL.getByName(name), (_, { storage }) =>
      run(new ChannelStore(storage)),
    );
  const newPair = () =>
    [`leader ${crypto.randomUUID()}`, `follower ${crypto.randomUUID()}`] as const;
  const stateOf = (name: string) => inStore(name, (store) => store.everything('all', 0));
  const urlsOf = (count: number) => Array.from({ length: count }, anyUrl);

  /** Copies pages of one row one after another; `during` happens after the first page. */
  async function copy(leader: string, follower: string, during = async () => {}): Promise<number> {
    let after: number | null = null;
    for (let pages = 1; ; pages += 1) {
      const position = await inStore(follower, (store) => store.position);
      const changes = await inStore(leader, (store) => store.changesSince(position, after, 1));
      await inStore(follower, (store) => store.follow(changes));
      if (changes.isLast) return pages;
      after = changes.isWhole ? changes.seq : null;
      if (pages === 1) await during();
    }
  }

  test('has the same state and position at the end, including changes in the meantime', async () => {
    const [leader, follower] = newPair();
    const urls = urlsOf(5);
    await inStore(leader, (store) => store.append(urls.map((url) => price(url, 1))));
    const during = async () => {
      const changes = [price(urls[4] ?? '', 2), monitorMessage('price', urls[0] ?? '', 'removed')];
      await inStore(leader, (store) => store.append(changes));
    };
    expect(await copy(leader, follower, during)).toBeGreaterThan(4);
    expect(await stateOf(follower)).toEqual(await stateOf(leader));
    const positions = await Promise.all(
      [leader, follower].map((name) => inStore(name, (store) => store.position)),
    );
    expect(positions[1]).toEqual(positions[0]);
    // From here on, only the changes are read.
    await inStore(leader, (store) => store.append(urlsOf(2).map((url) => price(url, 1))));
    expect(await copy(leader, follower)).toBe(2);
    expect(await stateOf(follower)).toEqual(await stateOf(leader));
  });

  test('starts again if it ended in the middle', async () => {
    const [leader, follower] = newPair();
    await inStore(leader, (store) => store.append(urlsOf(4).map((url) => price(url, 1))));
    const interrupted = new Error('killed');
    const killed = copy(leader, follower, async () => {
      throw interrupted;
    });
    await expect(killed).rejects.toBe(interrupted);
    await inStore(leader, (store) => store.append(urlsOf(1).map((url) => price(url, 1))));
    expect(await copy(leader, follower)).toBe(5);
    expect(await stateOf(follower)).toEqual(await stateOf(leader));
  });
});
