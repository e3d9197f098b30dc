import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type MemoryCopy, WATCHING_PATHS } from '../../shared/presale-watches/scanner.ts';
import { openWatchCalls } from '../../sidecar/watches/desk-calls.ts';
import { SharedMemory } from '../../sidecar/watches/shared-memory.ts';

const copyOf = (revision: string): MemoryCopy => ({
  revision,
  learned: { key: `key of ${revision}`, codes: [] },
});

/** A memory whose requests wait until the test answers them. */
function openMemory() {
  const requests: PromiseWithResolvers<MemoryCopy>[] = [];
  const memory = new SharedMemory(() => {
    const request = Promise.withResolvers<MemoryCopy>();
    requests.push(request);
    return request.promise;
  });
  const answer = (revision: string) => requests.at(-1)?.resolve(copyOf(revision));
  const keyOf = () => memory.learned()?.key;
  return { memory, requests, answer, keyOf };
}

describe('the code memory of a scanner', () => {
  it('is fetched once for five hundred mailboxes, and again only for another revision', async () => {
    const { memory, requests, answer, keyOf } = openMemory();
    const all = Array.from({ length: 500 }, () => memory.want('k.1'));
    expect(keyOf()).toBe(undefined);
    answer('k.1');
    await Promise.all(all);
    await memory.want('k.1');
    expect(requests).toHaveLength(1);
    expect(keyOf()).toBe('key of k.1');

    const next = Array.from({ length: 500 }, () => memory.want('k.2'));
    expect(keyOf()).toBe('key of k.1');
    answer('k.2');
    await Promise.all(next);
    expect(requests).toHaveLength(2);
    expect(keyOf()).toBe('key of k.2');
  });

  it('is fetched once more if it changes during the request', async () => {
    const { memory, requests, answer, keyOf } = openMemory();
    const first = memory.want('k.1');
    const second = memory.want('k.2');
    expect(requests).toHaveLength(1);
    answer('k.1');
    await vi.waitUntil(() => requests.length === 2);
    expect(keyOf()).toBe('key of k.1');
    answer('k.2');
    await Promise.all([first, second]);
    expect(keyOf()).toBe('key of k.2');
  });

  it('is not fetched again if the answer is newer than the wanted revision', async () => {
    const { memory, requests, answer, keyOf } = openMemory();
    const first = memory.want('k.1');
    const second = memory.want('k.2');
    answer('k.2');
    await Promise.all([first, second, memory.want('k.2')]);
    expect(requests).toHaveLength(1);

    // The plan of a mailbox was read before the last answer about a code, and arrives after it.
    const late = memory.want('k.0');
    answer('k.2');
    await late;
    await Promise.all([memory.want('k.0'), memory.want('k.2')]);
    expect(requests).toHaveLength(2);
    expect(keyOf()).toBe('key of k.2');
  });

  it('keeps the old revision after a failed request, which delays no mailbox and is repeated', async () => {
    const { memory, requests, answer, keyOf } = openMemory();
    const first = memory.want('k.1');
    answer('k.1');
    await first;
    const failed = memory.want('k.2');
    requests.at(-1)?.reject(new Error('refused'));
    await failed;
    // Neither mailbox waits for the repetition.
    await Promise.all([memory.want('k.2'), memory.want('k.3')]);
    expect(keyOf()).toBe('key of k.1');
    await vi.waitUntil(() => requests.length === 3, { timeout: 60_000 });
    requests.at(-1)?.reject(new Error('refused again'));
    await vi.waitUntil(() => requests.length === 4, { timeout: 60_000 });
    answer('k.3');
    await vi.waitUntil(() => keyOf() === 'key of k.3', { timeout: 60_000 });
    expect(requests).toHaveLength(4);
  });

  it('is not used under another key', async () => {
    const { memory, answer, keyOf } = openMemory();
    const first = memory.want('k.1');
    answer('k.1');
    await first;
    const rotated = memory.want('other.1');
    expect(keyOf()).toBe(undefined);
    answer('other.1');
    await rotated;
    expect(keyOf()).toBe('key of other.1');
  });
});

describe('the calls of watches', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /**
   * A Worker that returns a plan for every mailbox, and answers the calls for the memory with the
   * given status.
   */
  async function serve() {
    const desk = { status: 200, paths: [] as string[] };
    server = createServer((request, response) => {
      request.resume();
      desk.paths.push(request.url ?? '');
      const isMemory = request.url === WATCHING_PATHS.memory;
      const plan = { revision: 'r', place: 'a b', watches: [], folders: [], memory: 'k.1' };
      response.statusCode = isMemory ? desk.status : 200;
      response.end(
        JSON.stringify({ success: true, ...(isMemory ? { memory: copyOf('k.1') } : { plan }) }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const countOf = (path: string) => desk.paths.filter((one) => one === path).length;
    return {
      desk,
      countOf,
      calls: openWatchCalls({ url: `http://127.0.0.1:${port}`, token: 't' }),
    };
  }

  const { signal } = new AbortController();

  it('fetch the memory once for the plans of all mailboxes', async () => {
    const { calls, countOf } = await serve();
    await Promise.all(Array.from({ length: 60 }, (_, id) => calls.open(id + 1, signal)));
    expect(countOf(WATCHING_PATHS.open)).toBe(60);
    expect(countOf(WATCHING_PATHS.memory)).toBe(1);
    expect(calls.learned()).toEqual(copyOf('k.1').learned);
  });

  it.each([503, 404, 429])(
    'read the plans although the call for the memory is answered with %i',
    async (status) => {
      const { calls, countOf, desk } = await serve();
      desk.status = status;
      expect(await calls.open(1, signal)).toMatchObject({ revision: 'r' });
      expect(calls.learned()).toBe(undefined);
      desk.status = 200;
      await vi.waitUntil(() => calls.learned() !== undefined, { timeout: 60_000 });
      expect(countOf(WATCHING_PATHS.open)).toBe(1);
    },
  );
});
