import { createClient } from '@libsql/client/web';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiTokensAnswer, madeApiTokenAnswer } from '../../shared/api-tokens/schema.ts';
import type { Scope } from '../../shared/api-tokens/scopes.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/times.ts';
import { app } from '../../worker/app.ts';
import { apiTokens } from '../../worker/db/schema/api-tokens.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import {
  disableOperator,
  enableOperator,
  setPassword,
} from '../../worker/features/account/operators.ts';
import { changeOperator } from '../../worker/features/account/store.ts';
import { authenticateToken } from '../../worker/features/api-tokens/service.ts';
import { isUnguarded } from '../../worker/http/access.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator, type TestOperator } from '../factories/worker/operators.ts';
import { makeProfile } from '../factories/worker/profile.ts';
import { callApi, failureOf } from './api.ts';

afterEach(() => void vi.restoreAllMocks());

/** A token of an operator, as the API creates it. */
async function makeToken(
  operator: TestOperator,
  scopes: Scope[],
  given: { name?: string; expires_at?: string | null } = {},
) {
  const { password } = operator;
  const json = { name: 'Night export', expires_at: null, password, ...given, scopes };
  const answer = await callApi('/api/api-tokens', { token: operator.token, json });
  expect(answer.status).toBe(201);
  const { data, token } = madeApiTokenAnswer.parse(await answer.json());
  return { id: data.id, data, token };
}

const listTokens = async ({ token }: TestOperator) =>
  apiTokensAnswer.parse(await (await callApi('/api/api-tokens', { token })).json()).data;

const statusWith = async (token: string) => (await callApi('/api/imap-accounts', { token })).status;

