import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIdentity, type Identity } from '../../simulator/identity/index.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';

const START = Date.UTC(2026, 10, 22, 15, 10);
const SCOPE =
  'openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All';
let now = START;
let identity: Identity;
let simulator: Simulator;
beforeAll(async () => {
  identity = createIdentity();
  simulator = await startSimulator({ clock: () => now, identity });
});
afterAll(() => simulator.stop());
beforeEach(() => {
  now = START;
});

type Body = Record<string, string>;
const at = (path: string) => `${simulator.url}/identity/${path}`;
const form = (fields: Body): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  redirect: 'manual',
});
/** The body of an answer, with its status. */
const post = async (path: string, fields: Body): Promise<Record<string, unknown>> => {
  const response = await fetch(at(path), form(fields));
  return { status: response.status, ...((await response.json()) as object) };
};

/** The claims of an id token whose signature is right. */
async function claimsOf(idToken: unknown, keysPath: string): Promise<unknown> {
  const [head, body, signature = ''] = String(idToken).split('.');
  const { keys } = (await (await fetch(at(keysPath))).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: keys[0] as JsonWebKey, format: 'jwk' });
  const text = Buffer.from(`${head}.${body}`);
  expect(verify('sha256', text, key, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(String(body), 'base64url').toString());
}

describe('the device flow of the simulated Microsoft', () => {
  const tenant = 'microsoft/common/oauth2/v2.0';
  const start = () => post(`${tenant}/devicecode`, { client_id: 'app', scope: SCOPE });
  const poll = (deviceCode: unknown, clientId = 'app') =>
    post(`${tenant}/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code: String(deviceCode),
    });
  const renew = (token: unknown) =>
    post(`${tenant}/token`, {
      grant_type: 'refresh_token',
      client_id: 'app',
      refresh_token: String(token),
    });
  const decide = async (code: unknown, address: string, choice = 'allow') => {
    const fields = { code: String(code), address, choice };
    return (await fetch(at('microsoft/devicelogin'), form(fields))).text();
  };
  /** A sign-in up to its tokens. */
  const signIn = async (address: string) => {
    const { user_code, device_code } = await start();
    await decide(user_code, address);
    return poll(device_code);
  };

  it('issues tokens once the code is confirmed with an address', async () => {
    const begun = await start();
    expect(begun).toMatchObject({ status: 200, expires_in: 900, interval: 5 });
    expect(begun.user_code).toMatch(/^[A-Z2-9]{9}$/);
    expect(begun.verification_uri).toBe(at('microsoft/devicelogin'));
    const pending = await poll(begun.device_code);
    expect(pending).toMatchObject({ status: 400, error: 'authorization_pending' });
    // A person types the code in lower case and in groups.
    const typed = String(begun.user_code).toLowerCase().replace(/(...)/g, '$1 ');
    expect(await decide(typed, 'ola.berg@outlook.com')).toContain('may read ola.berg@outlook.com');
    now += 5000;
    const issued = await poll(begun.device_code);
    expect(issued).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3599 });
    expect(await claimsOf(issued.id_token, 'microsoft/common/discovery/v2.0/keys')).toMatchObject({
      aud: 'app',
      preferred_username: 'ola.berg@outlook.com',
      email: 'ola.berg@outlook.com',
    });
    const access = (address: string) =>
      identity.checkAccess(address, String(issued.access_token), now);
    expect(access('Ola.Berg@outlook.com')).toBe('open');
    expect(access('someone.else@outlook.com')).toBe('refused');
    now += 3_600_000;
    expect(access('ola.berg@outlook.com')).toBe('refused');
    // A code is used up by its tokens.
    expect(await poll(begun.device_code)).toMatchObject({ error: 'bad_verification_code' });
  });

  it('refuses polls that come too fast, and makes the client slower', async () => {
    const { device_code } = await start();
    await poll(device_code);
    now += 1000;
    expect(await poll(device_code)).toMatchObject({ status: 400, error: 'slow_down' });
    now += 5000;
    expect(await poll(device_code)).toMatchObject({ error: 'slow_down' });
    now += 15_000;
    expect(await poll(device_code)).toMatchObject({ error: 'authorization_pending' });
  });

  it('reports a declined, an expired and an unknown code', async () => {
    const declined = await start();
    await decide(declined.user_code, '', 'decline');
    expect(await poll(declined.device_code)).toMatchObject({ error: 'authorization_declined' });
    const expired = await start();
    now += 900_000;
    expect(await decide(expired.user_code, 'a@outlook.com')).toContain('it has run out');
    expect(await poll(expired.device_code)).toMatchObject({ error: 'expired_token' });
    expect(await poll('none')).toMatchObject({ error: 'bad_verification_code' });
    const other = await start();
    expect(await poll(other.device_code, 'another-app')).toMatchObject({
      error: 'bad_verification_code',
    });
  });

  it.each([
    ['no-consent', 65001],
    ['unknown-app', 700016],
    ['other-tenant', 50020],
    ['needs-admin', 90094],
  ])('refuses %s@ with AADSTS%i', async (name, code) => {
    const refused = await signIn(`${name}@contoso.example`);
    expect(refused.error_codes).toEqual([code]);
    expect(refused.error_description).toMatch(new RegExp(`^AADSTS${code}: `));
    expect(refused).not.toHaveProperty('access_token');
  });

  it('replaces a refresh token with each renewal', async () => {
    const first = await signIn('renewed@outlook.com');
    now += 3_600_000;
    const second = await renew(first.refresh_token);
    expect(identity.checkAccess('renewed@outlook.com', String(second.access_token), now)).toBe(
      'open',
    );
    expect(await renew(first.refresh_token)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_codes: [70000],
    });
    expect(await renew(second.refresh_token)).toMatchObject({ status: 200 });
    expect(await (await fetch(at('access'))).json()).toContainEqual({
      provider: 'microsoft',
      address: 'renewed@outlook.com',
      renewals: 2,
    });
  });

  it('ends all tokens of an address whose access is removed', async () => {
    const issued = await signIn('removed@outlook.com');
    const otherTokens = await signIn('kept@outlook.com');
    await fetch(at('access?address=removed@outlook.com'), { method: 'DELETE' });
    const access = identity.checkAccess('removed@outlook.com', String(issued.access_token), now);
    expect(access).toBe('refused');
    expect(await renew(issued.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await renew(otherTokens.refresh_token)).toMatchObject({ status: 200 });
  });

  it('refuses the first renewal of ended@, and IMAP to no-imap@', async () => {
    const ended = await signIn('ended@outlook.com');
    expect(ended.expires_in).toBe(60);
    expect(await renew(ended.refresh_token)).toMatchObject({ error_codes: [70000] });
    const { access_token } = await signIn('no-imap@outlook.com');
    expect(identity.checkAccess('no-imap@outlook.com', String(access_token), now)).toBe('no_imap');
  });

  it('opens no mailbox to a token that somebody else created or changed', async () => {
    const { access_token, refresh_token } = await signIn('real@outlook.com');
    const [body = '', signature = ''] = String(access_token).split('.');
    const facts = JSON.parse(Buffer.from(body, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...facts, address: 'x@outlook.com' }));
    const tokens = [`${other.toString('base64url')}.${signature}`, `${body}.`, '', refresh_token];
    for (const token of tokens)
      for (const address of ['real@outlook.com', 'x@outlook.com'])
        expect(identity.checkAccess(address, String(token), now)).toBe('refused');
  });

  it('shows an address of a page as text', async () => {
    const page = await decide('NONE', '"><script>alert(1)</script>');
    expect(page).not.toContain('<script>');
  });
});

describe('the code flow of the simulated Google', () => {
  const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-of-text';
  const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
  const BACK = 'http://localhost:8787/api/imap-accounts/sign-in/callback';
  const authorizeAt = (part: Body = {}) =>
    `google/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: 'app',
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'openid email https://mail.google.com/',
      state: 'the-state',
      access_type: 'offline',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...part,
    })}`;
  /** The address that the page redirects to. */
  const decide = async (choice: string, part: Body = {}) => {
    const fields = { address: 'lea@gmail.com', choice };
    const response = await fetch(at(authorizeAt(part)), form(fields));
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  };
  const exchange = (code: string | null, part: Body = {}) =>
    post('google/token', {
      grant_type: 'authorization_code',
      code: code ?? '',
      client_id: 'app',
      client_secret: 'secret',
      redirect_uri: BACK,
      code_verifier: VERIFIER,
      ...part,
    });
  const renew = (token: unknown) =>
    post('google/token', {
      grant_type: 'refresh_token',
      refresh_token: String(token),
      client_id: 'app',
      client_secret: 'secret',
    });

  it('redirects with a code that can be exchanged once', async () => {
    const back = await decide('allow');
    expect(back.origin + back.pathname).toBe(BACK);
    expect(back.searchParams.get('state')).toBe('the-state');
    const code = back.searchParams.get('code');
    const issued = await exchange(code);
    expect(issued).toMatchObject({ status: 200, token_type: 'Bearer' });
    expect(await claimsOf(issued.id_token, 'google/oauth2/v3/certs')).toMatchObject({
      email: 'lea@gmail.com',
      email_verified: true,
    });
    const headers = { authorization: `Bearer ${issued.access_token}` };
    const info = await fetch(at('google/v1/userinfo'), { headers });
    expect(await info.json()).toMatchObject({ email: 'lea@gmail.com' });
    const renewed = await renew(issued.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed).not.toHaveProperty('refresh_token');
    // A code that is used twice was stolen, so its grant ends.
    expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' });
    expect(await renew(issued.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['another verifier', { code_verifier: 'another-verifier' }],
    ['another address to return to', { redirect_uri: 'http://localhost:1/' }],
    ['no client secret', { client_secret: '' }],
  ])('refuses a code with %s', async (_, part) => {
    const code = (await decide('allow')).searchParams.get('code');
    expect((await exchange(code, part)).status).toBeGreaterThanOrEqual(400);
  });

  it('redirects with access_denied, and shows why a request is wrong', async () => {
    const denied = await decide('decline');
    expect(denied.searchParams.get('error')).toBe('access_denied');
    expect(denied.searchParams.has('code')).toBe(false);
    for (const [part, text] of [
      [{ redirect_uri: 'javascript:alert(1)' }, 'redirect_uri_mismatch'],
      [{ client_id: '' }, 'invalid_client'],
      [{ code_challenge: '' }, 'PKCE'],
    ] as const) {
      const page = await fetch(at(authorizeAt(part)));
      expect(page.status).toBe(400);
      expect(await page.text()).toContain(text);
    }
  });

  it('issues no refresh token to a client that requested none, and ends a grant when it is revoked', async () => {
    const online = (await decide('allow', { access_type: 'online' })).searchParams.get('code');
    expect(await exchange(online)).not.toHaveProperty('refresh_token');
    const issued = await exchange((await decide('allow')).searchParams.get('code'));
    const token = String(issued.refresh_token);
    expect(await post('google/revoke', { token })).toMatchObject({ status: 200 });
    expect(await renew(token)).toMatchObject({ error: 'invalid_grant' });
    expect(identity.checkAccess('lea@gmail.com', String(issued.access_token), now)).toBe('refused');
  });
});
