import { exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { forwardedClient, refuseAddress } from '../../worker/http/public-address.ts';
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

describe('a request through a proxy', () => {
  const settings = {
    LOCAL_ONLY: '1' as const,
    PUBLIC_URL: ['https://desk.example.org'],
    TRUSTED_PROXIES: ['127.0.0.1', '2001:db8::/32'],
  };
  const forwarded = (scheme: string) => ({
    'X-Forwarded-Proto': scheme,
    'X-Forwarded-Host': 'desk.example.org',
    'X-Forwarded-For': '203.0.113.9, 2001:db8::1',
  });

  test.each([
    ['https', null],
    ['http', 403],
  ])("that was called with %s is judged by the proxy's headers", (scheme, status) => {
    const request = new Request('http://localhost/login', { headers: forwarded(scheme) });
    expect(refuseAddress(request, settings)?.status ?? null).toBe(status);
    expect(forwardedClient(request.headers, settings)).toBe('203.0.113.9');
  });
});
