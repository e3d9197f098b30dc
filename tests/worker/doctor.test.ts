import { expect, test } from 'vitest';
import type { Finding } from '../../shared/doctor/schema.ts';
import { examine } from '../../worker/features/doctor/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';

const stateOf = (findings: readonly Finding[], check: Finding['check']) =>
  findings.find((finding) => finding.check === check)?.state;

test('the checks of the server are returned to operators, in order and once each', async () => {
  const { token } = await makeOperator();
  expect((await callApi('/api/doctor')).status).toBe(401);
  const answer = await callApi('/api/doctor', { token });
  const { data } = await answer.json<{ data: Finding[] }>();
  const names = data.map(({ check }) => check);
  expect(names).toEqual([...new Set(names)]);
  expect(names.slice(0, 4)).toEqual(['database', 'schema', 'keys', 'operators']);
  for (const check of ['database', 'schema', 'operators', 'clock', 'contact', 'version'] as const) {
    expect([check, stateOf(data, check)]).toEqual([check, 'ok']);
  }
});

test('live providers without keys and contact, and a scheduler that never ran, need action', async () => {
  const { PROVIDER_CONTACT: _, SEATGEEK_CLIENT_ID: __, ...rest } = makeCtx().env;
  const ctx = makeCtx({ env: { ...rest, PROVIDERS: 'live' } });
  const findings = await examine(ctx);
  expect(stateOf(findings, 'contact')).toBe('todo');
  expect(stateOf(findings, 'seatgeek')).toBe('todo');
  expect(findings.every(({ state, advice }) => (state === 'todo') === (advice !== null))).toBe(
    true,
  );
});

test('a replica that does not answer needs action, and the primary answers', async () => {
  const ctx = makeCtx();
  const env = { ...ctx.env, LIBSQL_REPLICA_URL: 'http://127.0.0.1:1' };
  const findings = await examine({ ...ctx, env });
  expect(findings.find(({ check }) => check === 'replica')).toMatchObject({
    state: 'todo',
    advice: expect.stringContaining('LIBSQL_REPLICA_URL'),
  });
  expect(stateOf(findings, 'database')).toBe('ok');
  expect(stateOf(findings, 'schema')).toBe('ok');
});

test('a database that does not answer is one finding, beside the parts that work', async () => {
  const { db, ...ctx } = makeCtx();
  const broken = new Proxy(db, {
    get: () => () => {
      throw new Error('no connection');
    },
  });
  const findings = await examine({ ...ctx, db: broken });
  expect(stateOf(findings, 'database')).toBe('todo');
  expect(stateOf(findings, 'schema')).toBeUndefined();
  expect(stateOf(findings, 'version')).toBe('ok');
});