describe('a token', () => {
  test('is shown once, and only a hash of its secret is stored', async () => {
    const operator = await makeOperator();
    const { id, data, token } = await makeToken(operator, ['read', 'write']);
    expect(token).toMatch(new RegExp(`^bod_${id}_[\\w-]{43}$`));
    const listed = await listTokens(operator);
    expect(listed).toEqual([data]);
    expect(data).toMatchObject({ name: 'Night export', scopes: ['read', 'write'] });
    const secret = token.slice(`bod_${id}_`.length);
    const [row] = await makeCtx().db.select().from(apiTokens).where(eq(apiTokens.id, id));
    expect(JSON.stringify([listed, row])).not.toContain(secret);
  });

  test.each([
    [{ scopes: [] }, 'Choose at least one scope.'],
    [{ scopes: ['secrets'] }, 'Secrets needs Read or Write as well.'],
    [{ scopes: ['admin'] }, 'scopes.0'],
    [{ name: ' ' }, 'Enter a name.'],
    [{ name: 'a'.repeat(61) }, 'A name has at most 60 characters.'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'The end is in the past.'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ])('cannot be created with %j', async (given, message) => {
    const { token, password } = await makeOperator();
    const json = { name: 'a', scopes: ['read'], expires_at: null, password, ...given };
    const answer = await callApi('/api/api-tokens', { token, json });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await failureOf(answer))).toContain(message);
  });

  test.each([undefined, '', 'not the password of this operator'])(
    'cannot be created with the password %j',
    async (password) => {
      const { token } = await makeOperator();
      const json = { name: 'a', scopes: ['read'], expires_at: null, password };
      const answer = await callApi('/api/api-tokens', { token, json });
      expect(answer.status).toBe(400);
      expect((await failureOf(answer)).issues?.map(({ path }) => path)).toEqual(['password']);
    },
  );

  test('acts as its operator until it is revoked', async () => {
    const operator = await makeOperator();
    const { id, token } = await makeToken(operator, ['read']);
    expect(await statusWith(token)).toBe(200);
    const other = await makeOperator();
    const revoke = ({ token }: TestOperator) =>
      callApi(`/api/api-tokens/${id}`, { method: 'DELETE', token });
    expect((await revoke(other)).status).toBe(404);
    expect(await statusWith(token)).toBe(200);
    expect((await revoke(operator)).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await revoke(operator)).status).toBe(404);
  });

  test('ends at its time', async () => {
    const operator = await makeOperator();
    const now = Date.now();
    const end = new Date(now + DAY_MS).toISOString();
    const { token } = await makeToken(operator, ['read'], { expires_at: end });
    expect(await statusWith(token)).toBe(200);
    vi.spyOn(Date, 'now').mockReturnValue(now + DAY_MS);
    expect(await statusWith(token)).toBe(401);
  });

  const NEW_PASSWORD = 'an unusual new passphrase';
  const endings: Record<string, (operator: TestOperator) => Promise<unknown>> = {
    'a password of the command line': async ({ id, email }) => {
      const ctx = makeCtx();
      await setPassword(ctx, { email, password: NEW_PASSWORD });
      await changeOperator(ctx.db, id, { mustChangePassword: false });
    },
    'the end of its operator, also if the operator comes back': async ({ email }) => {
      await disableOperator(makeCtx(), { email });
      await enableOperator(makeCtx(), { email });
    },
    'a sign-out everywhere': ({ token }) =>
      callApi('/api/auth/logout', { token, json: { everywhere: true } }),
    'a new password': ({ token, password }) =>
      callApi('/api/auth/password', {
        token,
        json: { current_password: password, new_password: NEW_PASSWORD },
      }),
  };
  test.each(Object.entries(endings))('ends with %s, and those of others remain', async (_, end) => {
    const [operator, other] = [await makeOperator(), await makeOperator()];
    const [own, foreign] = [
      (await makeToken(operator, ['read'])).token,
      (await makeToken(other, ['read'])).token,
    ];
    await end(operator);
    expect(await statusWith(own)).toBe(401);
    expect(await statusWith(foreign)).toBe(200);
  });

  test('remains valid after a sign-out of one session', async () => {
    const operator = await makeOperator();
    const { token } = await makeToken(operator, ['read']);
    await callApi('/api/auth/logout', { token: operator.token, json: {} });
    expect(await statusWith(token)).toBe(200);
  });

  test('ends with its operator', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    const { token } = await makeToken(operator, ['read']);
    await changeOperator(ctx.db, operator.id, { disabledAt: Date.now() });
    expect(await statusWith(token)).toBe(401);
    await changeOperator(ctx.db, operator.id, { disabledAt: null, mustChangePassword: true });
    expect(await statusWith(token)).toBe(403);
    await changeOperator(ctx.db, operator.id, { mustChangePassword: false });
    expect(await statusWith(token)).toBe(200);
  });

  test.each([
    ['another secret', (token: string) => `${token.slice(0, -2)}AA`],
    ['the id of another token', (token: string) => token.replace(/^bod_\d+/, 'bod_1')],
    ['no secret', (token: string) => token.replace(/_[\w-]{43}$/, '_')],
    ['more behind it', (token: string) => `${token}A`],
    ['an id that is no number', (token: string) => token.replace(/^bod_\d+/, 'bod_1e1')],
  ])('with %s is refused', async (_, change) => {
    const { token } = await makeToken(await makeOperator(), ['read']);
    expect(await statusWith(change(token))).toBe(401);
  });

  test('shows its last use, which is written at most once a minute', async () => {
    const operator = await makeOperator();
    const { token } = await makeToken(operator, ['read']);
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now');
    const lastUse = async (afterMs: number) => {
      clock.mockReturnValue(start + afterMs);
      expect(await statusWith(token)).toBe(200);
      const [listed] = await listTokens(operator);
      return Date.parse(listed?.last_used_at ?? '') - start;
    };
    expect((await listTokens(operator))[0]?.last_used_at).toBeNull();
    // The call does not wait for the write.
    await expect.poll(() => lastUse(10), PATIENCE).toBe(10);
    expect(await lastUse(MINUTE_MS)).toBe(10);
    await expect.poll(() => lastUse(MINUTE_MS + 11), PATIENCE).toBe(MINUTE_MS + 11);
  });

  test('is recorded without a wait for other writers', async () => {
    const operator = await makeOperator();
    const { id, token } = await makeToken(operator, ['read']);
    const ctx = makeCtx();
    const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = ctx.env;
    const client = createClient({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN ?? '' });
    const writing = await client.transaction('write');
    await writing.execute("insert into leases (name, holder, until) values ('token', '', 1)");
    await authenticateToken(ctx, token);
    expect((await listTokens(operator))[0]?.last_used_at).toBeNull();
    await writing.rollback();
    await expect.poll(async () => (await listTokens(operator))[0]?.last_used_at).not.toBeNull();
    expect((await listTokens(operator))[0]?.id).toBe(id);
  });

  test('is not looked up after twenty wrong ones from an address in a minute', async () => {
    const { token } = await makeToken(await makeOperator(), ['read']);
    const callFrom = (address: string, path: string, by: string) =>
      callApi(path, { token: by, headers: { 'CF-Connecting-IP': address } });
    const wrong = `${token.slice(0, -2)}AA`;
    const address = '198.51.100.77';
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const path = attempt % 2 === 0 ? '/api/health' : '/api/imap-accounts';
      expect((await callFrom(address, path, wrong)).status).toBe(attempt % 2 === 0 ? 200 : 401);
    }
    const refused = await callFrom(address, '/api/imap-accounts', wrong);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await callFrom(address, '/api/health', wrong)).status).toBe(200);
    expect((await callFrom('198.51.100.78', '/api/imap-accounts', token)).status).toBe(200);
  });

  test('is named in the audit trail', async () => {
    const operator = await makeOperator();
    const { token } = await makeToken(operator, ['write'], { name: 'Assistant' });
    const json = { kinds: ['mailbox'] };
    const answer = await callApi('/api/notifications/muted', { method: 'PUT', token, json });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('X-Request-Id') ?? '';
    const [entry] = await makeCtx().db.select().from(audit).where(eq(audit.requestId, requestId));
    expect(entry).toMatchObject({
      operatorId: operator.id,
      actor: `${operator.email} through token "Assistant"`,
    });
  });

  test('can make 600 calls a minute, which do not count for its operator', async () => {
    const operator = await makeOperator();
    const { token } = await makeToken(operator, ['read']);
    const other = await makeToken(operator, ['read']);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const call = (by: string) => callApi('/api/notifications?limit=x', { token: by });
    for (let count = 0; count < 600; count += 1) expect((await call(token)).status).not.toBe(429);
    const refused = await call(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call(other.token)).status).not.toBe(429);
    expect((await call(operator.token)).status).not.toBe(429);
  });

  test('is one of at most 50 of its operator', async () => {
    const operator = await makeOperator();
    const { db } = makeCtx();
    await db.insert(apiTokens).values(
      Array.from({ length: 50 }, (_, index) => ({
        operatorId: operator.id,
        name: `${index}`,
        scopes: 'read',
        createdAt: 0,
        secretHash: crypto.randomUUID(),
      })),
    );
    const { password } = operator;
    const json = { name: 'One more', scopes: ['read'], expires_at: null, password };
    const answer = await callApi('/api/api-tokens', { token: operator.token, json });
    expect(answer.status).toBe(409);
  });
});

