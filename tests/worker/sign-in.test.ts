import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { audit } from '../../worker/db/schema/audit.ts';
import { countAttempt } from '../../worker/features/auth/login-limits.ts';
import {
  addOperator,
  changePassword,
  disableOperator,
} from '../../worker/features/auth/operators.ts';
import { authenticate } from '../../worker/features/auth/service.ts';
import { readToken } from '../../worker/security/tokens.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const logIn = (email: string, password: string, address = crypto.randomUUID()) =>
  callApi('/api/auth/login', {
    json: { email, password },
    headers: { 'CF-Connecting-IP': address },
  });

describe('signing in', () => {
  test('a right password answers a token of twelve hours that opens the current user', async () => {
    const operator = await makeOperator();
    const response = await logIn(operator.email, operator.password);
    expect(response.status).toBe(200);
    const { success, token } = await response.json<{ success: boolean; token: string }>();
    expect(success).toBe(true);
    const session = await readToken(makeCtx().env.TOKEN_SECRET, token, Date.now());
    const hours = ((session?.expiresAt ?? 0) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const me = await callApi('/api/auth/me', { token });
    expect(await me.json()).toEqual({ success: true, id: operator.id, email: operator.email });
  });

  test('the e-mail is taken in any case and with blanks around it', async () => {
    const operator = await makeOperator();
    const response = await logIn(`  ${operator.email.toUpperCase()} `, operator.password);
    expect(response.status).toBe(200);
  });

  test('the part before @ is a user name when a single operator has it', async () => {
    const operator = await makeOperator();
    const [name = ''] = operator.email.split('@');
    expect((await logIn(name.toUpperCase(), operator.password)).status).toBe(200);
  });

  test('a user name that two operators have opens neither', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    const [name = ''] = operator.email.split('@');
    await ctx.db.run(
      sql`insert into operators (email, password_hash, created_at)
          select ${`${name}@other.test`}, password_hash, 0 from operators where id = ${operator.id}`,
    );
    expect((await logIn(name, operator.password)).status).toBe(401);
    expect((await logIn(operator.email, operator.password)).status).toBe(200);
  });

  test('wrong password, unknown operator and disabled operator answer the same', async () => {
    const ctx = makeCtx();
    const known = await makeOperator(ctx);
    const disabled = await makeOperator(ctx);
    await disableOperator(ctx, disabled);
    const answers = await Promise.all([
      logIn(known.email, 'not the password'),
      logIn(`${crypto.randomUUID()}@desk.test`, 'not the password'),
      logIn(disabled.email, disabled.password),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await failureOf(answer)).toEqual({
        success: false,
        message: 'Invalid email or password',
      });
    }
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: 'a@b', password: 7 }, ['password']],
    [{ email: ['a@b'], password: 'x' }, ['email']],
    [null, ['']],
  ])('the input %j is refused with its issues', async (json, paths) => {
    const response = await callApi('/api/auth/login', { json });
    expect(response.status).toBe(400);
    const failure = await failureOf(response);
    expect(failure.success).toBe(false);
    expect(failure.issues?.map((issue) => issue.path)).toEqual(paths);
  });

  test('a successful sign-in is in the audit trail, without password and token', async () => {
    const ctx = makeCtx();
    const operator = { email: `${crypto.randomUUID()}@desk.test`, password: 'a long password' };
    await addOperator(ctx, operator);
    const { token } = await (await logIn(operator.email, operator.password)).json<{
      token: string;
    }>();
    const rows = await ctx.db
      .select()
      .from(audit)
      .where(eq(audit.subject, `operator:${operator.email}`));
    expect(rows.map((row) => row.action)).toEqual(['auth.add_operator', 'auth.sign_in']);
    expect(rows.map((row) => row.actor)).toEqual(['command line', operator.email]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(operator.password);
    expect(text).not.toContain(token);
    expect(text).not.toContain('scrypt');
  });
});

describe('limits of failed sign-ins', () => {
  const minute = 60_000;
  const anyone = () => ({
    operator: `name:${crypto.randomUUID()}`,
    address: `address:${crypto.randomUUID()}`,
  });

  test('the eleventh attempt for one operator waits until the window of 15 minutes ends', async () => {
    const startedAt = Date.now();
    const subjects = anyone();
    const atFirst = makeCtx({ clock: () => startedAt });
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(atFirst, subjects);
    const later = makeCtx({ clock: () => startedAt + 5 * minute });
    await expect(countAttempt(later, subjects)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Too many failed sign-ins. Try again in 10 minutes.',
      retryAfterSeconds: 600,
    });
    const afterwards = makeCtx({ clock: () => startedAt + 15 * minute });
    await countAttempt(afterwards, subjects);
  });

  test('attempts made at the same time all count', async () => {
    const subjects = anyone();
    const ctx = makeCtx();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => countAttempt(ctx, subjects)),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
  });

  test('an address may fail fifty times over all operators', async () => {
    const { address } = anyone();
    const ctx = makeCtx();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 52 }, () => countAttempt(ctx, { ...anyone(), address })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50);
  });

  test('a limited operator is told when to come back, even with the right password', async () => {
    const operator = await makeOperator();
    const subjects = { ...anyone(), operator: `operator:${operator.id}` };
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(makeCtx(), subjects);
    const limited = await logIn(operator.email, operator.password);
    expect(limited.status).toBe(429);
    const wait = Number(limited.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(await failureOf(limited)).toEqual({
      success: false,
      message: 'Too many failed sign-ins. Try again in 15 minutes.',
    });
  });

  test('a name that nobody has is limited like an operator', async () => {
    const name = `${crypto.randomUUID()}@desk.test`;
    const subjects = { ...anyone(), operator: `name:${name}` };
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(makeCtx(), subjects);
    expect((await logIn(name, 'wrong')).status).toBe(429);
  });

  test('a successful sign-in takes the failures back', async () => {
    const operator = await makeOperator();
    const subjects = { ...anyone(), operator: `operator:${operator.id}` };
    for (let attempt = 0; attempt < 9; attempt += 1) await countAttempt(makeCtx(), subjects);
    expect((await logIn(operator.email, operator.password)).status).toBe(200);
    for (let attempt = 0; attempt < 9; attempt += 1) await countAttempt(makeCtx(), subjects);
    expect((await logIn(operator.email, operator.password)).status).toBe(200);
  });
});

describe('the end of sessions', () => {
  const later = Date.now() + 60_000;

  test('a new password ends older sessions and opens new ones', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    await changePassword(ctx, { email: operator.email, password: 'another password' });
    expect((await callApi('/api/auth/me', { token: operator.token })).status).toBe(401);
    const response = await logIn(operator.email, 'another password');
    const { token } = await response.json<{ token: string }>();
    expect((await callApi('/api/auth/me', { token })).status).toBe(200);
  });

  test('a session known to the isolate ends within five seconds of `disable`', async () => {
    const ctx = makeCtx();
    const operator = await makeOperator(ctx);
    await authenticate(ctx, operator.token);
    await disableOperator(ctx, operator);
    const inFive = makeCtx({ clock: () => Date.now() + 5_000 });
    await expect(authenticate(inFive, operator.token)).rejects.toMatchObject({
      code: 'invalid_token',
    });
  });

  test('a token ends after twelve hours', async () => {
    const operator = await makeOperator();
    const secret = makeCtx().env.TOKEN_SECRET;
    expect(await readToken(secret, operator.token, later)).not.toBeNull();
    expect(await readToken(secret, operator.token, Date.now() + 12 * 3_600_000 + 1000)).toBeNull();
  });
});
