import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { app } from '../../worker/app.ts';
import type { Bindings } from '../../worker/context/env.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

describe('calls that no route answers', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/auth', '/api/auth/me/more', '/api/%00'])(
    '%s is 404 in the envelope, signed in or not',
    async (path) => {
      const response = await callApi(path);
      expect(response.status).toBe(404);
      expect(await failureOf(response)).toEqual({
        success: false,
        message: 'There is no such call.',
      });
    },
  );

  test.each([
    ['GET', '/api/auth/login', 'POST'],
    ['DELETE', '/api/auth/me', 'GET'],
    ['POST', '/api/health', 'GET'],
    ['OPTIONS', '/api/health', 'GET'],
  ])('%s %s is 405 and names %s as allowed', async (method, path, allowed) => {
    const response = await callApi(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allowed);
    expect((await failureOf(response)).success).toBe(false);
  });

  test('HEAD is answered where GET is', async () => {
    const response = await callApi('/api/health', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('a body that is nested too deeply', () => {
  /** JSON with this many nested lists or objects. */
  const nested = (levels: number, [open, close]: [string, string]) =>
    `${open.repeat(levels)}1${close.repeat(levels)}`;
  const LISTS: [string, string] = ['[', ']'];
  const OBJECTS: [string, string] = ['{"a":', '}'];
  const deep = nested(5_000, LISTS);
  const uuid = '7d0c9d0e-6b0e-4d3a-9a3f-0d8c2f8b0c11';
  const credential = `{"id":"a","rawId":"a","type":"public-key","clientExtensionResults":${nested(1_500, OBJECTS)},"response":{"clientDataJSON":"a","authenticatorData":"a","signature":"a"}}`;

  test.each([
    ['/api/profiles', `{"profiles":[${deep}]}`],
    ['/api/profiles', `{"profiles":[${nested(5_000, OBJECTS)}]}`],
    ['/api/recent-work', `{"kind":"encore","key":"a","title":"a","body":${deep}}`],
    ['/api/auth/login', nested(3_000, LISTS)],
    ['/api/auth/login/second-factor', `{"ticket":"${uuid}","credential":${credential}}`],
    ['/api/users/get_random', `{"amount":${deep}}`],
    ['/api/events/dispatch-csv', nested(5_000, OBJECTS)],
  ])('%s answers 400 (case %#)', async (path, body) => {
    const { token } = await makeOperator();
    const response = await callApi(path, {
      method: 'POST',
      token,
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect((await failureOf(response)).success).toBe(false);
  });

  test('is refused from 65 levels on', async () => {
    const { token } = await makeOperator();
    const send = (levels: number) =>
      callApi('/api/profiles', {
        token,
        body: `{"profiles":[${nested(levels - 2, LISTS)}]}`,
        headers: { 'Content-Type': 'application/json' },
      });
    expect((await failureOf(await send(64))).message).toContain('1 profile is not valid');
    expect((await failureOf(await send(65))).message).toBe(
      'The request is nested too deeply: at most 64 levels are accepted.',
    );
  });
});

describe('one call, several spellings', () => {
  test.each(['/api//health', '/api/health', '/api////health'])(
    '%s is the health call',
    async (path) => {
      expect((await callApi(path)).status).toBe(200);
    },
  );

  test('slashes in the query do not change', async () => {
    const response = await callApi('/api/health?next=a//b');
    expect(response.status).toBe(200);
  });
});

describe('the guard', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic b3A6cHc=' }],
    ['an empty token', { Authorization: 'Bearer ' }],
    ['a word', { Authorization: 'Bearer nonsense' }],
    ['an unsigned token', { Authorization: `Bearer ${unsignedToken()}` }],
    ['a token beyond any length', { Authorization: `Bearer ${'a'.repeat(10_000)}` }],
  ])('%s answers 401 "Invalid token"', async (_, headers) => {
    const response = await callApi('/api/auth/me', { headers });
    expect(response.status).toBe(401);
    expect(await failureOf(response)).toEqual({ success: false, message: 'Invalid token' });
  });

  test('a token whose claims were changed opens nothing', async () => {
    const { token } = await makeOperator();
    const [head, , signature] = token.split('.');
    const claims = btoa(JSON.stringify({ sub: '1', ver: 1, exp: 9_999_999_999 }));
    const response = await callApi('/api/auth/me', { token: `${head}.${claims}.${signature}` });
    expect(response.status).toBe(401);
  });

  test('the scheme is accepted in any letter case', async () => {
    const { token } = await makeOperator();
    const headers = { Authorization: `bearer ${token}` };
    expect((await callApi('/api/auth/me', { headers })).status).toBe(200);
  });
});

describe('request bodies', () => {
  const json = { 'Content-Type': 'application/json' };

  test.each([
    ['broken JSON', '{"email": ', json],
    ['no body', '', json],
    ['a form', 'email=a&password=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['JSON without its content type', '{"email":"a","password":"b"}', {}],
  ])('%s answers 400 in the envelope', async (_, body, headers) => {
    const response = await callApi('/api/auth/login', { method: 'POST', body, headers });
    expect(response.status).toBe(400);
    const failure = await failureOf(response);
    expect(failure.success).toBe(false);
    expect(failure.message).not.toBe('');
  });

  test('more than 8 KiB for a sign-in answers 413', async () => {
    const body = JSON.stringify({ email: 'a'.repeat(8 * 1024), password: 'b' });
    const response = await callApi('/api/auth/login', { body, headers: json });
    expect(response.status).toBe(413);
    expect(await failureOf(response)).toEqual({
      success: false,
      message: 'The request is too large: at most 8 KiB are accepted here.',
    });
  });

  test('a route without its own limit accepts 1 MiB', async () => {
    const { token } = await makeOperator();
    const urls = ['a'.repeat(1024 * 1024)];
    const response = await callApi('/api/events/by-urls', { json: { urls }, token });
    expect(response.status).toBe(413);
    expect((await failureOf(response)).message).toContain('at most 1 MiB');
  });

  test('a route with a larger limit accepts more than 1 MiB', async () => {
    const { token } = await makeOperator();
    const json = { padding: 'a'.repeat(2 * 1024 * 1024) };
    expect((await callApi('/api/queues/accounts', { json, token })).status).toBe(400);
  });

  test('too much in chunks of unknown length answers 413', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= 3) return controller.close();
        sent += 1;
        controller.enqueue(new Uint8Array(512 * 1024).fill(97));
      },
    });
    const response = await callApi('/api/auth/login', { body, headers: json });
    expect(response.status).toBe(413);
  });
});