describe('the scopes of a token', () => {
  const routes = describeApi(app).filter(({ access }) => !isUnguarded(access));
  const named = (test: (access: readonly string[]) => boolean) =>
    routes.flatMap(({ method, path, access }) =>
      typeof access !== 'string' && test(access) ? [[method, path] as const] : [],
    );
  const own = routes.filter(({ access }) => access === 'session');

  let operator: TestOperator;
  const tokens = {} as Record<'read' | 'write' | 'both' | 'all', string>;
  beforeAll(async () => {
    operator = await makeOperator();
    tokens.read = (await makeToken(operator, ['read'])).token;
    tokens.write = (await makeToken(operator, ['write'])).token;
    tokens.both = (await makeToken(operator, ['read', 'write'])).token;
    tokens.all = (await makeToken(operator, ['read', 'write', 'secrets'])).token;
  });

  /** A call whose input is invalid, so that nothing happens if it is accepted. */
  async function call(method: string, pattern: string, token: string) {
    const path = pattern.replace(/:\w+/g, '999999999');
    const answer = await callApi(path, {
      method,
      token,
      ...(method !== 'GET' && { body: '{', headers: { 'Content-Type': 'application/json' } }),
    });
    if (answer.status !== 403) await answer.body?.cancel();
    return answer;
  }

  test('each call needs read or write, or a session, or is public', () => {
    expect(routes.length).toBeGreaterThan(100);
    for (const { method, access } of routes) {
      if (typeof access === 'string') continue;
      expect(access.filter((scope) => scope !== 'secrets')).toHaveLength(1);
      if (method === 'GET') expect(access).toContain('read');
    }
    for (const { path } of own) expect(path).toMatch(/^\/api\/(auth|api-tokens)\b/);
    expect(named((access) => access.includes('secrets')).map(([, path]) => path)).toEqual(
      expect.arrayContaining([
        '/api/profiles/full',
        '/api/profiles/:id/reveal',
        '/api/presale-codes/mail',
      ]),
    );
  });

  test.each(named((access) => access.includes('write')))(
    '%s %s changes something: a read token gets 403',
    async (method, path) => {
      const refused = await call(method, path, tokens.read);
      expect(refused.status).toBe(403);
      expect((await failureOf(refused)).message).toContain('write');
    },
  );

  test.each(named((access) => access.includes('secrets')))(
    '%s %s returns a secret: a token without the scope secrets gets 403',
    async (method, path) => {
      const refused = await call(method, path, tokens.both);
      expect(refused.status).toBe(403);
      expect((await failureOf(refused)).message).toBe(
        'This call needs a token with the scope secrets.',
      );
      expect((await call(method, path, tokens.all)).status).not.toBe(403);
    },
  );

  test.each(own.map(({ method, path }) => [method, path] as const))(
    '%s %s is refused to every token, with the reason',
    async (method, path) => {
      const refused = await call(method, path, tokens.all);
      expect(refused.status).toBe(403);
      expect((await failureOf(refused)).message).toBe(
        'A token cannot make this call. It needs a sign-in.',
      );
    },
  );

  test.each(named((access) => access.length === 1 && access[0] === 'read'))(
    '%s %s changes nothing: a read token may make it, and a write token may not',
    async (method, path) => {
      expect([401, 403]).not.toContain((await call(method, path, tokens.read)).status);
      expect((await call(method, path, tokens.write)).status).toBe(403);
    },
  );

  test('answers to a read token contain no stored secret', async () => {
    const ctx = { token: operator.token };
    const profile = makeProfile({ password: 'pass-of-the-buyer' });
    const secrets = [profile.card_number, 'pass-of-the-buyer', 'hooks.test/planted'];
    const added = await callApi('/api/profiles', { ...ctx, json: { profiles: [profile] } });
    expect(added.status).toBe(200);
    await added.body?.cancel();
    const work = {
      kind: 'encore',
      key: 'planted',
      title: 'Planted',
      events: 1,
      rows: 1,
      body: { webhooks: ['https://hooks.test/planted'] },
      token: crypto.randomUUID(),
    };
    const saved = await callApi('/api/recent-work', { ...ctx, json: work });
    const { id } = (await saved.json()) as { id: number };
    for (const { method, path, access } of routes) {
      if (method !== 'GET' || access === 'session') continue;
      const answer = await callApi(path.replace(/:\w+/g, String(id)), { token: tokens.both });
      const text = await answer.text();
      for (const secret of secrets) expect(text, path).not.toContain(secret);
    }
  });

  test('the live channel opens for no token', async () => {
    const headers = { Upgrade: 'websocket' };
    const answer = await callApi(`/ws?token=${tokens.all}`, { headers });
    expect(answer.status).toBe(401);
  });
});
