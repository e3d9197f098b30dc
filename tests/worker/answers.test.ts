import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiDocument } from '../../shared/api-document/schema.ts';
import { app } from '../../worker/app.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { checked } from './answers.ts';
import { callApi } from './api.ts';

const routes = describeApi(app);

test('each route of the product declares its answers', () => {
  expect(routes.length).toBeGreaterThan(100);
  const undeclared = routes.filter(({ answers }) => answers === undefined);
  expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('a description of the API contains the parts of a request, and the status and body of its answers', () => {
  const route = (method: string, path: string) =>
    routes.find((one) => one.method === method && one.path === path);
  const added = route('POST', '/api/imap-accounts');
  expect(added?.request.map(({ target }) => target)).toEqual(['json']);
  expect(added?.answers).toMatchObject({ status: 201, mediaType: 'application/json' });
  expect(route('PUT', '/api/imap-accounts/:id')?.request.map(({ target }) => target)).toEqual([
    'param',
    'json',
  ]);
  expect(route('GET', '/ws')?.answers).toMatchObject({ status: 101, success: null });
  expect(route('GET', '/api/queues/export')?.answers?.mediaType).toBe('text/csv');
});

test('anyone can read the document of the API, which contains its own call', async () => {
  const answer = await callApi('/api/openapi.json');
  expect(answer.status).toBe(200);
  const { openapi, paths } = apiDocument.parse(await answer.json());
  expect(openapi).toBe('3.1.0');
  expect(paths['/api/openapi.json']?.get?.security).toEqual([]);
});

test('every schema of the API can be written as a JSON schema', () => {
  const failed = routes.flatMap(({ method, path, request, answers }) => {
    const bodies = [answers?.success, answers?.failure, ...Object.values(answers?.events ?? {})];
    const schemas = [...bodies, ...request.map(({ schema }) => schema)];
    return schemas.flatMap((schema) => {
      if (!schema) return [];
      const { type, anyOf, oneOf } = z.toJSONSchema(schema, {
        unrepresentable: 'any',
        io: 'input',
      });
      return type === 'object' || (anyOf ?? oneOf) !== undefined ? [] : [`${method} ${path}`];
    });
  });
  expect(failed).toEqual([]);
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
