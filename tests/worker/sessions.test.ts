import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createClient } from '@libsql/client/web';
import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { OperatorSession } from '../../shared/account/schema.ts';
import { app } from '../../worker/app.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { sessions } from '../../worker/db/schema/operators.ts';
import { passkeys } from '../../worker/db/schema/passkeys.ts';
import { attemptSubjects, countAttempt } from '../../worker/features/account/limits/service.ts';
import { readCounts } from '../../worker/features/account/limits/store.ts';
import {
  addOperator,
  disableOperator,
  setPassword,
} from '../../worker/features/account/operators.ts';
import {
  assertConfirmed,
  authenticate,
  deleteOldSessions,
} from '../../worker/features/account/sessions/service.ts';
import { confirmSession } from '../../worker/features/account/sessions/store.ts';
import { readToken } from '../../worker/security/tokens.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const HOUR = 3_600_000;

const logIn = async (operator: { email: string; password: string }, userAgent = 'a browser') => {
  const response = await callApi('/api/auth/login', {
    json: { email: operator.email, password: operator.password },
    headers: { 'CF-Connecting-IP': '198.51.100.20', 'User-Agent': userAgent },
  });
  expect(response.status).toBe(200);
  return (await response.json<{ token: string }>()).token;
};
const statusOf = async (token: string) => (await callApi('/api/auth/me', { token })).status;
const logOut = (token: string, json: Record<string, boolean> = {}) =>
  callApi('/api/auth/logout', { token, json });

describe('a session token', () => {
  test('ends after twelve hours', async () => {
    const { token } = await makeOperator();
    const issuer = makeCtx().env;
    expect(await readToken(issuer, token, Date.now() + 11.9 * HOUR)).not.toBeNull();
    expect(await readToken(issuer, token, Date.now() + 12 * HOUR + 1000)).toBeNull();
  });

  test('is recorded without a wait for other writers: a call that reads answers while they write', async () => {
    const { token } = await makeOperator();
    const ctx = makeCtx();
    const now = Date.now();
    const { sessionId = '' } = (await readToken(ctx.env, token, now)) ?? {};
    const usedAt = async () => {
      const [row] = await ctx.db.select().from(sessions).where(eq(sessions.id, sessionId));
      return row?.lastUsedAt ?? 0;
    };
    const reader = makeCtx({ clock: () => now + 2 * 60_000 });
    const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = ctx.env;
    const client = createClient({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN ?? '' });
    const writing = await client.transaction('write');
    await writing.execute("insert into leases (name, holder, until) values ('held', '', 1)");
    await authenticate(reader, token);
    expect(await usedAt()).toBeLessThanOrEqual(now);
    await writing.rollback();
    await authenticate(makeCtx({ clock: () => now + 3 * 60_000 }), token);
    await expect.poll(usedAt).toBe(now + 3 * 60_000);
  });

  test('is invalid in another deployment with the same secret', async () => {
    const { token } = await makeOperator();
    const other = { ...makeCtx().env, DEPLOYMENT_ID: 'another-desk' };
    expect(await readToken(other, token, Date.now())).toBeNull();
  });

  test.each([
    ['another type', { typ: 'JWT' }, {}],
    ['no type', {}, {}],
    ['no session', { typ: 'session+jwt' }, { jti: undefined }],
    ['another audience', { typ: 'session+jwt' }, { aud: 'another-desk' }],
  ])('with %s opens nothing', async (_, header, changes) => {
    const { TOKEN_SECRET, DEPLOYMENT_ID } = makeCtx().env;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      sub: '1',
      ver: 1,
      jti: 'a',
      aud: DEPLOYMENT_ID,
      iat: seconds,
      exp: seconds + 60,
    };
    const token = await new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(new TextEncoder().encode(TOKEN_SECRET));
    expect(await readToken(makeCtx().env, token, Date.now())).toBeNull();
  });
});

describe('signing out', () => {
  test('ends the session at the server, and no other', async () => {
    const operator = await makeOperator();
    const [here, elsewhere] = [await logIn(operator), await logIn(operator)];
    expect(await statusOf(here)).toBe(200);
    const response = await logOut(here);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect(response.headers.get('Clear-Site-Data')).toBeNull();
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
  });

  test('everywhere ends all sessions of the operator', async () => {
    const operator = await makeOperator();
    const [here, elsewhere] = [await logIn(operator), await logIn(operator)];
    expect((await logOut(here, { everywhere: true })).status).toBe(200);
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(await logIn(operator))).toBe(200);
  });

  test('clears the storage of the browser on request', async () => {
    const { token } = await makeOperator();
    const response = await logOut(token, { forget: true });
    expect(response.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
  });

  test('is in the audit trail', async () => {
    const operator = await makeOperator();
    await logOut(operator.token);
    const rows = await makeCtx()
      .db.select()
      .from(audit)
      .where(eq(audit.subject, `operator:${operator.email}`));
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['auth.sign_out', operator.email],
    ]);
  });
});

