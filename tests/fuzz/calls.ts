import fc from 'fast-check';
import type { ApiDocument, JsonSchema, Operation } from '../../shared/api-document/schema.ts';
import { allowed, hostile, MARK, nearlyAllowed } from './values.ts';

/** A call as it is written to a connection. */
export interface FuzzCall {
  /** The path as the document lists it. */
  route: string;
  method: string;
  /** The path with its query, as it is sent. */
  target: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
  /**
   * Bytes that the header Content-Length adds to the length of the body, whose connection then is
   * cut off.
   */
  missingBytes: number;
}

/** Placeholder tokens that are replaced by valid ones: of an operator, and of a scanner. */
const [OWN, SCANNER] = ['own', 'scanner'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'x'];
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; a="',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  '',
  MARK,
];
const HEADERS: [name: string, value: string][] = [
  ['X-Forwarded-For', `127.0.0.1, ${MARK}`],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', `${MARK}.example`],
  ['Accept', 'text/html'],
  ['Accept', 'text/event-stream'],
  ['Accept-Encoding', 'br;q=9, zstd, identity;q=0'],
  ['Range', 'bytes=0-0,5-'],
  ['If-None-Match', `"${MARK}", *`],
  ['If-Modified-Since', 'yesterday'],
  ['Origin', `https://${MARK}.example`],
  ['Cookie', `a=${MARK}; `.repeat(300)],
  ['X-Request-Id', MARK],
  ['X-Search-Id', `${MARK}${'x'.repeat(500)}`],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Upgrade', 'websocket'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Last-Event-ID', '-1'],
  ['Idempotency-Key', MARK],
];
const TOKENS = ['', 'bod_', `bod_${MARK}`, 'e30.e30.e30', `${'a'.repeat(9_000)}`, 'null', '☃'];

/** How the path of a call is changed. */
const PATH_TRICKS: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace('/api/', '/API/'),
  (path) => `${path};${MARK}=1`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}#${MARK}`,
  (path) => `${path}/${'a'.repeat(3_000)}`,
  (path) => path.replace(/\w+$/, '%F0%28%8C%28'),
  (path) => path.replaceAll('/', '\\'),
];

const encode = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return encodeURIComponent([...text.toWellFormed()].slice(0, 6_000).join(''));
};

/** JSON whose texts may contain lone surrogates, which JSON writes as escapes. */
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

type Arbitrary<Value> = fc.Arbitrary<Value>;

