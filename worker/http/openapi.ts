import * as z from 'zod/mini';
import type { ApiDocument, JsonSchema, Operation } from '../../shared/api-document/schema.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { isUnguarded } from './access.ts';
import { limitsInWords, type RouteDescription } from './api-description.ts';
import { STATUS } from './errors.ts';

type Schema = z.core.$ZodType;

/** Information that the routes themselves do not declare. */
export interface Outline {
  info: { title: string; version: string; description: string };
  /** The groups of calls, each with the summaries of its calls, such as `GET /labels`. */
  groups: readonly { name: string; calls: Readonly<Record<string, string>> }[];
  /** The names of schemas that many calls share. */
  names: readonly (readonly [Schema, string])[];
  /** The kinds of tokens, by the names of `Access` and the two of an operator, `session` and `token`. */
  securitySchemes: Readonly<Record<string, object>>;
  /** The meaning of the headers of many calls. */
  headers: Readonly<Record<string, string>>;
  /** The failures that calls can be expected to have, with the headers that only they have. */
  failures: Readonly<Partial<Record<ErrorCode, { description: string; headers?: string[] }>>>;
  /** The body and the answer of a call, by calls such as `GET /labels`. */
  examples: Readonly<Record<string, { body?: unknown; answer?: unknown }>>;
}

const JSON_TYPE = 'application/json';
const TO_JSON = { io: 'input', unrepresentable: 'any' } as const;

/**
 * Writes an OpenAPI 3.1 document of these routes. Every body becomes a named schema. Fields that do not apply are undefined,
 * so that the document as JSON lacks them.
 */
export function writeOpenApi(routes: readonly RouteDescription[], outline: Outline): ApiDocument {
  const names = new Map<Schema, string>(outline.names);
  const toRef = (schema: Schema, name: string): JsonSchema => {
    if (!names.has(schema)) names.set(schema, name);
    return refTo('schemas', names.get(schema) ?? name);
  };
  const paths: ApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, outline, toRef);
  }
  const failure = { [JSON_TYPE]: { schema: refTo('schemas', 'Failure') } };
  return {
    openapi: '3.1.0',
    info: { ...outline.info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: outline.groups.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: writeSchemas(names),
      responses: mapValues(outline.failures, ({ description, headers }) => ({
        description,
        headers: sharedHeaders(headers),
        content: failure,
      })),
      headers: mapValues(outline.headers, headerOf),
      securitySchemes: outline.securitySchemes,
    },
    'x-error-codes': STATUS,
  };
}

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

const refTo = (kind: string, name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });

/** The id of the call, the version, and these headers of the document. */
const sharedHeaders = (names: readonly string[] = []) =>
  Object.fromEntries(
    ['X-Request-Id', 'X-Release', ...names].map((name) => [name, refTo('headers', name)]),
  );

type ToRef = (schema: Schema, name: string) => JsonSchema;

function operationOf(route: RouteDescription, outline: Outline, toRef: ToRef): Operation {
  const id = operationIdOf(route);
  const call = `${route.method} ${route.path.replace(/^\/api(?=\/)/, '')}`;
  const group = outline.groups.find(({ calls }) => calls[call] !== undefined);
  const example = outline.examples[call];
  const body = route.request.find(({ target }) => target === 'json');
  const parameters = route.request.flatMap(parametersOf);
  const { bodyBytes, perMinute, atOnce } = route.limits;
  const toOwnRef = (schema: Schema, end: string) => toRef(schema, capitalize(id) + end);
  const bodyContent = body && { schema: toOwnRef(body.schema, 'Body'), example: example?.body };
  return {
    operationId: id,
    tags: [group?.name ?? 'Other'],
    summary: group?.calls[call] ?? call,
    description: limitsInWords(route.limits),
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: bodyContent && { required: true, content: { [JSON_TYPE]: bodyContent } },
    responses: {
      ...successOf(route, toOwnRef, example?.answer),
      ...failuresOf(route, toOwnRef),
    },
    security: securityOf(route),
    'x-limits': { body_bytes: bodyBytes, calls_per_minute: perMinute, calls_at_once: atOnce },
  };
}

/** `GET /api/labels/:id` as `getLabelsById`. */
const operationIdOf = ({ method, path }: RouteDescription): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api(?=\/)/, '')
    .replace(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join('');

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const PLACES = { param: 'path', query: 'query', header: 'header' } as const;

function parametersOf({ target, schema }: RouteDescription['request'][number]) {
  if (!(target === 'param' || target === 'query' || target === 'header')) return [];
  // zod's type allows what earlier drafts of JSON schema allow.
  const whole = z.toJSONSchema(schema, { ...TO_JSON, reused: 'inline' }) as JsonSchema;
  const options = whole.anyOf ?? whole.oneOf ?? [whole];
  const names = new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => ({
    name,
    in: PLACES[target],
    required: target === 'param' || options.every(({ required = [] }) => required.includes(name)),
    schema: options.find(({ properties = {} }) => name in properties)?.properties?.[name] ?? {},
  }));
}

function successOf({ answers }: RouteDescription, toRef: ToRef, example: unknown) {
  if (answers === undefined) return {};
  const { status, mediaType, success, events } = answers;
  const headers = { ...sharedHeaders(), ...mapValues(answers.headers, headerOf) };
  if (mediaType === null)
    return { [status]: { description: 'The connection is a WebSocket now.', headers } };
  const schema = success === null ? { type: 'string' } : toRef(success, 'Answer');
  const stream = events && {
    'text/event-stream': {
      schema: { type: 'string' },
      'x-events': mapValues(events, (event, name) => toRef(event, `${capitalize(name)}Event`)),
    },
  };
  const content = { [mediaType]: { schema, example }, ...stream };
  return { [status]: { description: success ? 'The answer' : 'The file', headers, content } };
}

/** The failures and other answers that a call can be expected to have. Any other failure has the form of `default`. */
function failuresOf({ answers, request, access, path, limits }: RouteDescription, toRef: ToRef) {
  const isGuarded = !isUnguarded(access);
  const isLimited = limits.perMinute !== undefined || limits.atOnce !== undefined;
  const codes: [ErrorCode, boolean][] = [
    ['bad_request', request.length > 0],
    ['invalid_token', access !== 'public'],
    ['forbidden', isGuarded],
    ['not_found', path.includes(':')],
    ['payload_too_large', limits.bodyBytes !== undefined],
    ['too_many_requests', isLimited || (isGuarded && access !== 'session')],
  ];
  const responses = codes.flatMap(([code, isExpected]) =>
    isExpected ? [[STATUS[code], refTo('responses', code)]] : [],
  );
  const contentOf = (schema: Schema | null | undefined, end: string) =>
    schema ? { [JSON_TYPE]: { schema: toRef(schema, end) } } : undefined;
  return {
    ...Object.fromEntries(responses),
    ...mapValues(answers?.also ?? {}, ({ description, schema }, status) => ({
      description,
      headers: sharedHeaders(),
      content: contentOf(schema, status),
    })),
    default: {
      description: 'Any other failure',
      headers: sharedHeaders(['Retry-After']),
      content: contentOf(answers?.failure, 'Failure'),
    },
  };
}

function securityOf({ access }: RouteDescription): Operation['security'] {
  if (access === 'public') return [];
  return typeof access === 'string'
    ? [{ [access]: [] }]
    : [{ session: [] }, { token: [...access] }];
}

function writeSchemas(names: ReadonlyMap<Schema, string>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { ...TO_JSON, uri });
  // As above.
  return mapValues(schemas, ({ $schema: _, $id: __, ...schema }) => schema as JsonSchema);
}
