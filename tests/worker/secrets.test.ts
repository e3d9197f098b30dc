import { env } from 'cloudflare:workers';
import { eq, getTableColumns, getTableName, isTable, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DomainError } from '../../shared/errors.ts';
import { auditStatement } from '../../worker/db/audit.ts';
import * as schema from '../../worker/db/schema/index.ts';
import { attemptSubjects, countAttempt } from '../../worker/features/account/limits/service.ts';
import { describeFailure } from '../../worker/http/errors.ts';
import { createLog, describeError } from '../../worker/http/log.ts';
import { SEALED_COLUMNS } from '../../worker/security/sealed-columns.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

describe('the log', () => {
  const lines: string[] = [];

  /** Waits until every call has its access line: lines are written a moment after their call. */
  const accessLinesOf = (...calls: Response[]) =>
    vi.waitFor(
      () => {
        const ids = calls.map((call) => call.headers.get('X-Request-Id'));
        const all = lines.map((line) => JSON.parse(line));
        const access = all.filter((line) => line.message === 'request');
        const own = access.filter((line) => ids.includes(line.request_id));
        expect(own).toHaveLength(calls.length);
        return own;
      },
      { timeout: 60_000 },
    );

  beforeEach(() => {
    lines.length = 0;
    for (const level of ['info', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
    }
  });
  afterEach(() => void vi.restoreAllMocks());

  test('has one JSON line for a call, without query, token, body and address', async () => {
    const operator = await makeOperator();
    const right = await callApi('/api/auth/me?token=in-the-query', { token: operator.token });
    const wrong = await callApi('/api/auth/login', {
      json: { email: operator.email, password: 'typed-by-mistake' },
    });
    const access = await accessLinesOf(right, wrong);
    const text = lines.join('\n');
    for (const secret of ['in-the-query', operator.token, 'typed-by-mistake', operator.password]) {
      expect(text).not.toContain(secret);
    }
    expect(access).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/auth/me', status: 200 }),
      expect.objectContaining({ method: 'POST', path: '/api/auth/login', status: 401 }),
    ]);
    expect(access[0].operator).toBe(operator.id);
    expect(access[0].request_id).not.toBe(access[1].request_id);
  });

  test('has one security line for a sign-in and for a refused one, without the typed name', async () => {
    const operator = await makeOperator();
    const from = { 'CF-Connecting-IP': '198.51.100.60', 'User-Agent': 'a browser' };
    const logIn = (email: string, password: string) =>
      callApi('/api/auth/login', { json: { email, password }, headers: from });
    await logIn(operator.email, operator.password);
    await logIn('typed-into-the-wrong-field', 'wrong');
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
    const common = { message: 'security', address: '198.51.100.60', user_agent: 'a browser' };
    expect(events).toEqual([
      expect.objectContaining({ ...common, event: 'sign_in', operator: operator.id }),
      expect.objectContaining({
        ...common,
        event: 'sign_in_refused',
        operator: null,
        name: expect.stringMatching(/^name:\d+$/),
      }),
    ]);
    expect(lines.join('\n')).not.toContain('typed-into-the-wrong-field');
  });

  test('has one security line for a refused token and for a sign-in that must wait', async () => {
    const address = '198.51.100.61';
    const from = { 'CF-Connecting-IP': address, 'User-Agent': 'a browser' };
    await callApi('/api/auth/me', { token: 'not.a.token', headers: from });
    const ctx = makeCtx({ client: { address, userAgent: '' } });
    const name = `${crypto.randomUUID()}@desk.test`;
    const subjects = attemptSubjects(ctx, name);
    for (let tries = 0; tries < 10; tries += 1) await countAttempt(ctx, subjects, false);
    await callApi('/api/auth/login', { json: { email: name, password: 'x' }, headers: from });
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
    const common = { message: 'security', operator: null, address, user_agent: 'a browser' };
    expect(events).toEqual([
      expect.objectContaining({ ...common, event: 'token_refused' }),
      expect.objectContaining({ ...common, event: 'sign_in_limited', name: subjects.name }),
    ]);
    expect(lines.join('\n')).not.toContain('not.a.token');
  });

  test('has the request id of a client beside its own id, which is in the audit trail', async () => {
    const headers = { 'X-Request-Id': 'chosen-by-the-client' };
    const { token } = await makeOperator();
    const call = await callApi('/api/auth/logout', { token, json: {}, headers });
    const [line] = await accessLinesOf(call);
    expect(line.client_request_id).toBe('chosen-by-the-client');
    const rows = await makeCtx().db.select().from(schema.audit);
    const ids = rows.map(({ requestId }) => requestId);
    expect(ids).toContain(line.request_id);
    expect(ids).not.toContain('chosen-by-the-client');
  });

  test('never contains the variables of the Worker', async () => {
    const { token } = await makeOperator();
    await accessLinesOf(await callApi('/api/auth/me', { token }), await callApi('/api/health'));
    const text = lines.join('\n');
    for (const name of ['TOKEN_SECRET', 'DATA_KEY', 'SCANNER_TOKEN']) {
      expect(text).not.toContain(String(env[name]));
    }
  });

  test('reports a failed statement without its parameters', async () => {
    const { db } = makeCtx();
    const secret = 'a-secret-parameter';
    const error: unknown = await db
      .insert(schema.operators)
      .values([
        { email: 'twice@desk.test', passwordHash: secret, createdAt: 0 },
        { email: 'twice@desk.test', passwordHash: secret, createdAt: 0 },
      ])
      .catch((thrown: unknown) => thrown);
    const reported = JSON.stringify(describeError(error));
    expect(reported).toContain('UNIQUE constraint failed');
    expect(reported).not.toContain(secret);
    expect(JSON.stringify(describeFailure(error))).not.toMatch(/operators|UNIQUE|secret/);
  });

  test.each([
    ['a token', 'refused eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['a key in an address', 'GET https://host/path?apikey=SECRET123&size=1 failed', 'SECRET123'],
    ['a password', 'login failed: password="SECRET123"', 'SECRET123'],
    ['a token of the database', 'LIBSQL_AUTH_TOKEN=SECRET123 refused', 'SECRET123'],
    ['an access token', 'refresh with access_token: SECRET123', 'SECRET123'],
    ['a header', 'Authorization: Basic SECRET123', 'SECRET123'],
    ['a value in escaped JSON', '{"body":"{\\"client_secret\\":\\"SECRET123\\"}"}', 'SECRET123'],
    ['a card number', 'cannot read 4111 1111 1111 1111', '4111 1111'],
  ])('hides %s in the text of an error', (_, text, secret) => {
    createLog('test').error('failure', describeError(new Error(text)));
    createLog('test').info('note', { text });
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).not.toContain(secret);
      expect(JSON.parse(line).request_id).toBe('test');
    }
  });
});

