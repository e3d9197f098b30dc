import type { JsonSchema } from '../../../shared/api-document/schema.ts';

/** The named schemas of the document. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** A field of a body as a line of a table. */
export interface SchemaRow {
  /** The path of the field: `data[].id`. */
  name: string;
  type: string;
  isRequired: boolean;
  /** Its limits and values, as text. */
  note: string;
}

/** The deepest level that is shown: no call has more, and a schema may contain itself. */
const MOST_LEVELS = 8;

const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
};

const optionsOf = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] =>
  anyOf ?? oneOf ?? allOf ?? [];

/** The type of a value in a few words: `string`, `integer | null`, `array of object`. */
export function typeOf(given: JsonSchema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const options = optionsOf(schema);
  if (options.length > 0) {
    return [...new Set(options.map((one) => typeOf(one, schemas)))].join(' | ');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {}, schemas)}`;
  if (schema.format !== undefined) return schema.format;
  return [schema.type ?? 'any'].flat().join(' | ');
}

/** The values that are allowed, besides the type. */
export function noteOf(given: JsonSchema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const between = (least: number | undefined, most: number | undefined, unit: string) => {
    // Every integer has these bounds, so they are not shown.
    const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined;
    const high = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
    if (low === undefined && high === undefined) return [];
    if (low === undefined) return [`at most ${high}${unit}`];
    return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`];
  };
  return [
    ...(schema.enum ? [schema.enum.map((value) => JSON.stringify(value)).join(', ')] : []),
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default`]),
    ...optionsOf(schema).map((one) => noteOf(one, schemas)),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/**
 * The fields of a body; fields of a list or an object within it follow below it. A field of several
 * options has one line.
 */
export function rowsOf(given: JsonSchema, schemas: Schemas, prefix = '', level = 0): SchemaRow[] {
  const schema = resolve(given, schemas);
  if (level > MOST_LEVELS) return [];
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const rows = [
    ...Object.entries(properties).flatMap(([key, one]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      const row = {
        name,
        type: typeOf(one, schemas),
        isRequired: required.includes(key),
        note: noteOf(one, schemas),
      };
      return [row, ...rowsOf(one, schemas, name, level + 1)];
    }),
    ...(items === undefined ? [] : rowsOf(items, schemas, `${prefix}[]`, level + 1)),
    ...(typeof additionalProperties === 'object'
      ? rowsOf(additionalProperties, schemas, `${prefix}{}`, level + 1)
      : []),
    ...optionsOf(schema).flatMap((one) => rowsOf(one, schemas, prefix, level + 1)),
  ];
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}
