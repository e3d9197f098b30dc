import { expect, test, vi } from 'vitest';
import { checkHealth } from '../../worker/features/health/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
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
    { timeout: 60_000, interval: 200 },
  );
});

test('health is checked once for many calls within a moment', async () => {
  const { env } = makeCtx();
  let now = 1_000;
  const ctx = makeCtx({ env: { ...env }, clock: () => now });
  const checks = vi.spyOn(ctx.db, 'run');
  await checkHealth({ ...ctx, db: ctx.db });
  await checkHealth({ ...ctx, db: ctx.db });
  expect(checks).toHaveBeenCalledTimes(1);
  now += 3_000;
  await checkHealth({ ...ctx, db: ctx.db });
  expect(checks).toHaveBeenCalledTimes(2);
});
