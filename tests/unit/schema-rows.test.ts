import { expect, test } from 'vitest';
import { noteOf, rowsOf, typeOf } from '../../web/features/api-document/schema-rows.ts';

const SCHEMAS = {
  Label: {
    type: 'object',
    properties: {
      id: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      parent: { $ref: '#/components/schemas/Label' },
    },
    required: ['id'],
  },
};

test('the fields of a body are listed with their inner fields, and a recursive schema ends', () => {
  const rows = rowsOf(
    {
      type: 'object',
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/Label' } },
        total: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      required: ['data'],
    },
    SCHEMAS,
  );
  expect(rows.slice(0, 3)).toEqual([
    { name: 'data', type: 'array of object', isRequired: true, note: '' },
    { name: 'data[].id', type: 'integer', isRequired: true, note: '' },
    { name: 'data[].parent', type: 'object', isRequired: false, note: '' },
  ]);
  expect(rows.at(-1)).toMatchObject({ name: 'total', type: 'integer | null', isRequired: false });
  expect(rows.length).toBeLessThan(30);
});

test('the options of a body share one line for each field', () => {
  const kind = (value: string) => ({
    type: 'object',
    properties: { kind: { const: value }, value: { type: 'number' } },
    required: ['kind'],
  });
  const rows = rowsOf({ oneOf: [kind('below'), kind('above')] }, {});
  expect(rows.map(({ name }) => name)).toEqual(['kind', 'value']);
});

test.each([
  [{ type: 'string', format: 'date-time' }, 'date-time', ''],
  [{ type: 'string', enum: ['a', 'b'] }, 'string', '"a", "b"'],
  [
    { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    'integer',
    '1 to 200; 50 by default',
  ],
  [{ type: 'string', maxLength: 60 }, 'string', 'at most 60 characters'],
  [
    { type: 'array', items: { type: 'string' }, minItems: 1 },
    'array of string',
    'at least 1 items',
  ],
  [{}, 'any', ''],
])('%j is %s: %s', (schema, type, note) => {
  expect([typeOf(schema, {}), noteOf(schema, {})]).toEqual([type, note]);
});
