import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiDocument } from '../../shared/api-document/schema.ts';
import { app } from '../../worker/app.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { writeDocument } from '../../worker/http/api-document.ts';
import { documentValidator } from '../setup/document-validator.ts';

const routes = describeApi(app);
const document = apiDocument.parse(JSON.parse(await writeDocument(routes)));
const calls = routes.flatMap((route) => {
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const method = route.method.toLowerCase();
  const operation = document.paths[path]?.[method];
  const status = route.answers?.status ?? 200;
  const body = operation?.requestBody?.content['application/json']?.example;
  const answer = operation?.responses[status]?.content?.['application/json']?.example;
  return [{ call: `${route.method} ${path}`, route, path, method, status, body, answer }];
});
const shown = calls.filter(({ answer }) => answer !== undefined);

test('two thirds of the calls that answer JSON have an example', () => {
  const answering = calls.filter(({ route }) => route.answers?.mediaType === 'application/json');
  expect(shown.length).toBeGreaterThan((answering.length * 2) / 3);
});

test.each(shown.map((one) => [one.call, one] as const))(
  'the example of %s matches the schemas of the call',
  (_, { route, body, answer }) => {
    const json = route.request.find(({ target }) => target === 'json');
    expect(body === undefined).toBe(json === undefined);
    if (json !== undefined) expect(z.safeParse(json.schema, body).error).toBeUndefined();
    const success = route.answers?.success;
    if (!success) throw new Error('no schema');
    // The example has no other fields: the parsed value would lack them.
    expect(z.safeParse(success, answer)).toEqual({ success: true, data: answer });
  },
);

test('the JSON schemas of the document accept the answers', async () => {
  const bodies = shown.map(({ method, path, status, answer }) => ({
    method,
    path,
    status,
    text: JSON.stringify(answer),
  }));
  const validate = documentValidator();
  const response = await validate({ text: async () => JSON.stringify({ document, bodies }) });
  expect(await response.json()).toEqual([]);
});

test('no example has a token or a password', () => {
  const text = JSON.stringify(shown.map(({ body, answer }) => [body, answer]));
  expect(text).not.toMatch(/bod_\d+_[\w-]{20}|eyJhbGci|browser tests sign in/);
});
