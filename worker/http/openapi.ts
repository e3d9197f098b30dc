import * as z from 'zod/mini';
import type { ApiDocument, JsonSchema, Operation } from '../../shared/api-document/schema.ts';
import { SCOPES } from '../../shared/api-tokens/scopes.ts';
import type { Answers } from './answers.ts';
import type { RouteDescription } from './api-description.ts';
import { STATUS } from './errors.ts';

type Schema = z.core.$ZodType;

/** What the routes themselves do not state. */
export interface Outline {
  title: string;
  version: string;
  description: string;
  /** The groups of calls, each with the summaries of its calls, such as `GET /labels`. */
  groups: readonly { name: string; calls: Readonly<Record<string, string>> }[];
  /** The names of schemas that many calls share. */
  names: readonly (readonly [Schema, string])[];
}

const JSON_TYPE = 'application/json';
const TO_JSON = { io: 'input', unrepresentable: 'any' } as const;

/** Writes an OpenAPI 3.1 document of these routes. Every body becomes a named schema. */
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
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: outline.title, version: outline.version, description: outline.description },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: outline.groups.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: writeSchemas(names),
      responses: writeFailures(names),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of POST /api/auth/login.',
        },
        token: {
          ...{ type: 'http', scheme: 'bearer' },
          description: `A token of POST /api/api-tokens (bod_...), with scopes of ${SCOPES.join(', ')}.`,
        },
      },
    },
    'x-error-codes': STATUS,
  };
}

const refTo = (kind: string, name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
});

type ToRef = (schema: Schema, name: string) => JsonSchema;

function operationOf(route: RouteDescription, outline: Outline, toRef: ToRef): Operation {
  const id = operationIdOf(route);
  const call = `${route.method} ${route.path.replace(/^\/api(?=\/)/, '')}`;
  const group = outline.groups.find(({ calls }) => calls[call] !== undefined);
  const body = route.request.find(({ target }) => target === 'json');
  const parameters = route.request.flatMap(({ target, schema }) =>
    target === 'param' || target === 'query' ? parametersOf(target, schema) : [],
  );
  const { bodyBytes, perMinute, atOnce } = route.limits;
  return {
    operationId: id,
    tags: [group?.name ?? 'Other'],
    summary: group?.calls[call] ?? call,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [JSON_TYPE]: { schema: toRef(body.schema, `${capitalize(id)}Body`) } },
      },
    }),
    responses: { ...successOf(route.answers, capitalize(id), toRef), ...failuresOf(route, toRef) },
    security: securityOf(route),
    'x-limits': {
      ...(bodyBytes !== undefined && { body_bytes: bodyBytes }),
      ...(perMinute !== undefined && { calls_per_minute: perMinute }),
      ...(atOnce !== undefined && { calls_at_once: atOnce }),
    },
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

function parametersOf(target: 'param' | 'query', schema: Schema) {
  // zod's type allows what earlier drafts of JSON schema allow.
  const whole = z.toJSONSchema(schema, { ...TO_JSON, reused: 'inline' }) as JsonSchema;
  const options = whole.anyOf ?? whole.oneOf ?? [whole];
  const names = new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => ({
    name,
    in: target === 'param' ? ('path' as const) : target,
    required: target === 'param' || options.every(({ required = [] }) => required.includes(name)),
    schema: options.find(({ properties = {} }) => name in properties)?.properties?.[name] ?? {},
  }));
}

function successOf(declared: Answers | undefined, name: string, toRef: ToRef) {
  if (declared === undefined) return {};
  const { status, mediaType, success, events } = declared;
  if (mediaType === null)
    return { [status]: { description: 'The connection is a WebSocket now.' } };
  const stream = events && {
    'text/event-stream': {
      schema: { type: 'string' },
      'x-events': Object.fromEntries(
        Object.entries(events).map(([event, schema]) => [
          event,
          toRef(schema, `${name}${capitalize(event)}Event`),
        ]),
      ),
    },
  };
  const schema = success === null ? { type: 'string' } : toRef(success, `${name}Answer`);
  const content = { [mediaType]: { schema }, ...stream };
  return { [status]: { description: success === null ? 'The file' : 'The answer', content } };
}

/** The failures that a call can be expected to have. Any other has the same form (`default`). */
function failuresOf({ answers, request, access, path, limits }: RouteDescription, toRef: ToRef) {
  const isLimited = limits.perMinute !== undefined || limits.atOnce !== undefined;
  const codes: (keyof typeof STATUS)[] = [
    ...(request.length > 0 ? (['bad_request'] as const) : []),
    ...(access === 'public' ? [] : (['invalid_token', 'forbidden'] as const)),
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(limits.bodyBytes === undefined ? [] : (['payload_too_large'] as const)),
    ...(isLimited ? (['too_many_requests'] as const) : []),
  ];
  const failure = answers && toRef(answers.failure, 'HealthFailure');
  return {
    ...Object.fromEntries(codes.map((code) => [STATUS[code], refTo('responses', code)])),
    default: {
      description: 'Any other failure',
      ...(failure && { content: { [JSON_TYPE]: { schema: failure } } }),
    },
  };
}

const FAILURES = {
  bad_request: 'The request is not valid; `issues` names its fields.',
  invalid_token: 'There is no token, or it is not valid any more.',
  forbidden: 'The token lacks a scope, or the operator must do something first (X-Requirement).',
  not_found: 'There is no such object.',
  payload_too_large: 'The body is larger than this call accepts.',
  too_many_requests: 'Too many calls; Retry-After has the seconds to wait.',
} satisfies Partial<Record<keyof typeof STATUS, string>>;

function writeFailures(names: ReadonlyMap<Schema, string>) {
  const failure = [...names.values()].includes('Failure') ? refTo('schemas', 'Failure') : {};
  return Object.fromEntries(
    Object.entries(FAILURES).map(([code, description]) => [
      code,
      {
        description,
        ...(code === 'too_many_requests' && {
          headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
        }),
        content: { [JSON_TYPE]: { schema: failure } },
      },
    ]),
  );
}

function securityOf({ access }: RouteDescription): Operation['security'] {
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  return [{ session: [] }, { token: [...access] }];
}

function writeSchemas(names: ReadonlyMap<Schema, string>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...TO_JSON,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      // As above.
      schema as JsonSchema,
    ]),
  );
}
