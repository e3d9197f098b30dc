import { expect, test } from 'vitest';
import { failed, stubApi } from './desk.tsx';

test('the report of a test that fails lists each call with its answer', async () => {
  const calls = stubApi({
    'GET /profiles': () => ({ success: true }),
    'POST /profiles': () => failed(409, 'They exist already.'),
    'GET /health': () => new Promise(() => undefined),
  });
  await fetch('/api/profiles?search=ann');
  await fetch('/api/profiles', { method: 'POST', body: '{}' });
  void fetch('/api/health');
  await expect(fetch('/api/users')).rejects.toThrow();
  expect(calls.list()).toBe(`GET /profiles?search=ann 200
POST /profiles 409
GET /health no answer yet
GET /users Error: No answer for GET /users`);
});
