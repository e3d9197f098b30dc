import type { ApiDocument, JsonSchema } from '../../shared/api-document/schema.ts';

/*
 * The shape of an API document as lines, such as `GET /api/labels 200 data[].id integer` and `POST
 * /api/labels body name string required`. A caller breaks if a line of a call is removed, or if a
 * call requires more.
 */

/** The lines of each call, by method and path. */
export type ApiShape = Record<string, string[]>;

/** The shape of a document. */
export function shapeOf(document: ApiDocument): ApiShape {
  const { schemas } = document.components;
  const shape: ApiShape = {};
  for (const [path, calls] of Object.entries(document.paths)) {
    for (const [method, call] of Object.entries(calls)) {
      const lines = (call.parameters ?? []).flatMap(({ name, required, schema }) => [
        `${name} ${typesOf(schema)}${required ? ' required' : ''}`,
        ...linesOf(schema, name, schemas),
      ]);
      for (const { schema = {} } of Object.values(call.requestBody?.content ?? {})) {
        lines.push(...linesOf(schema, 'body', schemas));
      }
      for (const [status, response] of Object.entries(call.responses)) {
        if (status === 'default') continue;
        for (const [type, { schema = {} }] of Object.entries(response.content ?? {})) {
          lines.push(`${status} ${type}`, ...linesOf(schema, status, schemas));
        }
      }
      const scopes = call.security.map((one) => JSON.stringify(one)).join(' or ');
      lines.push(`needs ${scopes === '' ? 'nothing' : scopes}`);
      shape[`${method.toUpperCase()} ${path}`] = [...new Set(lines)].sort();
    }
  }
  return shape;
}

function linesOf(
  part: JsonSchema,
  at: string,
  schemas: Record<string, JsonSchema>,
  above: readonly JsonSchema[] = [],
): string[] {
  const name = part.$ref?.split('/').at(-1);
  const schema = name === undefined ? part : (schemas[name] ?? {});
  if (above.includes(schema)) return [];
  const inner = (one: JsonSchema, path: string) => linesOf(one, path, schemas, [...above, schema]);
  const { properties = {}, required = [] } = schema;
  return [
    ...(schema.enum ?? []).map((value) => `${at} may be ${JSON.stringify(value)}`),
    ...Object.entries(properties).flatMap(([key, one]) => [
      `${at}.${key} ${typesOf(one)}${required.includes(key) ? ' required' : ''}`,
      ...inner(one, `${at}.${key}`),
    ]),
    ...(schema.items === undefined
      ? []
      : [`${at}[] ${typesOf(schema.items)}`, ...inner(schema.items, `${at}[]`)]),
    ...(typeof schema.additionalProperties === 'object'
      ? inner(schema.additionalProperties, `${at}{}`)
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
      inner(one, at),
    ),
  ];
}

function typesOf({ type, anyOf, oneOf, enum: values, const: constant }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  // Each value has a separate line, so that a further value changes no other line.
  if (values !== undefined) return 'enum';
  const options = anyOf ?? oneOf;
  if (options !== undefined) return [...new Set(options.map(typesOf))].sort().join('|');
  return [type ?? 'any'].flat().sort().join('|');
}

/** Why a caller that was written for one shape may fail with another, in sentences. */
export function breaksBetween(before: ApiShape, after: ApiShape): string[] {
  return Object.entries(before).flatMap(([call, lines]) => {
    const now = after[call];
    if (now === undefined) return [`${call} is gone.`];
    // A text in an answer that now has named values is still a text.
    const isNarrower = (line: string) =>
      !isRequest(line) && now.includes(line.replace(/ string( required)?$/, ' enum$1'));
    const gone = lines.filter((line) => !now.includes(line) && !isNarrower(line));
    const parts = new Set(lines.map(partOf));
    const required = now.filter((line) => {
      if (!isRequest(line) || !line.endsWith(' required') || parts.has(partOf(line))) return false;
      const parent = /^(.*)(?:\.[^.]*|\[\])$/.exec(partOf(line))?.[1];
      // A required field of an optional part breaks no caller that does not send the part.
      return parent === undefined || parent === 'body' || parts.has(parent);
    });
    return [
      ...gone.map((line) => `${call} has no more "${line}".`),
      ...required.map((line) => `${call} requires "${line}".`),
    ];
  });
}

const partOf = (line: string): string => line.split(' ')[0] ?? '';
const isRequest = (line: string): boolean => !/^(?:\d{3}|needs)\b/.test(line);

interface StoredShape {
  version: string;
  calls: ApiShape;
}

/** A shape as text: the version, and each call with its lines below it, indented. */
export const writeShape = ({ version, calls }: StoredShape): string =>
  `${[version, ...Object.entries(calls).map(([call, lines]) => [call, ...lines].join('\n  '))].join('\n')}\n`;

/** Reads what {@link writeShape} wrote. */
export function readShape(text: string): StoredShape {
  const [version = '', ...calls] = text.trimEnd().split(/\n(?! )/);
  const parts = calls.map((call) => call.split('\n  '));
  return {
    version,
    calls: Object.fromEntries(parts.map(([call = '', ...lines]) => [call, lines])),
  };
}