describe('every answer', () => {
  test('has the security headers and must not be stored', async () => {
    for (const path of ['/api/health', '/api/nothing', '/api/auth/me']) {
      const { headers } = await callApi(path);
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    }
  });

  test('has a request id of the server, also if the client sends one', async () => {
    const idOf = async (headers: Record<string, string>) =>
      (await callApi('/api/health', { headers })).headers.get('X-Request-Id');
    expect(await idOf({})).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf({ 'X-Request-Id': 'from-the-client-1' })).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('missing parts', () => {
  const callWith = (changes: Record<string, unknown>, path = '/api/health') => {
    const bindings: Bindings = { ...env, ...changes };
    return app.fetch(new Request(`https://desk.test${path}`), bindings, createExecutionContext());
  };

  test.each([
    [{ TOKEN_SECRET: undefined }, 'TOKEN_SECRET is not set'],
    [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must be at least 32 bytes long'],
    [{ LIBSQL_URL: 'file:desk.db' }, 'LIBSQL_URL must be an http, https or libsql address'],
    [{ SCANNER_TOKEN: 'short' }, 'SCANNER_TOKEN must be at least 32 characters long'],
    [{ PROVIDERS: 'both' }, 'PROVIDERS must be live or simulated'],
    [
      { DATA_KEY: 'k1:c2hvcnQ=' },
      'DATA_KEY must be a comma list of keyid:base64 with 32 bytes each and distinct key ids',
    ],
  ])(
    'with %j every call answers 503, and the log names the reason: %s',
    async (changes, reason) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      for (const path of ['/api/health', '/api/auth/me']) {
        const response = await callWith(changes, path);
        expect(response.status).toBe(503);
        expect(await failureOf(response)).toEqual({
          success: false,
          message: 'The server is not set up. Its log names the reason.',
        });
      }
      expect(String(log.mock.calls[0])).toContain(reason);
      log.mockRestore();
    },
  );

  test('health reports an unreachable database', async () => {
    const response = await callWith({ LIBSQL_URL: 'http://127.0.0.1:1' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      success: false,
      status: 'degraded',
      database: 'unreachable',
    });
  });

  test('any other call reports it too, without the address', async () => {
    const { token } = await makeOperator();
    const bindings: Bindings = { ...env, LIBSQL_URL: 'http://127.0.0.1:1' };
    const response = await app.fetch(
      new Request('https://desk.test/api/auth/me', {
        headers: { Authorization: `Bearer ${token}` },
      }),
      bindings,
      createExecutionContext(),
    );
    expect(response.status).toBe(503);
    expect(await failureOf(response)).toEqual({
      success: false,
      message: 'The database cannot be reached. Please try again.',
    });
  });
});

function unsignedToken(): string {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'none' })}.${part({ sub: '1', ver: 1, exp: 9_999_999_999 })}.`;
}

describe('invalid text', () => {
  test.each([
    ['{"email":"\\ud800","password":"x"}', 400],
    ['{"email":"x\\uDFFF","password":"x"}', 400],
    ['{"email":"\\ud83c\\udfb8","password":"x"}', 401],
    // A pair whose first half is an escaped backslash and text: valid Unicode.
    ['{"email":"\\\\ud83d\\ude00","password":"x"}', 400],
    ['{"email":"C:\\\\udata \\\\ud800","password":"x"}', 401],
  ])(
    'signing in with %s returns %i, and is not reported as a failure of the database',
    async (body, status) => {
      const response = await callApi('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBe(status);
      expect((await failureOf(response)).success).toBe(false);
    },
  );
});
