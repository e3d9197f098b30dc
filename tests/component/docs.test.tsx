import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const label = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 60 } },
  required: ['id'],
};
const answer = (name: string) => ({
  '200': {
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${name}` },
        example: { data: [{ id: 7, name: 'Front row' }] },
      },
    },
  },
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Boxoffice Desk', version: '1.0.0', description: 'The calls of the desk.' },
  tags: [{ name: 'Labels' }, { name: 'System' }],
  paths: {
    '/api/labels': {
      get: {
        operationId: 'getLabels',
        tags: ['Labels'],
        summary: 'List labels',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', maximum: 200 },
          },
        ],
        responses: answer('Labels'),
        security: [{ session: [] }, { token: ['read'] }],
        description: 'At most 60 calls a minute.',
      },
      post: {
        operationId: 'postLabels',
        tags: ['Labels'],
        summary: 'Add a label',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: label, example: { id: 7, name: "O'Malley" } } },
        },
        responses: answer('Labels'),
        security: [{ session: [] }, { token: ['write'] }],
        description: 'A body has at most 1 MiB.',
      },
    },
    '/api/health': {
      get: {
        operationId: 'getHealth',
        tags: ['System'],
        summary: 'Read the state',
        responses: { '200': { content: { 'text/plain': { schema: { type: 'string' } } } } },
        security: [],
      },
    },
  },
  components: {
    schemas: {
      Labels: {
        type: 'object',
        properties: { data: { type: 'array', items: label } },
        required: ['data'],
      },
    },
  },
};

const open = (address = '/docs') =>
  openProduct(address, { ...emptyDesk(), 'GET /openapi.json': () => DOCUMENT });
const calls = page.getByRole('navigation', { name: 'Calls' });

test('lists the calls by group, and shows one with its parameters, answer and scope', async () => {
  const { href } = await open();
  await expect.element(calls.getByRole('heading', { name: 'Labels' })).toBeVisible();
  await expect.element(page.getByText('3 calls. Choose one at the left.')).toBeVisible();
  await expectAccessible();
  await calls.getByRole('button', { name: /^List labels/ }).click();
  await expect.poll(href).toBe('/docs?call=getLabels');
  await expect.element(page.getByText('Scope read')).toBeVisible();
  await expect.element(page.getByText('At most 60 calls a minute.')).toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'Parameters' }).getByText('at most 200').last())
    .toBeVisible();
  await expect
    .element(
      page.getByRole('table', { name: 'Answer 200' }).getByText('data[].id', { exact: true }),
    )
    .toBeVisible();
  await expectAccessible();
});

test('a call can be pasted with its example body, and an example of its answer is shown', async () => {
  await open('/docs?call=postLabels');
  await expect.element(page.getByText('A body has at most 1 MiB.')).toBeVisible();
  await expect
    .poll(() => document.querySelector('pre')?.textContent)
    .toContain(`-d '{"id":7,"name":"O'\\''Malley"}'`);
  await expect
    .element(page.getByRole('heading', { name: 'Example of an answer' }))
    .toBeInTheDocument();
  expect(document.querySelectorAll('pre')[1]?.textContent).toContain('"name": "Front row"');
  await expectAccessible();
});

test('the search finds calls by their words, path and group', async () => {
  await open();
  const field = calls.getByRole('searchbox');
  await field.fill('label post');
  await expect.element(calls.getByRole('button', { name: /^Add a label/ })).toBeVisible();
  await expect.element(calls.getByRole('button', { name: /^List labels/ })).not.toBeInTheDocument();
  await field.fill('nothing');
  await expect.element(page.getByText('No call matches.')).toBeVisible();
});

test('a phone shows the list or a call', async () => {
  await open('/docs?call=getHealth');
  await expect.element(page.getByText('Public')).toBeVisible();
  await page.viewport(390, 844);
  await expect.element(calls).not.toBeInTheDocument();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await page.getByRole('button', { name: 'All calls' }).click();
  await expect.element(calls).toBeVisible();
});
