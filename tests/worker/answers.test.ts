import { expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { answersOf } from '../../worker/http/answers.ts';
import { checked } from './answers.ts';

/** Routes whose answers are no JSON. */
const NOT_JSON = ['GET /calendar.ics', 'GET /calendar/download', 'POST /calendar/download'];

/** The beginnings of the paths whose routes all declare their answers. */
const DECLARED = [
  'auth/',
  'calendar',
  'dashboard',
  'encore/',
  'events/artist',
  'events/by-',
  'events/get',
  'events/monitored-artists',
  'health',
  'history',
  'notifications',
  'palette',
  'public-address',
  'recent-work',
  'sample-data',
  'users/',
];

test('the routes of these capabilities declare their answers', () => {
  const routes = Map.groupBy(
    app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/')),
    ({ method, path }) => `${method} ${path.replace('/api', '')}`,
  );
  const undeclared = [...routes]
    .filter(([, handlers]) => handlers.every(({ handler }) => answersOf(handler) === undefined))
    .map(([route]) => route)
    .filter((route) => !NOT_JSON.includes(route));
  const isListed = (route: string) =>
    DECLARED.some((start) => route.split(' ')[1]?.startsWith(`/${start}`));
  expect(undeclared.filter(isListed)).toEqual([]);
});

test.each([
  ['a field that is not declared', { success: true, data: [], total: 0 }, 200],
  ['a field that is missing', { success: true }, 200],
  ['another type', { success: true, data: [{ kind: 'price', id: 7, label: '', detail: '' }] }, 200],
  ['a failure that says more', { success: false, message: '', stack: [] }, 500],
])('a test that reads an answer with %s fails', async (_, body, status) => {
  const answer = () => checked(Response.json(body, { status }), 'GET', '/api/palette?q=a');
  await expect(answer().json()).rejects.toThrow('the answer of GET /api/palette');
  await expect(answer().text()).rejects.toThrow('the answer of GET /api/palette');
});

test.each([
  [{ success: true, data: [{ kind: 'price', id: 'https://a.test', label: '', detail: '' }] }, 200],
  [{ success: false, message: 'No.', issues: [{ path: 'q', message: 'Too long' }] }, 400],
])('a test may read the answer %j', async (body, status) => {
  const answer = checked(Response.json(body, { status }), 'GET', '/api/palette?q=a');
  expect(await answer.json()).toEqual(body);
});
