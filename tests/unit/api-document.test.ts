import { readFileSync, writeFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerOf } from '../../shared/answers.ts';
import { apiDocument } from '../../shared/api-document/schema.ts';
import { app } from '../../worker/app.ts';
import { answers } from '../../worker/http/answers.ts';
import { describeApi, type RouteDescription } from '../../worker/http/api-description.ts';
import { writeDocument } from '../../worker/http/api-document.ts';
import { API_VERSION, OUTLINE } from '../../worker/http/api-outline.ts';
import { writeOpenApi } from '../../worker/http/openapi.ts';
import { type ApiShape, breaksBetween, readShape, shapeOf, writeShape } from './api-shape.ts';

const SHAPE_FILE = new URL('../golden/api-shape.txt', import.meta.url);

const routes = describeApi(app);
/** The document as JSON, as the route returns it. */
const document = apiDocument.parse(JSON.parse(await writeDocument(routes)));
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
);

test('the document has each route of the app, and its own schema accepts it', () => {
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
});

test('two validators of OpenAPI 3.1 accept the document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  // Its types are those of OpenAPI in general; the document contains the version.
  const parsed = await SwaggerParser.validate(structuredClone(document) as never);
  expect(Object.keys(parsed.paths ?? {})).toHaveLength(Object.keys(document.paths).length);
});

test('each call has a summary, and each summary belongs to an existing call', () => {
  expect(calls.filter(({ call }) => call.tags.includes('Other')).map(({ path }) => path)).toEqual(
    [],
  );
  const listed = OUTLINE.groups.flatMap((group) => Object.keys(group.calls));
  expect(listed).toHaveLength(calls.length);
  const ids = new Set(calls.map(({ call }) => call.operationId));
  expect(ids.size).toBe(calls.length);
});

test('each call states who may make it, what it takes, its limits and its failures', () => {
  const call = (method: string, path: string) => document.paths[path]?.[method];
  expect(call('get', '/api/health')?.security).toEqual([]);
  expect(call('get', '/api/auth/me')?.security).toEqual([{ session: [] }]);
  expect(call('post', '/api/profiles/full')?.security).toEqual([
    { session: [] },
    { token: ['read', 'secrets'] },
  ]);
  expect(call('put', '/api/imap-accounts/{id}')).toMatchObject({
    operationId: 'putImapAccountsById',
    tags: ['Presale codes and mailboxes'],
    summary: 'Change a mailbox',
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: {
      content: { 'application/json': { schema: { $ref: expect.stringContaining('Body') } } },
    },
    description: 'At most 30 calls a minute. A body has at most 1 MiB.',
    'x-limits': { body_bytes: 1024 * 1024, calls_per_minute: 30 },
  });
  expect(Object.keys(call('put', '/api/imap-accounts/{id}')?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '413',
    '429',
    'default',
  ]);
  expect(call('get', '/api/events/feed/artists')).toMatchObject({
    'x-limits': { calls_at_once: 2 },
  });
  expect(call('get', '/ws')?.security).toEqual([{ channel: [] }]);
  expect(call('get', '/api/scanner')?.security).toEqual([{ scanner: [] }]);
  expect(call('post', '/api/scanner/catalogues/end')?.security).toEqual([{ reading: [] }]);
  expect(call('get', '/api/calendar.ics')?.security).toEqual([{ calendar: [] }]);
  const search = call('post', '/api/presale-codes/search')?.responses['200'];
  expect(JSON.stringify(search)).toContain('text/event-stream');
});

test('each kind of token, each header and each failure that a call names is described', () => {
  const { securitySchemes, headers, responses } = document.components as Record<string, object>;
  for (const { call, method, path } of calls) {
    const what = `${method} ${path}`;
    for (const name of call.security.flatMap(Object.keys))
      expect(securitySchemes, what).toHaveProperty(name);
    for (const [status, response] of Object.entries(call.responses)) {
      const name =
        String(response.$ref ?? '')
          .split('/')
          .at(-1) ?? '';
      if (name !== '') expect(responses, what).toHaveProperty(name);
      else expect(response.headers, `${what} ${status}`).toHaveProperty('X-Request-Id');
    }
  }
  expect(Object.keys(headers ?? {})).toEqual([
    'X-Request-Id',
    'X-Release',
    'Retry-After',
    'X-Requirement',
  ]);
});

test('each call whose answer has a secret field needs the scope secrets, or is closed to tokens', () => {
  const SECRET = /(^|_)(card_number|cvv|password|secret|token|webhooks?|recovery_codes?)$/;
  // The value lacks its middle digits, or is always null.
  const MASKED = ['GET /api/profiles'];
  // The state of the team's own webhook, without its address.
  const HARMLESS = ['GET /api/notifications webhook'];
  const shape = shapeOf(document);
  const open = Object.entries(shape).flatMap(([call, lines]) => {
    const needed = lines.find((line) => line.startsWith('needs ')) ?? '';
    if (!needed.includes('"token"') || needed.includes('"secrets"') || MASKED.includes(call))
      return [];
    const fields = lines.flatMap((line) => /^2\d\d\S*?\.(\w+) /.exec(line)?.[1] ?? []);
    return fields.filter((field) => SECRET.test(field)).map((field) => `${call} ${field}`);
  });
  expect(open.filter((one) => !HARMLESS.includes(one))).toEqual([]);
});

