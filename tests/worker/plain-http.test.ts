import { exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { failureOf } from './api.ts';

const sendTo = (url: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(url, { redirect: 'manual', ...init }));

describe('a request that is not encrypted', () => {
  test.each([
    ['a sign-in', '/api/auth/login', { method: 'POST', body: '{}' }],
    ['a health check', '/api/health', {}],
    ['a scanner', '/api/scanner', { headers: { Authorization: 'Bearer token' } }],
    ['a socket', '/ws', {}],
  ])('is refused for %s, with the security headers', async (_name, path, init) => {
    const answer = await sendTo(`http://desk.test${path}`, init);
    expect(answer.status).toBe(403);
    expect(await failureOf(answer)).toEqual({
      success: false,
      message: 'Use https: this call was not encrypted.',
    });
    expect(answer.headers.get('Strict-Transport-Security')).toContain('max-age=');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    ['/login', 'https://desk.test/login'],
    ['/queues-tool?search=a%20b', 'https://desk.test/queues-tool?search=a%20b'],
    ['/assets/app-1.js', 'https://desk.test/assets/app-1.js'],
  ])('for the page %s is redirected to https', async (path, location) => {
    const answer = await sendTo(`http://desk.test${path}`);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('Location')).toBe(location);
  });

  test.each(['localhost:8787', '127.0.0.1:8787', '[::1]:8787', 'desk.localhost'])(
    'to %s, on this machine, is answered',
    async (host) => {
      expect((await sendTo(`http://${host}/api/health`)).status).toBe(200);
    },
  );
});
