import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

test('health answers the state of every part without a sign-in', async () => {
  const response = await exports.default.fetch('https://desk.test/api/health');
  expect(await response.json()).toEqual({
    success: true,
    status: 'ok',
    database: 'ok',
    scanner: 'not connected',
    providers: 'simulated',
  });
  expect(response.status).toBe(200);
});