describe('the end of a session', () => {
  test('follows a new password', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    await setPassword(ctx, { email: operator.email, password: 'another fine phrase' });
    expect(await statusOf(operator.token)).toBe(401);
    const token = await logIn({ ...operator, password: 'another fine phrase' });
    expect(await statusOf(token)).toBe(200);
  });

  test('follows within five seconds after `disable`, also if the session is cached', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    await authenticate(ctx, operator.token);
    await disableOperator(ctx, operator);
    const inFive = makeCtx({ clock: () => Date.now() + 5_000 });
    await expect(authenticate(inFive, operator.token)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  });

  test('follows when it was not used for the idle limit', async () => {
    const { token } = await makeOperator();
    const idleMs = makeCtx().env.SESSION_IDLE_MINUTES * 60_000;
    const at = (ms: number) => makeCtx({ clock: () => Date.now() + ms });
    await authenticate(at(idleMs - 1000), token);
    // The earlier call was a use, so the limit counts from there.
    await authenticate(at(2 * idleMs - 2000), token);
    await expect(authenticate(at(3 * idleMs), token)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  });

  test.each(['4', '721', 'soon', '7.5'])('SESSION_IDLE_MINUTES=%s is refused', async (minutes) => {
    const bindings = { ...env, SESSION_IDLE_MINUTES: minutes };
    const request = new Request('http://desk.test/api/auth/me');
    const response = await app.fetch(request, bindings, createExecutionContext());
    expect(response.status).toBe(503);
  });
});

