import { afterEach, expect, test, vi } from 'vitest';
import { PATIENCE } from '../factories/patience.ts';
import { connectScanner, openMailboxes } from './mailbox-world.ts';
import { openQueues } from './queues-world.ts';
import { openCalls } from './ticketing-calls.ts';

afterEach(() => void vi.restoreAllMocks());

const UNUSABLE = { ids: ['all'] };

/** The security events of the log from now on. */
function readEvents() {
  const lines: string[] = [];
  vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line));
  return () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
}

/** Each call of the clock returns a time two seconds later. */
function hurryClock() {
  const { now } = Date;
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    ahead += 2_000;
    return now() + ahead;
  });
}

test.each(['/imap-accounts/test', '/imap-accounts/check'])(
  '%s is answered ten times a minute for each operator, and a refusal is logged',
  async (path) => {
    const [one, other] = [await openMailboxes(), await openMailboxes()];
    const events = readEvents();
    // The clock is stopped, because otherwise the bucket would fill evenly.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    for (let call = 0; call < 10; call += 1)
      expect((await one.post(path, UNUSABLE)).status).toBe(400);
    const refused = await one.post(path, UNUSABLE);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await other.post(path, UNUSABLE)).status).toBe(400);
    expect(events()).toEqual([
      expect.objectContaining({ event: 'rate_limited', path: `/api${path}` }),
    ]);
  },
);

test.each([
  ['GET', '/events/get_artists/%20', 120],
  ['GET', '/events/artist/%20', 120],
  ['GET', '/events/by-ids', 120],
  ['POST', '/events/get-available-sections', 120],
  ['POST', '/events/by-urls', 60],
  ['POST', '/events/signup-infos', 60],
  ['POST', '/calendar/events', 60],
  ['POST', '/calendar/download', 60],
  ['POST', '/users/get_random', 60],
  ['POST', '/recent-work', 300],
  ['PUT', '/recent-work/1', 300],
  ['POST', '/recent-work/none/duplicate', 60],
  ['POST', '/imap-accounts', 30],
  ['PUT', '/imap-accounts/1', 30],
  ['POST', '/imap-accounts/import', 30],
])('%s %s is answered at most %i times a minute for each operator', async (method, path, most) => {
  const [one, other] = [await openCalls(), await openCalls()];
  const send = (call: typeof one) => call(path, { method, ...(method !== 'GET' && { json: {} }) });
  // The clock is stopped, because otherwise the bucket would fill evenly.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  for (let count = 0; count < most; count += 1) expect((await send(one)).status).toBe(400);
  expect((await send(one)).status).toBe(429);
  expect((await send(other)).status).toBe(400);
});

test('three presale searches of an operator run at once, and a fourth is refused', async () => {
  const scanner = await connectScanner(() => []);
  const [one, other] = [await openMailboxes(), await openMailboxes()];
  const { id } = await one.addMailbox();
  const search = { search_keywords: ['x'], imap_account_ids: [id], search_days: 1 };
  const start = ({ post }: typeof one, searchId = crypto.randomUUID()) =>
    post(
      '/presale-codes/search',
      { ...search, code_length_min: 6 },
      { Accept: 'text/event-stream', 'X-Search-Id': searchId },
    );
  const own = crypto.randomUUID();
  const running = [await start(one, own), await start(one), await start(one)];
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await start(one)).status).toBe(429);
  const joined = await start(one, own);
  const foreign = await start(other);
  expect([joined.status, foreign.status]).toEqual([200, 200]);
  for (const { body } of [...running, joined, foreign]) await body?.cancel();
  scanner.close();
});

test.each(['/queues/get?type=standard', '/queues/accounts?type=standard', '/queues/export'])(
  'two complete lists of %s are sent to an operator at once; a third waits for at most 20 s',
  async (path) => {
    const { call } = await openQueues();
    const list = () =>
      call(path === '/queues/export' ? `${path}?type=standard&max_avg_ratio=1` : path);
    const open = [await list(), await list()];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const third = list();
    hurryClock();
    expect((await third).status).toBe(429);
    vi.restoreAllMocks();
    for (const { body } of open) await body?.cancel();
    const next = await list();
    expect(next.status).toBe(200);
    await next.body?.cancel();
  },
);

test('four answers of best accounts are collected for an operator at once; a fifth waits for at most 20 s', async () => {
  const { post } = await openQueues();
  const best = () =>
    post('/queues/best-accounts', { type: 'standard', categories: [], limit: 50_000 });
  expect((await best()).status).toBe(200);
  // The database answers none of them until the fifth was refused.
  const { fetch } = globalThis;
  const refused = Promise.withResolvers<void>();
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    await refused.promise;
    return fetch(...request);
  });
  const open = [best(), best(), best(), best()];
  await vi.waitUntil(() => asked.mock.calls.length >= open.length, PATIENCE);
  const fifth = best();
  hurryClock();
  expect((await fifth).status).toBe(429);
  vi.restoreAllMocks();
  refused.resolve();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
