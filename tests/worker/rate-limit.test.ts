import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Ctx } from '../../worker/context/context.ts';
import type { AppEnv } from '../../worker/http/app-env.ts';
import { describeFailure } from '../../worker/http/errors.ts';
import { atOnce, perMinute } from '../../worker/http/rate-limit.ts';
import { makeCtx } from '../factories/worker/context.ts';

/** An app whose calls are made by the operator named in the query, at a time that the test sets. */
function makeApp() {
  const world = { now: 0, aborts: new Map<string, AbortController>() };
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      const id = Number(c.req.query('operator') ?? 1);
      const caller = new AbortController();
      world.aborts.set(c.req.query('key') ?? '', caller);
      const ctx: Ctx = makeCtx({
        operator: { id, email: 'a@desk.test' },
        clock: () => world.now,
        signal: caller.signal,
      });
      c.set('ctx', ctx);
      await next();
    })
    .onError((error, c) => {
      const { status, body, headers } = describeFailure(error);
      return c.json(body, status, headers);
    });
  return { app, world };
}

test('each operator has a limit of calls a minute, and the bucket fills evenly', async () => {
  const { app, world } = makeApp();
  app.get('/test', perMinute(10), (c) => c.text('ok'));
  const call = async (operator = 1) => (await app.request(`/test?operator=${operator}`)).status;
  for (let count = 0; count < 10; count += 1) expect(await call()).toBe(200);
  const refused = await app.request('/test?operator=1');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '6']);
  expect(await call(2)).toBe(200);
  world.now = 6_000;
  expect([await call(), await call()]).toEqual([200, 429]);
});

test.each([3_600_000, 86_400_000])(
  'a clock that is set back by %i ms blocks no calls',
  async (aheadMs) => {
    const { app, world } = makeApp();
    app.get('/test', perMinute(10), (c) => c.text('ok'));
    world.now = aheadMs;
    const call = async () => (await app.request('/test')).status;
    expect(await call()).toBe(200);
    world.now = 0;
    for (let count = 0; count < 9; count += 1) expect(await call()).toBe(200);
    expect(await call()).toBe(429);
    world.now = 6_000;
    expect(await call()).toBe(200);
  },
);

/** A route whose answers stream until the test ends them. */
function makeStreams(limit: Parameters<typeof atOnce>) {
  const { app, world } = makeApp();
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  app.get('/stream', atOnce(...limit), (c) =>
    c.body(new ReadableStream({ start: (controller) => void open.push(controller) })),
  );
  const call = (query = '') => app.request(`/stream?${query}`);
  return { call, open, world };
}

test('each operator has a limit of concurrent calls; a stream counts until its end', async () => {
  const { call, open } = makeStreams([2]);
  const first = await call();
  expect([first.status, (await call()).status, (await call()).status]).toEqual([200, 200, 429]);
  expect((await call('operator=2')).status).toBe(200);
  open[0]?.enqueue(new TextEncoder().encode('done'));
  open[0]?.close();
  expect(await first.text()).toBe('done');
  expect([(await call()).status, (await call()).status]).toEqual([200, 429]);
});

test('a stream that is cancelled, fails or loses its caller frees its slot', async () => {
  const { call, open, world } = makeStreams([1]);
  await (await call()).body?.cancel();
  const failing = await call();
  expect(failing.status).toBe(200);
  open[1]?.error(new Error('broken'));
  await expect(failing.text()).rejects.toThrow('broken');
  expect((await call('key=gone')).status).toBe(200);
  world.aborts.get('gone')?.abort();
  expect((await call()).status).toBe(200);
});

test('a call that fails frees its slot', async () => {
  const { app } = makeApp();
  app.get('/fail', atOnce(1), () => {
    throw new Error('broken');
  });
  expect([(await app.request('/fail')).status, (await app.request('/fail')).status]).toEqual([
    500, 500,
  ]);
});

test("a call that joins another of the operator's calls by the same key takes no second slot", async () => {
  const { call } = makeStreams([1, { key: (c) => c.req.query('key') ?? '' }]);
  const statuses = [await call('key=a'), await call('key=a'), await call('key=b')];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('a call may wait for its slot, and calls that are not counted need none', async () => {
  const { call, open } = makeStreams([
    1,
    { waitMs: 5_000, when: (c) => c.req.query('limit') === undefined },
  ]);
  const first = await call();
  expect((await call('limit=5')).status).toBe(200);
  const waiting = call();
  open[0]?.close();
  await first.text();
  expect((await waiting).status).toBe(200);
});
