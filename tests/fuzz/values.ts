import fc from 'fast-check';
import type { JsonSchema } from '../../shared/api-document/schema.ts';

/** Part of each hostile text: no answer may contain it in a header or as HTML. */
export const MARK = 'fuzz-7f3';

const EVENT = 'https://www.axs.com/events/1/northern-lanterns';
/** Texts that objects of the sample data and the simulated providers have. */
const PLAUSIBLE = [
  'Northern Lanterns',
  'standard',
  'verified_fan',
  'Elite',
  'VIP',
  'encore',
  'DE',
  'US',
  '1',
  'K8vZ9170000',
  '2026-11-20',
  '2026-11-20T10:00:00Z',
  'nico.0@gmx.test',
  EVENT,
  '10',
  '-low',
  'mara@desk.test',
  'price_target',
  'below',
  'localhost',
  '4242424242424242',
  'Berlin',
  'a',
];
const LONG = 70_000;
const DEPTH = 3_000;

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  `a\u0000${MARK}`,
  '\ud800',
  `\udc00${MARK}`,
  '\uffff',
  '\u202e',
  '💥'.repeat(9),
  `<script>${MARK}</script>`,
  `"><img src=x onerror=${MARK}>`,
  `${MARK}\r\nX-${MARK}: 1`,
  `' or 1=1; drop table audit; -- ${MARK}`,
  '%00',
  '%',
  '%zz',
  '../../../etc/passwd',
  '..%2f..',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '１２',
  'null',
  'true',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://[::1]/',
  '//x',
  '9'.repeat(400),
  `${MARK}${'a'.repeat(LONG)}`,
  '('.repeat(5_000),
  '*?[]%_'.repeat(200),
  '2026-02-31',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '=cmd|1',
  `\u2028${MARK}`,
];
const HOSTILE_NUMBERS = [
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

const nested = (open: string, close: string): unknown =>
  JSON.parse(open.repeat(DEPTH) + (open.endsWith(':') ? '1' : '') + close.repeat(DEPTH));

/** Values that no call expects. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS) },
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { toString: 1 }, { length: 1e9 }),
  fc.constantFrom<unknown>(nested('[', ']'), nested('{"a":', '}')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer(), { minLength: 500, maxLength: 500 }),
);

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PLAUSIBLE) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc.constantFrom('2026-11-20', '2027-02-28'),
  uuid: fc.uuid(),
  uri: fc.constant(EVENT),
  email: fc.constantFrom('nico.0@gmx.test', 'chloe.37@gmail.test'),
};

/** A text that a pattern describes, if it can be drawn. */
function matching(pattern: string): fc.Arbitrary<unknown> {
  try {
    return fc.oneof(text, fc.stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' }));
  } catch {
    return text;
  }
}

function integerOf({ type, minimum = 1, maximum = 50 }: JsonSchema): fc.Arbitrary<unknown> {
  const least = Math.ceil(Math.max(minimum, -1_000));
  const most = Math.max(least, Math.floor(Math.min(maximum, least + 49)));
  const whole = fc.integer({ min: least, max: most });
  return type === 'integer'
    ? whole
    : fc.oneof(whole, fc.double({ min: least, max: most, noNaN: true }));
}

/**
 * Draws values, most of which a schema allows.
 * @param schemas those of the document, by name
 */
export function allowed(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema) => allowed(one, schemas, depth + 1);
  if (depth > 8) return fc.constant(null);
  if (schema.$ref !== undefined) return inner(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map(inner));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') {
    const own = FORMATS[schema.format ?? ''];
    return own ?? (schema.pattern === undefined ? text : matching(schema.pattern));
  }
  if (type === 'integer' || type === 'number') return integerOf({ ...schema, type });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') {
    const { minItems = 0, items = {} } = schema;
    return fc.array(inner(items), { minLength: Math.min(minItems, 3), maxLength: 3 });
  }
  if (type === 'object') {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields = Object.entries(properties).map(([name, one]) => [name, inner(one)] as const);
    if (fields.length === 0 && typeof additionalProperties === 'object')
      return fc.dictionary(text, inner(additionalProperties), { maxKeys: 3 });
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: required.filter((name) => name in properties),
    });
  }
  return text;
}

/** Draws a value of a schema in which one place is hostile, missing or surplus. */
export const nearlyAllowed = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, hostile, fc.nat(30), fc.nat(30))
    .map(([given, wrong, where, how]) => spoil(structuredClone(given), wrong, { where, how }));

function spoil(original: unknown, wrong: unknown, at: { where: number; how: number }): unknown {
  if (typeof original !== 'object' || original === null) return wrong;
  const keys = Object.keys(original);
  const key = keys[at.where % Math.max(1, keys.length)];
  if (key === undefined || at.how === 1) return { ...original, [`x${at.where}`]: wrong };
  const value = Reflect.get(original, key);
  if (at.how === 2) Reflect.deleteProperty(original, key);
  else if (at.how % 3 === 0 && typeof value === 'object' && value !== null)
    Reflect.set(original, key, spoil(value, wrong, { ...at, where: at.where >> 1 }));
  else Reflect.set(original, key, wrong);
  return original;
}
