import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { parseDataKeys } from '../../shared/env.ts';
import { RELEASE, SCHEMA, VERSION } from '../../worker/db/release.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { readDashboard } from '../../worker/features/dashboard/service.ts';
import { checkHealth, recordDiskUse } from '../../worker/features/health/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

test('health answers the state of every part without a sign-in', async () => {
  // A scanner of another test may have disconnected a moment ago: a good result is reused for three
  // seconds.
  await vi.waitFor(
    async () =>
      expect(await (await callApi('/api/health')).json()).toEqual({
        success: true,
        status: 'ok',
        database: 'ok',
        scanner: 'not connected',
        providers: 'simulated',
        version: VERSION,
        schema: SCHEMA,
      }),
    { timeout: 60_000, interval: 200 },
  );
});

test('each answer names the release, also a failure', async () => {
  for (const path of ['/api/health', '/api/auth/me', '/api/no-such-call']) {
    expect((await callApi(path)).headers.get('X-Release'), path).toBe(RELEASE);
  }
});

test('health has details for a password that the operator chose and for a token that may only read', async () => {
  const ctx = makeCtx();
  const { id, token, password } = await makeOperator(ctx);
  const makeToken = async (scope: string) => {
    const json = { name: 'Monitor', scopes: [scope], expires_at: null, password };
    const made = await callApi('/api/api-tokens', { token, json });
    return (await made.json<{ token: string }>()).token;
  };
  const [read, write] = [await makeToken('read'), await makeToken('write')];
  const hasDetails = async (by: string) =>
    'scanners' in (await (await callApi('/api/health', { token: by })).json<object>());
  expect([await hasDetails(token), await hasDetails(read)]).toEqual([true, true]);
  expect(await hasDetails(write)).toBe(false);
  await ctx.db.update(operators).set({ mustChangePassword: true }).where(eq(operators.id, id));
  expect(await hasDetails(read)).toBe(false);
  const marked = await makeOperator(ctx);
  const isMarked = eq(operators.id, marked.id);
  await ctx.db.update(operators).set({ mustChangePassword: true }).where(isMarked);
  expect(await hasDetails(marked.token)).toBe(false);
});

test('health and dashboard name a database whose secrets were sealed with another key', async () => {
  const { env } = makeCtx();
  const { id, email, token } = await makeOperator();
  const user = `${crypto.randomUUID()}@mail.test`;
  const mailbox = { user, host: 'h.test', port: 993, is_active: false, password: 'secret' };
  expect((await callApi('/api/imap-accounts', { json: mailbox, token })).ok).toBe(true);
  expect(await checkHealth(makeCtx({ env: { ...env } }))).not.toHaveProperty('secrets');

  const DATA_KEY = parseDataKeys(`test:${btoa('another key of thirty-two bytes!')}`);
  const ctx = makeCtx({ env: { ...env, DATA_KEY } });
  expect(await checkHealth(ctx)).toMatchObject({
    status: 'degraded',
    database: 'ok',
    secrets: 'sealed with another DATA_KEY',
  });
  const { outlook } = await readDashboard(makeCtx({ env: ctx.env, operator: { id, email } }), {
    include: 'outlook',
  });
  expect(outlook?.has_other_key).toBe(true);
});

test('health names a missing contact while the providers are live', async () => {
  const { env } = makeCtx();
  const { PROVIDER_CONTACT: _, ...rest } = env;
  const live = { ...rest, PROVIDERS: 'live' as const };
  expect((await checkHealth(makeCtx({ env: live }))).notes).toEqual([
    expect.stringContaining('An administrator can set PROVIDER_CONTACT.'),
  ]);
  const withContact = { ...live, PROVIDER_CONTACT: 'ops@desk.test' };
  expect(await checkHealth(makeCtx({ env: withContact }))).not.toHaveProperty('notes');
});

test('health has the sizes of the files that a tick sends, and names those that are too large', async () => {
  const { env } = makeCtx();
  const small = {
    data_bytes: 1_000_000_000,
    write_ahead_log_bytes: 4_000_000,
    replication_log_bytes: 200_000_000,
    snapshot_bytes: 1_000_000_000,
    other_bytes: 30_000_000,
  };
  await recordDiskUse(makeCtx(), JSON.stringify(small));
  await recordDiskUse(makeCtx(), '');
  await recordDiskUse(makeCtx(), '{"data_bytes":"many"}');
  const health = await checkHealth(makeCtx({ env: { ...env } }));
  expect(health).toMatchObject({ disk: small });
  expect(health).not.toHaveProperty('notes');
  await recordDiskUse(
    makeCtx(),
    JSON.stringify({ ...small, replication_log_bytes: 2_000_000_000 }),
  );
  const { notes } = await checkHealth(makeCtx({ env: { ...env } }));
  expect(notes).toEqual([expect.stringContaining('most of it is the replication log (2.0 GB)')]);
  // Everybody may read the rest of the answer; the sizes of files are for operators.
  const { token } = await makeOperator();
  await vi.waitFor(
    async () =>
      expect(await (await callApi('/api/health', { token })).json()).toHaveProperty('notes'),
    { timeout: 60_000, interval: 200 },
  );
  const anonymous = await (await callApi('/api/health')).json();
  expect(anonymous).toMatchObject({ status: 'ok' });
  for (const field of ['notes', 'disk', 'scanners']) expect(anonymous).not.toHaveProperty(field);
  await recordDiskUse(makeCtx(), JSON.stringify(small));
});

test('health is checked once for many calls within a moment', async () => {
  const { env } = makeCtx();
  let now = 1_000;
  const ctx = makeCtx({ env: { ...env }, clock: () => now });
  const checks = vi.spyOn(ctx.db, 'run');
  await checkHealth({ ...ctx, db: ctx.db });
  await checkHealth({ ...ctx, db: ctx.db });
  expect(checks).toHaveBeenCalledTimes(1);
  now += 3_000;
  await checkHealth({ ...ctx, db: ctx.db });
  expect(checks).toHaveBeenCalledTimes(2);
});