test('the MCP server states its body, its answer to a notification and its refusals', () => {
  const call = document.paths['/api/mcp']?.post;
  expect(Object.keys(call?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '202', '400', '406', '413', '415', '429']),
  );
  expect(call?.responses['202']?.content).toBeUndefined();
  expect(call?.requestBody?.required).toBe(true);
});

test('headers of the request and of the answer are listed', () => {
  const search = document.paths['/api/presale-codes/search']?.post;
  expect(search?.parameters).toMatchObject([
    { name: 'X-Search-Id', in: 'header', required: false },
  ]);
  const artists = document.paths['/api/events/get_artists/{name}']?.get;
  expect(Object.keys(artists?.responses['200']?.headers ?? {})).toEqual(
    expect.arrayContaining(['X-Provider-Quota', 'X-Provider-Missing', 'X-Provider-Age']),
  );
});

test('the calls of the last released document keep their shape while its version is the same', () => {
  const shape = shapeOf(document);
  if (process.env.UPDATE_API_SHAPE === '1') {
    writeFileSync(SHAPE_FILE, writeShape({ version: API_VERSION, calls: shape }));
  }
  const stored = readShape(readFileSync(SHAPE_FILE, 'utf8'));
  expect(stored.version, 'write the file again with UPDATE_API_SHAPE=1').toBe(API_VERSION);
  expect(
    breaksBetween(stored.calls, shape),
    'raise API_VERSION and write the file again with UPDATE_API_SHAPE=1, or keep what callers use',
  ).toEqual([]);
});

/** The shape of one call with this answer and query. */
function shapeWith(
  answer: z.core.$ZodShape,
  query: z.core.$ZodShape = {},
  access: RouteDescription['access'] = ['read'],
): ApiShape {
  const declared = describeApi({
    routes: [
      {
        method: 'GET',
        path: '/api/labels',
        basePath: '/',
        handler: answers(answerOf(answer)),
      },
    ],
  });
  const route = declared[0];
  if (route === undefined) throw new Error('no route');
  const request = [{ target: 'query' as const, schema: z.object(query) }];
  return shapeOf(
    writeOpenApi([{ ...route, request, access }], { ...OUTLINE, groups: [], examples: {} }),
  );
}

const label = { id: z.int(), kind: z.enum(['a', 'b']), note: z.optional(z.string()) };
const BEFORE = shapeWith({ data: z.array(z.object(label)) }, { limit: z.optional(z.int()) });

test.each([
  ['a field that is gone', shapeWith({ data: z.array(z.object({ id: z.int() })) })],
  ['another type', shapeWith({ data: z.array(z.object({ ...label, id: z.string() })) })],
  [
    'a value that may be null',
    shapeWith({ data: z.array(z.object({ ...label, id: z.nullable(z.int()) })) }),
  ],
  ['a list of other things', shapeWith({ data: z.array(z.string()) })],
  ['a parameter that is gone', shapeWith({ data: z.array(z.object(label)) })],
  [
    'a parameter that is required now',
    shapeWith({ data: z.array(z.object(label)) }, { limit: z.int() }),
  ],
  [
    'a new parameter that is required',
    shapeWith({ data: z.array(z.object(label)) }, { limit: z.optional(z.int()), q: z.string() }),
  ],
  [
    'another scope',
    shapeWith({ data: z.array(z.object(label)) }, { limit: z.optional(z.int()) }, ['write']),
  ],
  ['a call that is gone', {}],
])('%s breaks the shape', (_, after) => {
  expect(breaksBetween(BEFORE, after)).not.toEqual([]);
});

test('named values in place of any text break a request, but not an answer', () => {
  const text = shapeWith({ kind: z.string() }, { kind: z.optional(z.string()) });
  const kind = z.enum(['a', 'b']);
  expect(breaksBetween(text, shapeWith({ kind }, { kind: z.optional(z.string()) }))).toEqual([]);
  expect(breaksBetween(text, shapeWith({ kind }, { kind: z.optional(kind) }))).toHaveLength(1);
});

test('a further field, a further value and a further optional parameter break nothing', () => {
  const kind = z.enum(['a', 'b', 'c']);
  const after = shapeWith(
    { data: z.array(z.object({ ...label, kind, at: z.string() })), total: z.int() },
    { limit: z.optional(z.int()), q: z.optional(z.string()) },
  );
  expect(breaksBetween(BEFORE, { ...after, 'GET /api/more': ['200'] })).toEqual([]);
});
