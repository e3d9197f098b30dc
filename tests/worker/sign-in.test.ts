import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { audit } from '../../worker/db/schema/audit.ts';
import { loginAttempts } from '../../worker/db/schema/operators.ts';
import { passkeys } from '../../worker/db/schema/passkeys.ts';
import {
  type AttemptSubjects,
  attemptSubjects,
  countAttempt,
  delayAfter,
} from '../../worker/features/account/limits/service.ts';
import { addOperator, disableOperator } from '../../worker/features/account/operators.ts';
import { readToken } from '../../worker/security/tokens.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const byte = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
/** An address that no other test uses. */
const anyAddress = () => `10.${byte()}.${byte()}.${byte()}`;

const logIn = (email: string, password: string, address = anyAddress()) =>
  callApi('/api/auth/login', {
    json: { email, password },
    headers: { 'CF-Connecting-IP': address },
  });

// Names share counters: a full counter refuses about one in five thousand sign-ins of other files.
afterAll(() => makeCtx().db.delete(loginAttempts));

describe('signing in', () => {
  test('a right password returns a token of twelve hours that opens the current user', async () => {
    const operator = await makeOperator();
    const response = await logIn(operator.email, operator.password);
    expect(response.status).toBe(200);
    const { success, token } = await response.json<{ success: boolean; token: string }>();
    expect(success).toBe(true);
    const session = await readToken(makeCtx().env, token, Date.now());
    const hours = ((session?.expiresAt ?? 0) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const me = await callApi('/api/auth/me', { token });
    expect(await me.json()).toEqual({ success: true, id: operator.id, email: operator.email });
  });

  test('the e-mail is accepted in any letter case and with blanks around it', async () => {
    const operator = await makeOperator();
    const response = await logIn(`  ${operator.email.toUpperCase()} `, operator.password);
    expect(response.status).toBe(200);
  });

  test('the part before @ is a user name if only one operator has it', async () => {
    const operator = await makeOperator();
    const [name = ''] = operator.email.split('@');
    expect((await logIn(name.toUpperCase(), operator.password)).status).toBe(200);
  });

  test('a user name of two operators signs in neither', async () => {
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

  test('wrong password, unknown operator and disabled operator get the same answer', async () => {
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
        message: 'Invalid email or password.',
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
    const operator = {
      email: `${crypto.randomUUID()}@desk.test`,
      password: 'a long and winding phrase',
    };
    await addOperator(ctx, { ...operator, mustChangePassword: true });
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
  const unique = (): AttemptSubjects => ({
    pair: `pair:${crypto.randomUUID()}`,
    name: `name:${crypto.randomUUID()}`,
    address: `address:${crypto.randomUUID()}`,
    addressHash: crypto.randomUUID(),
  });
  const countTimes = async (times: number, subjects: AttemptSubjects, isKnownAddress = false) => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      await countAttempt(makeCtx(), subjects, isKnownAddress);
    }
  };
  const makeOperators = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeOperator()));
  const countOf = async (subject: string) => {
    const rows = await makeCtx()
      .db.select()
      .from(loginAttempts)
      .where(eq(loginAttempts.subject, subject));
    return rows[0]?.count;
  };
  const subjectsOf = (login: string, address: string) =>
    attemptSubjects(makeCtx({ client: { address, userAgent: '' } }), login);

  test('the eleventh attempt for one name from one address waits until the window ends', async () => {
    const startedAt = Date.now();
    const subjects = unique();
    const atFirst = makeCtx({ clock: () => startedAt });
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(atFirst, subjects, false);
    const later = makeCtx({ clock: () => startedAt + 5 * minute });
    await expect(countAttempt(later, subjects, false)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Too many failed sign-ins. Try again in 10 minutes.',
      retryAfterSeconds: 600,
    });
    const afterwards = makeCtx({ clock: () => startedAt + 15 * minute });
    await countAttempt(afterwards, subjects, false);
  });

  test('simultaneous attempts all count', async () => {
    const subjects = unique();
    const ctx = makeCtx();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => countAttempt(ctx, subjects, false)),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
  });

  test.each([1, 60_000])(
    'attempts whose clock is %i ms slow count in the same window',
    async (behind) => {
      const startedAt = Date.now();
      const subjects = unique();
      const at = (now: number) => countAttempt(makeCtx({ clock: () => now }), subjects, false);
      for (let attempt = 0; attempt < 10; attempt += 1)
        await at(startedAt - (attempt % 2) * behind);
      await expect(at(startedAt - behind)).rejects.toMatchObject({ code: 'too_many_requests' });
      await expect(at(startedAt)).rejects.toMatchObject({ code: 'too_many_requests' });
      // A window that began while the clock was faster by more than this has ended.
      await expect(at(startedAt - 60_001 - behind)).resolves.toBe(0);
    },
  );

  test('an address may fail fifty times over all names', async () => {
    const { address } = unique();
    const ctx = makeCtx();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    // The calls are made in waves, because fifty concurrent writers block the database server of a busy machine.
    while (outcomes.length < 52) {
      const wave = Array.from({ length: 13 }, () =>
        countAttempt(ctx, { ...unique(), address }, false),
      );
      outcomes.push(...(await Promise.allSettled(wave)));
    }
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50);
  });

  test('failures from other addresses never refuse an operator, and only slow down unknown addresses', async () => {
    const operator = await makeOperator();
    const { name } = subjectsOf(operator.email, '198.51.100.7');
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await countTimes(1, { ...unique(), name });
    }
    expect(await countAttempt(makeCtx(), { ...unique(), name }, false)).toBe(250);
    expect((await logIn(operator.email, operator.password)).status).toBe(200);
  });

  test.each([
    [20, 0],
    [21, 250],
    [22, 500],
    [26, 8_000],
    [27, 10_000],
    [5_000, 10_000],
  ])('the attempt %i of a name waits %i ms', (attempt, delayMs) => {
    expect(delayAfter(attempt)).toBe(delayMs);
  });

  test('an address from which an operator signed in may fail thirty times for each name', async () => {
    const operator = await makeOperator();
    const address = anyAddress();
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
    await countTimes(15, subjectsOf(operator.email, address), true);
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
    await countTimes(30, subjectsOf(operator.email, address), true);
    const limited = await logIn(operator.email, operator.password, address);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
  });

  test('sixty operators sign in at once from an address that no operator has used', async () => {
    const operators = await makeOperators(60);
    const address = anyAddress();
    const answers = operators.map(({ email, password }) => logIn(email, password, address));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(operators.map(() => 200));
    const { address: counter } = subjectsOf('any', address);
    expect(await countOf(counter)).toBe(0);
  });

  test('of sixty wrong passwords at once from one address, fifty are checked', async () => {
    const address = anyAddress();
    const answers = Array.from({ length: 60 }, () =>
      logIn(`${crypto.randomUUID()}@desk.test`, 'wrong', address),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('a right password that waits for a passkey is not a failure of its address', async () => {
    const [operator] = await makeOperators(1);
    if (operator === undefined) throw new Error('There is no operator.');
    await makeCtx().db.insert(passkeys).values({
      id: crypto.randomUUID(),
      operatorId: operator.id,
      name: 'Key',
      publicKey: 'AAAA',
      counter: 0,
      transports: [],
      createdAt: Date.now(),
    });
    const address = anyAddress();
    await countTimes(1, { ...unique(), address: subjectsOf('other', address).address });
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
    const { address: ofAddress, pair } = subjectsOf(operator.email, address);
    expect([await countOf(ofAddress), await countOf(pair)]).toEqual([1, 1]);
  });

  test('a known address may fail 150 times over all names', async () => {
    const { address } = unique();
    await makeCtx().db.insert(loginAttempts).values({
      subject: address,
      windowStartedAt: Date.now(),
      count: 149,
    });
    await countTimes(1, { ...unique(), address }, true);
    await expect(countTimes(1, { ...unique(), address }, true)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  test.each([
    ['an unknown address', false, 10],
    ['a known address', true, 30],
  ])('from %s names are limited alike, whether they exist or not', async (_, isKnown, most) => {
    const [operator, colleague] = [await makeOperator(), await makeOperator()];
    const disabled = await makeOperator();
    await disableOperator(makeCtx(), disabled);
    const address = anyAddress();
    if (isKnown) await logIn(colleague.email, colleague.password, address);
    const names = [operator.email, disabled.email, `${crypto.randomUUID()}@desk.test`];
    const answers: unknown[][] = [];
    for (const name of names) {
      await countTimes(most, subjectsOf(name, address), isKnown);
      const answer = await logIn(name, 'wrong', address);
      answers.push([answer.status, (await failureOf(answer)).message]);
    }
    const message = 'Too many failed sign-ins. Try again in 15 minutes.';
    expect(answers).toEqual(names.map(() => [429, message]));
  });

  test('one attempt per name and address waits at a time, and the others are refused', async () => {
    const operator = await makeOperator();
    const address = anyAddress();
    await logIn(operator.email, operator.password, address);
    await countTimes(20, subjectsOf(operator.email, address), true);
    const attempts = Array.from({ length: 6 }, () => logIn(operator.email, 'wrong', address));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 429, 429, 429, 429, 429]);
    const [row] = await makeCtx()
      .db.select()
      .from(loginAttempts)
      .where(eq(loginAttempts.subject, subjectsOf(operator.email, address).pair));
    expect(row?.count).toBe(21);
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
  });

  test.each(['2', '2@password-change', '@', 'confirm 2'])(
    'sign-ins as "%s" do not prevent an operator from changing the password',
    async (pattern) => {
      const operator = await makeOperator();
      const name = pattern.replace('2', String(operator.id));
      const address = anyAddress();
      await countTimes(10, subjectsOf(name, address));
      expect((await logIn(name, 'wrong', address)).status).toBe(429);
      const changed = await callApi('/api/auth/password', {
        token: operator.token,
        headers: { 'CF-Connecting-IP': address },
        json: { current_password: operator.password, new_password: 'chosen by the operator' },
      });
      expect(changed.status).toBe(200);
    },
  );

  test('wrong current passwords of an operator count from all addresses, and for no other operator', async () => {
    const [operator, other] = [await makeOperator(), await makeOperator()];
    const change = ({ token, password }: typeof operator) =>
      callApi('/api/auth/password', {
        token,
        headers: { 'CF-Connecting-IP': anyAddress() },
        json: { current_password: password, new_password: 'chosen by the operator' },
      });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await change({ ...operator, password: 'wrong' })).status).toBe(400);
    expect((await change(operator)).status).toBe(429);
    expect((await change(other)).status).toBe(200);
    expect((await logIn(operator.email, operator.password)).status).toBe(200);
  });

  test('a limited name gets the time of its next attempt, even with the right password', async () => {
    const operator = await makeOperator();
    const address = anyAddress();
    await countTimes(10, subjectsOf(operator.email, address));
    const limited = await logIn(operator.email, operator.password, address);
    expect(limited.status).toBe(429);
    const wait = Number(limited.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(await failureOf(limited)).toEqual({
      success: false,
      message: 'Too many failed sign-ins. Try again in 15 minutes.',
    });
  });

  test('the limit is the same for an e-mail, its user name and an unknown name', () => {
    const address = '198.51.100.7';
    const { pair, name } = subjectsOf('anna@desk.test', address);
    expect(subjectsOf('anna', address)).toMatchObject({ pair, name });
    expect(subjectsOf('Anna@elsewhere.test', address)).toMatchObject({ pair, name });
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002::9'],
    ['203.0.113.5', '::ffff:203.0.113.5'],
  ])('%s and %s count as one address', (one, other) => {
    expect(subjectsOf('a', one).address).toBe(subjectsOf('a', other).address);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['203.0.113.5', '203.0.113.6'],
  ])('%s and %s count as two addresses', (one, other) => {
    expect(subjectsOf('a', one).addressHash).not.toBe(subjectsOf('a', other).addressHash);
  });

  test('a refused attempt writes nothing, and unknown names add no row', async () => {
    const address = anyAddress();
    const name = `${crypto.randomUUID()}@desk.test`;
    const subjects = subjectsOf(name, address);
    await countTimes(10, subjects);
    expect((await logIn(name, 'wrong', address)).status).toBe(429);
    const rows = await makeCtx().db.select().from(loginAttempts);
    expect(rows.find((row) => row.subject === subjects.pair)?.count).toBe(10);
    const ofLogins = rows.filter((row) => /^(pair|name|address):/.test(row.subject));
    expect(JSON.stringify(ofLogins)).not.toContain('desk.test');
  });

  test('a successful sign-in resets the failures', async () => {
    const operator = await makeOperator();
    const address = anyAddress();
    const subjects = subjectsOf(operator.email, address);
    await countTimes(9, subjects);
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
    await countTimes(9, subjects);
    expect((await logIn(operator.email, operator.password, address)).status).toBe(200);
  });
});
