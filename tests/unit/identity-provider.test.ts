import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  exchangeCode,
  openRedirect,
  pollDeviceCode,
  renewTokens,
  requestDeviceCode,
} from '../../worker/providers/identity/calls.ts';
import {
  configuredProviders,
  identityProviderOf,
} from '../../worker/providers/identity/identity-provider.ts';
import { refusalOf } from '../../worker/providers/identity/refusal.ts';

/** The next answer of the provider, and the calls that it received. */
let next: { status: number; body: unknown; headers?: Record<string, string> };
let calls: { path: string; fields: URLSearchParams }[] = [];
let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      calls.push({ path: request.url ?? '', fields: new URLSearchParams(text) });
      const isText = typeof next.body === 'string';
      response.writeHead(next.status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...next.headers,
      });
      response.end(isText ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  calls = [];
});

const variables = () => ({
  MICROSOFT_CLIENT_ID: 'app',
  MICROSOFT_TENANT: 'common',
  MICROSOFT_OAUTH_URL: base,
  GOOGLE_CLIENT_ID: 'web',
  GOOGLE_CLIENT_SECRET: 'shh',
  GOOGLE_OAUTH_URL: base,
});
const microsoft = () => identityProviderOf(variables(), 'microsoft');
const google = () => identityProviderOf(variables(), 'google');

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function idToken(claims: object = {}): string {
  const seconds = Math.floor(Date.now() / 1000);
  const all = {
    aud: 'app',
    iss: `${base}/t1/v2.0`,
    tid: 't1',
    sub: '1',
    iat: seconds,
    exp: seconds + 60,
    preferred_username: 'Box@mail.test',
    email: 'other@mail.test',
    ...claims,
  };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(all)}.c2ln`;
}
const SCOPE = 'openid https://outlook.office.com/IMAP.AccessAsUser.All';
const tokens = (changes: object = {}) => ({
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: SCOPE,
  id_token: idToken(),
  ...changes,
});
const answer = (body: unknown, status = 200, headers = {}) => {
  next = { status, body, headers };
};
const poll = () => pollDeviceCode(microsoft(), 'code');

describe('a device code', () => {
  test('names the mailbox, its server and the lifetime of its tokens', async () => {
    answer(tokens());
    expect(await poll()).toEqual({
      user: 'Box@mail.test',
      host: 'outlook.office365.com',
      port: 993,
      tokens: { accessToken: 'access', refreshToken: 'refresh', lifeMs: 3_600_000 },
    });
    expect(calls[0]?.path).toBe('/common/oauth2/v2.0/token');
    expect(calls[0]?.fields.get('client_id')).toBe('app');
  });

  test.each([
    [
      'a provider of one’s own may name the server',
      { imap_host: 'mail.test', imap_port: 143 },
      { host: 'mail.test', port: 143 },
    ],
    [
      'the other address counts if there is no sign-in name',
      { preferred_username: undefined },
      { user: 'other@mail.test' },
    ],
    [
      'a sign-in name that is no address does not count',
      { preferred_username: 'DOMAIN\\box' },
      { user: 'other@mail.test' },
    ],
    [
      'a clock that is hours behind does not matter',
      { iat: 1 + Date.now() / 1000 - 7_200, exp: Date.now() / 1000 - 3_600 },
      { user: 'Box@mail.test' },
    ],
    [
      'a clock that is hours ahead does not matter',
      { iat: Date.now() / 1000 + 7_200, nbf: Date.now() / 1000 + 7_200 },
      { user: 'Box@mail.test' },
    ],
  ])('%s', async (_, claims, grant) => {
    answer(tokens({ id_token: idToken(claims) }));
    expect(await poll()).toMatchObject(grant);
  });

  test.each([
    ['another app', { aud: 'else' }, {}, /not one for this desk/],
    ['another provider', { iss: 'https://else.test/t1/v2.0' }, {}, /not one for this desk/],
    ['another tenant', { tid: 't2' }, {}, /not one for this desk/],
    ['no address', { preferred_username: '', email: 'box' }, {}, /no address/],
    ['no id token', null, {}, /no address/],
    [
      'mails that were not allowed',
      {},
      { scope: 'openid email' },
      /did not allow .* Box@mail\.test/,
    ],
    ['access for an hour only', {}, { refresh_token: undefined }, /permissions of the app/],
  ])('with %s is refused with a sentence', async (_, claims, changes, message) => {
    const id_token = claims === null ? undefined : idToken(claims);
    answer(tokens({ id_token, ...changes }));
    await expect(poll()).rejects.toThrow(message);
    await expect(poll()).rejects.toMatchObject({ kind: 'failed' });
  });

  test.each([
    ['authorization_pending', 'pending'],
    ['slow_down', 'slow_down'],
  ])('%s continues', async (error, result) => {
    answer({ error }, 400);
    expect(await poll()).toBe(result);
  });

  test.each([
    [429, { error: 'too_many' }],
    [503, { error: 'server_error' }],
    [400, { error: 'temporarily_unavailable' }],
    [502, '<html>Bad gateway</html>'],
    [200, '<html>Sign in to the hotel</html>'],
  ])('an answer %i %j is temporary', async (status, body) => {
    answer(body, status);
    // A separate provider, because it may request a pause.
    const own = { ...variables(), MICROSOFT_TENANT: crypto.randomUUID() };
    const asked = pollDeviceCode(identityProviderOf(own, 'microsoft'), 'code');
    await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  test('is requested with the scopes of mail, and its page must be a web address', async () => {
    const code = {
      device_code: 'd',
      user_code: 'ABCD',
      expires_in: 900,
      verification_uri: `${base}/x`,
    };
    answer(code);
    expect(await requestDeviceCode(microsoft())).toEqual({
      deviceCode: 'd',
      userCode: 'ABCD',
      verificationUri: `${base}/x`,
      lifeMs: 900_000,
      intervalMs: 5_000,
    });
    expect(calls[0]?.fields.get('scope')).toContain(
      'offline_access https://outlook.office.com/IMAP',
    );
    answer({ ...code, verification_uri: 'javascript:alert(1)' });
    await expect(requestDeviceCode(microsoft())).rejects.toMatchObject({ code: 'upstream_failed' });
  });
});

describe('a renewal', () => {
  test('keeps the refresh token unless the provider replaces it, and needs no valid id token', async () => {
    answer(tokens({ refresh_token: undefined, id_token: 'not.a.token' }));
    expect(await renewTokens(microsoft(), 'old')).toMatchObject({ refreshToken: null });
    expect(calls[0]?.fields.get('refresh_token')).toBe('old');
    answer(tokens({ refresh_token: 'new', expires_in: undefined }));
    expect(await renewTokens(google(), 'old')).toMatchObject({
      refreshToken: 'new',
      lifeMs: 600_000,
    });
    answer(tokens({ expires_in: 0 }));
    expect(await renewTokens(google(), 'old')).toMatchObject({ lifeMs: 600_000 });
    expect(calls[1]).toMatchObject({ path: '/token' });
    expect(calls[1]?.fields.get('client_secret')).toBe('shh');
  });

  test.each([
    ['invalid_grant', 'AADSTS700082: expired', true],
    ['invalid_grant', 'AADSTS65001: consent', true],
    ['interaction_required', 'AADSTS50076: more', true],
    ['invalid_client', 'AADSTS7000215: secret', false],
    ['unauthorized_client', 'AADSTS700016: app', false],
  ])('that fails with %s (%s) ends the grant: %s', async (error, error_description, endsGrant) => {
    answer({ error, error_description }, 400);
    await expect(renewTokens(microsoft(), 'old')).rejects.toMatchObject({ endsGrant });
  });
});

describe('a provider that requests a pause', () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['of some seconds', 429, { 'retry-after': '12' }, 12_000],
    ['in trouble', 503, { 'retry-after': '7' }, 7_000],
    ['without its length', 429, {}, 30_000],
    ['of a day', 429, { 'retry-after': '86400' }, 600_000],
  ])('%s is not called until then', async (_, status, headers, pauseMs) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const own = { ...variables(), MICROSOFT_TENANT: crypto.randomUUID() };
    const renew = () => renewTokens(identityProviderOf(own, 'microsoft'), 'old');
    const isAdvice = { code: 'upstream_failed', message: expect.stringMatching(/Try again later/) };
    answer({ error: 'too_many' }, status, headers);
    await expect(renew()).rejects.toMatchObject(isAdvice);
    answer(tokens());
    vi.setSystemTime(Date.now() + pauseMs - 1);
    await expect(renew()).rejects.toMatchObject(isAdvice);
    expect(calls).toHaveLength(1);
    // Other organisations, and other providers, are still called.
    expect(await renewTokens(microsoft(), 'old')).toMatchObject({ accessToken: 'access' });
    vi.setSystemTime(Date.now() + 1);
    expect(await renew()).toMatchObject({ accessToken: 'access' });
  });
});

describe('a redirect', () => {
  test('is exchanged with its verifier, and only with its nonce', async () => {
    const target = { state: 's', redirectUri: 'https://desk.test/back', user: 'box@mail.test' };
    const { url, secrets } = await openRedirect(google(), target);
    const query = new URL(url).searchParams;
    expect(query.get('login_hint')).toBe('box@mail.test');
    const claims = { iss: base, aud: 'web', nonce: query.get('nonce') };
    const scope = 'openid https://mail.google.com/';
    const returned = new URLSearchParams({ state: 's', code: 'c', iss: base });
    answer(tokens({ scope, id_token: idToken(claims) }));
    expect(await exchangeCode(google(), returned, secrets)).toMatchObject({
      user: 'other@mail.test',
      host: 'imap.gmail.com',
    });
    expect(calls[0]?.fields.get('code_verifier')).toBe(secrets.verifier);
    answer({ error: 'invalid_grant', error_description: 'Malformed auth code.' }, 400);
    await expect(exchangeCode(google(), returned, secrets)).rejects.toMatchObject({
      kind: 'expired',
      message: expect.stringMatching(/Google came too late/),
    });
    answer(tokens({ scope, id_token: idToken({ ...claims, nonce: 'else' }) }));
    await expect(exchangeCode(google(), returned, secrets)).rejects.toThrow(
      /not one for this desk/,
    );
    const denied = new URLSearchParams({ state: 's', error: 'access_denied' });
    await expect(exchangeCode(google(), denied, secrets)).rejects.toMatchObject({ kind: 'denied' });
  });
});

test('a refusal is a sentence, names an unknown code, and repeats no text of the provider', () => {
  const provider = { name: 'microsoft' as const, label: 'Microsoft' };
  const description = 'AADSTS99999: <b>secret</b>';
  const { message } = refusalOf(provider, { error: 'invalid_request', description });
  expect(message).toContain('(AADSTS99999)');
  expect(message).not.toContain('secret');
  const odd = refusalOf(provider, { error: 'a<script>b', description: '' });
  expect(odd.message).toContain('(ascriptb)');
});

test('a provider needs its client id, and Google its secret too', () => {
  const { GOOGLE_CLIENT_SECRET: _, ...without } = variables();
  expect(configuredProviders(without)).toEqual({ microsoft: true, google: false });
  expect(() => identityProviderOf(without, 'google')).toThrow(/no client id of Google/);
});