describe('failures', () => {
  test('an unknown error answers 500 without its text', () => {
    const failure = describeFailure(new Error('secret detail at /srv/worker.ts'));
    expect(failure).toEqual({
      status: 500,
      body: { success: false, message: 'An internal server error occurred.' },
      headers: {},
      isOurs: true,
    });
  });

  test('a listed error is found beneath the wrappers of libraries', () => {
    const inner = new DomainError('conflict', 'Taken already.');
    const failure = describeFailure(
      new Error('outer', { cause: new Error('x', { cause: inner }) }),
    );
    expect([failure.status, failure.body.message]).toEqual([409, 'Taken already.']);
  });

  test('an endless chain of causes is cut', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(describeFailure(first).status).toBe(500);
  });
});

describe('the audit trail', () => {
  test.each(['password', 'imap_password', 'apiKey', 'card_number', 'cvv', 'token', 'tokenSecret'])(
    'refuses a detail named %s',
    (name) => {
      const change = { action: 'test.change', subject: 'test:1', detail: { [name]: 'x' } };
      expect(() => auditStatement(makeCtx(), change)).toThrow('must not hold');
    },
  );

  test.each(['cards', 'discarded', 'hashes', 'tokens_left', 'passwordless'])(
    'accepts a detail named %s, which is not secret',
    (name) => {
      const change = { action: 'test.change', subject: 'test:1', detail: { [name]: 1 } };
      expect(() => auditStatement(makeCtx(), change)).not.toThrow();
    },
  );

  test('can only be added to', async () => {
    const ctx = makeCtx();
    const change = { action: 'test.keep', subject: `test:${crypto.randomUUID()}` };
    const [row] = await auditStatement(ctx, change).returning();
    const isEntry = eq(schema.audit.id, row?.id ?? 0);
    const messageOf = (error: unknown) => String(error instanceof Error && error.cause);
    const changed = await ctx.db
      .update(schema.audit)
      .set({ actor: 'x' })
      .where(isEntry)
      .catch(messageOf);
    const deleted = await ctx.db.delete(schema.audit).where(isEntry).catch(messageOf);
    // REPLACE deletes the row without its trigger.
    const replacements = [
      sql`insert or replace into audit select id, at, operator_id, 'x', action, subject, request_id, detail
        from audit where id = ${row?.id}`,
      sql`replace into audit (id, at, actor, action, subject, request_id, detail)
        values (${row?.id}, 0, 'x', 'x', 'x', 'x', '{}')`,
      sql`update or replace audit set id = ${row?.id} where id = (select max(id) from audit)`,
    ];
    const replaced = await Promise.all(
      replacements.map((query) => ctx.db.run(query).catch(messageOf)),
    );
    for (const message of [changed, deleted, ...replaced]) expect(message).toContain('insert-only');
    expect(await ctx.db.select().from(schema.audit).where(isEntry)).toEqual([row]);
  });

  test('stores who, what, when and the facts', async () => {
    const operator = await makeOperator();
    const ctx = makeCtx({ operator, clock: () => 1_790_000_000_000 });
    const change = { action: 'test.import', subject: 'test:7', detail: { rows: 3, names: ['a'] } };
    const [row] = await auditStatement(ctx, change).returning();
    expect(row).toMatchObject({
      at: 1_790_000_000_000,
      operatorId: operator.id,
      actor: operator.email,
      action: 'test.import',
      subject: 'test:7',
      requestId: ctx.requestId,
      detail: '{"rows":3,"names":["a"]}',
    });
  });
});

test('every table with sealed values is on the list of the key rotation', () => {
  const tables = Object.values(schema).filter((entry) => isTable(entry));
  const sealed = tables.filter((table) => 'sealRow' in getTableColumns(table)).map(getTableName);
  const listed = new Set(SEALED_COLUMNS.map(({ column }) => column.split('.')[0]));
  expect([...listed].toSorted()).toEqual(sealed.toSorted());
});
