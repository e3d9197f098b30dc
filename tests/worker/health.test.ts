import { expect, test, vi } from 'vitest';
import { callApi } from './api.ts';

test('health answers the state of every part without a sign-in', async () => {
  // A scanner of another test may have left a moment ago: a good result is reused for three seconds.
  await vi.waitFor(
    async () =>
      expect(await (await callApi('/api/health')).json()).toEqual({
        success: true,
        status: 'ok',
        database: 'ok',
        scanner: 'not connected',
        providers: 'simulated',
      }),
    { timeout: 15_000, interval: 200 },
  );
});
