import { expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { changeOperator } from '../../worker/features/account/store.ts';
import { isUnguarded } from '../../worker/http/access.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

/** The only routes that answer without a sign-in, as listed in docs/security.md. */
const OPEN = [
  'GET /api/calendar.ics',
  'GET /api/health',
  'GET /api/imap-accounts/sign-in/callback',
  'GET /api/openapi.json',
  'GET /api/scanner',
  'POST /api/auth/login',
  'POST /api/auth/login/second-factor',
  'POST /api/scanner/catalogues/alive',
  'POST /api/scanner/catalogues/changes',
  'POST /api/scanner/catalogues/claim',
  'POST /api/scanner/catalogues/end',
  'POST /api/scanner/catalogues/hashes',
  'POST /api/scanner/mailboxes/token',
  'POST /api/scanner/watches/memory',
  'POST /api/scanner/watches/open',
  'POST /api/scanner/watches/results',
  'POST /api/scanner/watches/states',
];

/** The calls that are open to an operator whose password the command line set. */
const isOfAccount = (route: string) => route.split(' ')[1]?.startsWith('/api/auth/');

const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

test('the routes without a sign-in are those in the list', () => {
  const open = describeApi(app).filter(({ access, path }) => isUnguarded(access) && path !== '/ws');
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(OPEN);
  expect(routes.length).toBeGreaterThan(OPEN.length);
});

test.each(routes.filter((route) => !OPEN.includes(route)))(
  '%s requires a sign-in before its input is checked',
  async (route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:\w+/g, '1');
    const response = await callApi(path, { method, ...(method !== 'GET' && { body: '{' }) });
    expect(response.status).toBe(401);
    expect(await failureOf(response)).toEqual({ success: false, message: 'Invalid token' });
  },
);

test('while the password is one that the command line set, only calls about the account are allowed', async () => {
  const ctx = makeCtx();
  const { id, email, password } = await makeOperator(ctx);
  await changeOperator(ctx.db, id, { mustChangePassword: true });
  const logIn = await callApi('/api/auth/login', { json: { email, password } });
  const { token } = await logIn.json<{ token: string }>();
  const closed = routes.filter((route) => !OPEN.includes(route) && !isOfAccount(route));
  expect(closed.length).toBeGreaterThan(50);
  for (const route of closed) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:\w+/g, '1');
    const response = await callApi(path, { method, token, ...(method !== 'GET' && { body: '{' }) });
    expect([route, response.status, response.headers.get('X-Requirement')]).toEqual([
      route,
      403,
      'own-password',
    ]);
    expect(await failureOf(response)).toEqual({
      success: false,
      message: 'Choose your own password first.',
    });
  }
  const socket = await callApi(`/ws?token=${token}`, { headers: { Upgrade: 'websocket' } });
  expect([socket.status, socket.headers.get('X-Requirement')]).toEqual([403, 'own-password']);
  expect((await callApi('/api/auth/me', { token })).status).toBe(200);
  expect((await callApi('/api/auth/sessions', { token })).status).toBe(200);
  const json = { current_password: password, new_password: 'chosen by the operator' };
  expect((await callApi('/api/auth/password', { token, json })).status).toBe(200);
  expect((await callApi('/api/profiles/notes', { token })).status).toBe(200);
});
