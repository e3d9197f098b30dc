import { afterEach, expect, test, vi } from 'vitest';
import { cron } from '../../scripts/launch/services/worker.ts';
import { PATIENCE } from '../factories/patience.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['an hour forward', HOUR],
  ['an hour back', -HOUR],
  ['a day forward', 24 * HOUR],
  ['a day back', -24 * HOUR],
  ['some seconds back', -13_000],
])('scheduled work runs each minute after the clock was set %s', async (_, jumpMs) => {
  const now = Date.UTC(2026, 10, 27, 12, 0, 20);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return new Response();
  });
  const launch = {
    workerPort: 1,
    folder: { path: '/nonexistent', secrets: { TOKEN_SECRET: 'x' } },
  };
  const running = await cron.start(launch as never);
  await vi.waitUntil(() => calls === 1, PATIENCE);
  vi.setSystemTime(Date.now() + jumpMs);
  for (const expected of [2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitUntil(() => calls >= expected, PATIENCE);
  }
  // The minute in which the clock was set may be shorter or longer.
  expect(calls).toBeLessThanOrEqual(5);
  await running?.stop();
});