function bodyOf(value: Arbitrary<unknown>): Arbitrary<Pick<FuzzCall, 'body' | 'missingBytes'>> {
  const whole = value.map((one) => JSON.stringify(one) ?? 'null');
  const plain = (text: string) => ({ body: bytesOf(text), missingBytes: 0 });
  return fc.oneof(
    { weight: 12, arbitrary: whole.map(plain) },
    fc.tuple(whole, fc.nat()).map(([text, at]) => plain(text.slice(0, at % (text.length + 1)))),
    whole.map((text) => ({ body: bytesOf(text), missingBytes: 20 })),
    // Duplicate keys.
    whole.map((text) => plain(text.replace(/^\{("[^"]*":)/, `{$1"${MARK}",$1`))),
    whole.map((text) => plain(`\ufeff${text}`)),
    whole.map((text) => ({
      body: Uint8Array.from([0xff, 0xc0, ...bytesOf(text)]),
      missingBytes: 0,
    })),
    fc
      .constantFrom('', 'null', '[]', '{"a":}', `"${MARK}"`, '1e999', '{"__proto__":{"a":1}}')
      .map(plain),
  );
}

/** Draws calls of an operation: valid, nearly valid and hostile ones. */
function callOf(
  [path, method]: readonly [path: string, method: string],
  { parameters = [], requestBody, security }: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Arbitrary<FuzzCall> {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const drawn = (one: JsonSchema) =>
    fc.oneof({ weight: 5, arbitrary: allowed(one, schemas) }, { weight: 1, arbitrary: hostile });
  const inPath = fc.record(
    Object.fromEntries(
      parameters.filter((one) => one.in === 'path').map((one) => [one.name, drawn(one.schema)]),
    ),
  );
  const inQuery = fc.record(
    Object.fromEntries(
      parameters.filter((one) => one.in === 'query').map((one) => [one.name, drawn(one.schema)]),
    ),
    {
      requiredKeys: parameters
        .filter((one) => one.in === 'query' && one.required)
        .map(({ name }) => name),
    },
  );
  const isOfScanner = security.some((one) => 'scanner' in one || 'reading' in one);
  const right = schema === undefined ? null : allowed(schema, schemas);
  const noBody = fc.constant({ body: null, missingBytes: 0 });
  const body =
    right === null
      ? fc.oneof({ weight: 9, arbitrary: noBody }, bodyOf(hostile))
      : fc.oneof(
          {
            weight: 4,
            arbitrary: right.map((value) => ({
              body: bytesOf(JSON.stringify(value) ?? ''),
              missingBytes: 0,
            })),
          },
          { weight: 5, arbitrary: bodyOf(nearlyAllowed(right)) },
          { weight: 1, arbitrary: bodyOf(hostile) },
        );
  const rarely = <Value>(usual: Value, ...others: Value[]) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
  return fc
    .record({
      inPath,
      inQuery,
      body,
      method: rarely(method.toUpperCase(), ...METHODS),
      trick: rarely<(path: string) => string>((same) => same, ...PATH_TRICKS),
      type: rarely('application/json', ...TYPES),
      // After several wrong tokens, scanners are refused for a while.
      token: isOfScanner ? fc.constant(SCANNER) : rarely(OWN, ...TOKENS),
      more: fc.oneof(
        { weight: 6, arbitrary: fc.constant<typeof HEADERS>([]) },
        fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
      ),
    })
    .map(({ inPath: values, inQuery: query, trick, type, token, more, ...rest }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode(values[name]));
      // Paths outside the API are answered by a server of the tests, which cannot upgrade a
      // connection.
      const sent = trick(filled);
      const isOfApi = sent.startsWith('/api/');
      const extraHeaders = isOfApi ? more : more.filter(([name]) => name !== 'Upgrade');
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
      return {
        route: `${method.toUpperCase()} ${path}`,
        method: rest.method,
        target: sent + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
        headers: [
          ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
          ...(rest.body.body === null ? [] : [['Content-Type', type] as [string, string]]),
          ...extraHeaders,
        ],
        ...rest.body,
      };
    });
}

/**
 * Calls whose answer never ends, or that end the test: the live channel and the scanner's socket.
 */
const LEFT_OUT = new Set(['get /ws', 'get /api/scanner']);

/** The calls of the document, each with its path and its method in lower case. */
function callsOf({ paths, components }: ApiDocument) {
  const { schemas = {} } = components as { schemas?: Record<string, JsonSchema> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      LEFT_OUT.has(`${method} ${path}`) ? [] : [{ path, method, operation, schemas }],
    ),
  );
}

/** Draws calls over all routes of the document; each route is as likely as any other. */
export const anyCall = (document: ApiDocument): Arbitrary<FuzzCall> =>
  fc.oneof(
    ...callsOf(document).map(({ path, method, operation, schemas }) =>
      callOf([path, method], operation, schemas),
    ),
  );

/** These calls wait for a scanner, and no other test may have connected one. */
const WAITING = /\/(presale-codes\/mail|imap-accounts\/\{id\}\/folders)$/;

/** Draws calls that change nothing: those that read, and others whose body is not valid. */
export const wrongCall = (document: ApiDocument): Arbitrary<FuzzCall> =>
  fc.oneof(
    ...callsOf(document).flatMap(({ path, method, operation, schemas }): Arbitrary<FuzzCall>[] => {
      if (WAITING.test(path)) return [];
      const call = callOf([path, method], operation, schemas);
      if (method === 'get')
        return [call.map((one): FuzzCall => ({ ...one, method: 'GET', body: null }))];
      if (operation.requestBody === undefined) return [];
      const wrong = fc.constantFrom('', 'null', '[]', '{"a":', '"text"', '1e999', '[[[[', '\ufeff');
      const fixed = { method: method.toUpperCase(), missingBytes: 0 };
      return [
        fc.tuple(call, wrong).map(([one, text]) => ({ ...one, ...fixed, body: bytesOf(text) })),
      ];
    }),
  );

/** The call with valid tokens. */
export const withTokens = (
  call: FuzzCall,
  tokens: { operator: string; scanner: string },
): FuzzCall => ({
  ...call,
  headers: call.headers.map(([name, value]) => [
    name,
    value
      .replace(/^Bearer own$/, `Bearer ${tokens.operator}`)
      .replace(/^Bearer scanner$/, `Bearer ${tokens.scanner}`),
  ]),
});