describe.each([
  ['an hour', HOUR],
  ['a day', 24 * HOUR],
])('after a clock that was fast by %s', (_, aheadMs) => {
  const now = Date.now();
  const ahead = () => makeCtx({ clock: () => now + aheadMs });
  const today = makeCtx({ clock: () => now });

  test('a session continues, ends by its idle limit, and ends within five seconds of `disable`', async () => {
    const operator = await makeOperator(ahead());
    const { jti: id = '' } = decodeJwt(operator.token);
    await authenticate(ahead(), operator.token);
    const five = makeCtx({ clock: () => now + 5_000 });
    await authenticate(today, operator.token);
    const usedAt = async () => {
      const [used] = await today.db.select().from(sessions).where(eq(sessions.id, id));
      return used?.lastUsedAt;
    };
    // The call does not wait for the write.
    await expect.poll(usedAt, PATIENCE).toBe(now);
    await disableOperator(today, operator);
    await expect(authenticate(five, operator.token)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  });

  test('wrong passwords from that time block nobody', async () => {
    const subjects = attemptSubjects(today, `${crypto.randomUUID()}@desk.test`);
    const fail = (ctx: Ctx) => countAttempt(ctx, subjects, false);
    for (let count = 0; count < 10; count += 1) await fail(ahead());
    await expect(fail(ahead())).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await fail(today)).toBe(0);
    const [counter] = await readCounts(today.db, [subjects.pair]);
    expect(counter).toMatchObject({ count: 1, windowStartedAt: now });
  });

  test('a passkey that was used at that time does not confirm a change', async () => {
    const operator = await makeOperator(today);
    const { jti: id = '' } = decodeJwt(operator.token);
    const ctx = (clock: () => number) =>
      makeCtx({ clock, operator: { id: operator.id, email: operator.email }, sessionId: id });
    const key = { id, publicKey: '', counter: 0, transports: [], name: 'Key', createdAt: now };
    await today.db.insert(passkeys).values({ ...key, operatorId: operator.id });
    await confirmSession(today.db, id, now + aheadMs);
    await assertConfirmed(ctx(() => now + aheadMs));
    await expect(assertConfirmed(ctx(() => now))).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the sessions of an operator', () => {
  const list = async (token: string) => {
    const response = await callApi('/api/auth/sessions', { token });
    return (await response.json<{ sessions: OperatorSession[] }>()).sessions;
  };

  test('are listed with device and times, and the current one is marked', async () => {
    const operator = await makeOperator();
    await logIn(operator, 'Firefox');
    const token = await logIn(operator, 'Chromium');
    const listed = await list(token);
    expect(listed.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual(
      expect.arrayContaining([
        ['Firefox', false],
        ['Chromium', true],
        ['', false],
      ]),
    );
    expect(listed).toHaveLength(3);
    expect(Date.parse(listed[0]?.last_used_at ?? '')).not.toBeNaN();
  });

  test('are ended one by one, but never those of others', async () => {
    const [operator, other] = [await makeOperator(), await makeOperator()];
    const token = await logIn(operator);
    const idOf = async (of: string) =>
      (await list(of)).find((session) => session.is_current)?.id ?? '';
    const end = (id: string) => callApi(`/api/auth/sessions/${id}`, { method: 'DELETE', token });
    const refused = await end(await idOf(other.token));
    expect([refused.status, (await failureOf(refused)).message]).toEqual([
      404,
      'There is no such session.',
    ]);
    expect(await statusOf(other.token)).toBe(200);
    expect((await end(await idOf(operator.token))).status).toBe(200);
    expect(await statusOf(operator.token)).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  test('are deleted thirty days after they expired', async () => {
    const { token } = await makeOperator();
    const id = (await readToken(makeCtx().env, token, Date.now()))?.sessionId ?? '';
    const isKept = async () =>
      (await makeCtx().db.select().from(sessions).where(eq(sessions.id, id))).length === 1;
    const day = 24 * HOUR;
    const at = (ms: number) => makeCtx({ clock: () => Date.now() + ms });
    await at(12 * HOUR)
      .db.update(sessions)
      .set({ expiresAt: 30 * day })
      .where(eq(sessions.id, id));
    await deleteOldSessions(makeCtx({ clock: () => 60 * day - 1 }));
    expect(await isKept()).toBe(true);
    await deleteOldSessions(makeCtx({ clock: () => 60 * day }));
    expect(await isKept()).toBe(false);
  });
});

describe('changing the password', () => {
  const change = (token: string, current_password: string, new_password: string) =>
    callApi('/api/auth/password', { token, json: { current_password, new_password } });

  test('ends the other sessions, keeps this one, and no longer requires a new password', async () => {
    const ctx = makeCtx();
    const operator = {
      email: `${crypto.randomUUID()}@desk.test`,
      password: 'set by somebody else',
    };
    await addOperator(ctx, { ...operator, mustChangePassword: true });
    const [token, other] = [await logIn(operator), await logIn(operator)];
    const me = async () => (await callApi('/api/auth/me', { token })).json();
    expect(await me()).toMatchObject({ must_change_password: true });
    const response = await change(token, operator.password, 'chosen by the operator');
    expect(response.status).toBe(200);
    expect(await statusOf(other)).toBe(401);
    expect(await me()).not.toHaveProperty('must_change_password');
    await logIn({ ...operator, password: 'chosen by the operator' });
  });

  test.each([
    ['not the password', 'a new long phrase', 'current_password'],
    ['the password of every operator in these tests', '', 'new_password'],
    [
      'the password of every operator in these tests',
      'the password of every operator in these tests',
      'new_password',
    ],
  ])('from %j to %j is refused at %s', async (current, wanted, path) => {
    const { token } = await makeOperator();
    const response = await change(token, current, wanted);
    expect(response.status).toBe(400);
    expect((await failureOf(response)).issues?.map((issue) => issue.path)).toEqual([path]);
    expect(await statusOf(token)).toBe(200);
  });

  test('refuses a weak password with the reason', async () => {
    const operator = await makeOperator();
    const response = await change(operator.token, operator.password, 'password2026!');
    expect(response.status).toBe(400);
    expect((await failureOf(response)).message).toBe(
      'This password is one of the most common ones. Choose another.',
    );
  });

  test('that happens twice at once succeeds once', async () => {
    const { token, password, email } = await makeOperator();
    const wanted = ['the first new password', 'the second new password'];
    const responses = await Promise.all(wanted.map((text) => change(token, password, text)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    await logIn({ email, password: wanted[statuses.indexOf(200)] ?? '' });
  });

  test('is refused after ten wrong current passwords', async () => {
    const operator = await makeOperator();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await change(operator.token, 'wrong', 'a new long phrase')).status).toBe(400);
    }
    const response = await change(operator.token, operator.password, 'a new long phrase');
    expect(response.status).toBe(429);
  });
});
