import { expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { callApi, failureOf } from './api.ts';

/** The only routes that answer without a sign-in, as docs/security.md lists them. */
const OPEN = [
  'GET /api/calendar.ics',
  'GET /api/health',
  'GET /api/scanner',
  'POST /api/auth/login',
  'POST /api/auth/login/second-factor',
];

const routes = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

test('the routes without a sign-in are those that are known', () => {
  expect(routes).toEqual(expect.arrayContaining(OPEN));
  expect(routes.length).toBeGreaterThan(OPEN.length);
});

test.each(routes.filter((route) => !OPEN.includes(route)))(
  '%s needs a sign-in, before its input is looked at',
  async (route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:\w+/g, '1');
    const response = await callApi(path, { method, ...(method !== 'GET' && { body: '{' }) });
    expect(response.status).toBe(401);
    expect(await failureOf(response)).toEqual({ success: false, message: 'Invalid token' });
  },
);
