import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { AppEnv } from '../../worker/http/app-env.ts';
import { recognizeOperator } from '../../worker/http/guard.ts';

test('a caller whose token cannot be checked continues anonymously, and the log names the reason', async () => {
  const error = vi.fn();
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('log', { error } as unknown as AppEnv['Variables']['log']);
      await next();
    })
    .get(
      '/',
      recognizeOperator(() => Promise.reject(new Error('no database'))),
      (c) => c.text('answered'),
    );
  const answer = await app.request('/', { headers: { Authorization: 'Bearer some.token' } });
  expect(await answer.text()).toBe('answered');
  expect(error).toHaveBeenCalledOnce();
});
