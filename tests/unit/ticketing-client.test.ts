import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { DomainError } from '../../shared/errors.ts';
import { createDiscoveryClient, formatQuota } from '../../worker/providers/ticketmaster/index.ts';
import type { CallLimits } from '../../worker/providers/ticketmaster/operation.ts';
import { clientOf, contextOf, resetGate, startScript, TEST_KEY } from './ticketing-clients.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
  resetGate();
});

const OK = { status: 200, body: { fine: true } };
const broken = (status: number) => ({ status, body: { fault: { faultstring: 'Broken' } } });
const fault = (status: number, faultstring: string, errorcode: string, headers = {}) => ({
  status,
  headers,
  body: { fault: { faultstring, detail: { errorcode } } },
});
const SPIKE = fault(
  429,
  `Spike arrest violation. ${TEST_KEY}`,
  'policies.ratelimit.SpikeArrestViolation',
  {
    'retry-after': '0',
  },
);

async function script(...answers: Parameters<typeof startScript>[0]) {
  const server = await startScript(answers);
  stop = server.stop;
  return server;
}

async function failureOf(
  answers: Parameters<typeof startScript>[0],
  limits: Partial<CallLimits> = {},
): Promise<DomainError> {
  const server = await script(...answers);
  const error: unknown = await clientOf(server.url, limits)
    .discovery('events.json')
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof DomainError)) throw error ?? new Error('nothing failed');
  return error;
}

test('a call carries the key and its parameters, and its answer is parsed', async () => {
  const server = await script(OK);
  expect(await clientOf(server.url).discovery('events.json', { size: '200' })).toEqual({
    fine: true,
  });
  const requested = new URL(server.requested[0] ?? '', server.url);
  expect(requested.pathname).toBe('/discovery/v2/events.json');
  expect(Object.fromEntries(requested.searchParams)).toEqual({ size: '200', apikey: TEST_KEY });
});

test('the Commerce API is called beside the Discovery API', async () => {
  const server = await script(OK);
  await clientOf(server.url).commerce('events/1/offers.json');
  expect(server.requested[0]).toMatch(/^\/commerce\/v2\/events\/1\/offers\.json\?apikey=/);
});

test.each([
  ['two server errors', [broken(500), broken(503), OK]],
  ['two broken connections', [{ status: 0, body: '' }, { status: 0, body: '' }, OK]],
  ['two calls that were too fast', [SPIKE, SPIKE, OK]],
])('calls succeed after %s', async (_, answers) => {
  const server = await script(...answers);
  expect(await clientOf(server.url).discovery('events.json')).toEqual({ fine: true });
  expect(server.requested).toHaveLength(3);
});

test.each([
  ['three server errors', [broken(500)], 3, 'upstream_failed'],
  ['three broken connections', [{ status: 0, body: '' }], 3, 'upstream_failed'],
  ['a bad request', [broken(400)], 1, 'upstream_failed'],
  ['an unknown resource', [broken(404)], 1, 'not_found'],
  ['a refused key', [broken(401)], 1, 'upstream_failed'],
  ['an answer that is not JSON', [{ status: 200, body: '{"half' }], 1, 'upstream_failed'],
  ['four calls that were too fast', [SPIKE], 4, 'too_many_requests'],
] as const)('calls fail after %s', async (_, answers, calls, code) => {
  const server = await script(...answers);
  await expect(clientOf(server.url).discovery('events.json')).rejects.toMatchObject({ code });
  expect(server.requested).toHaveLength(calls);
});

test('a refused key is reported in a plain sentence', async () => {
  const error = await failureOf([
    fault(401, `Invalid ApiKey ${TEST_KEY}`, 'oauth.v2.InvalidApiKey'),
  ]);
  expect(error.message).toBe('Ticketmaster refused the API key. Check TICKETMASTER_API_KEY.');
});

test('the reason of a refused request is reported', async () => {
  const detail = 'Query param "size" must be less than 200';
  const body = { errors: [{ code: 'DIS1036', detail, status: '400 BAD_REQUEST' }] };
  const error = await failureOf([{ status: 400, body }]);
  expect(error.message).toBe(`Ticketmaster answered with status 400: ${detail}`);
});

test('a used-up day is reported at once, with the time of its renewal', async () => {
  const resetsAt = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const headers = {
    'rate-limit': '5000',
    'rate-limit-available': '0',
    'rate-limit-reset': String(resetsAt),
  };
  const error = await failureOf([
    fault(
      429,
      `Quota limit  exceeded. Identifier : ${TEST_KEY}`,
      'policies.ratelimit.QuotaViolation',
      headers,
    ),
  ]);
  const time = new Date(resetsAt).toISOString().slice(0, 16).replace('T', ' ');
  expect(error.message).toBe(
    `Ticketmaster's daily allowance of 5000 calls is used up. It is renewed at ${time} UTC.`,
  );
  expect(error.retryAfterSeconds).toBeGreaterThan(0);
  expect(error.retryAfterSeconds).toBeLessThanOrEqual(3600);
});

test('a used-up day without headers is reported without a time', async () => {
  const error = await failureOf([
    fault(429, 'Quota limit exceeded', 'policies.ratelimit.QuotaViolation'),
  ]);
  expect(error.message).toBe("Ticketmaster's daily allowance is used up.");
});

test('a pause that is too long to wait for is reported', async () => {
  const error = await failureOf([{ ...SPIKE, headers: { 'retry-after': '60' } }]);
  expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
});

test.each([
  ['401', fault(401, `Invalid ApiKey ${TEST_KEY}`, 'x')],
  ['403', fault(403, TEST_KEY, 'x')],
  ['429', fault(429, `Identifier : ${TEST_KEY}`, 'policies.ratelimit.QuotaViolation')],
  ['500', fault(500, `for ${encodeURIComponent(TEST_KEY)}`, 'x')],
  ['a broken connection', { status: 0, body: '' }],
  ['no JSON', { status: 200, body: `<html>${TEST_KEY}` }],
])('no part of the error of %s contains the key', async (_, answer) => {
  const error = await failureOf([answer]);
  const texts = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
  expect(texts).not.toContain(TEST_KEY);
  expect(texts).not.toContain(encodeURIComponent(TEST_KEY));
  expect(texts).not.toContain('SECRET');
});

test('the quota of the last answer is stored', async () => {
  const headers = {
    'rate-limit': '5000',
    'rate-limit-available': '4990',
    'rate-limit-reset': '1795219200000',
  };
  const server = await script({ ...OK, headers }, OK);
  const client = clientOf(server.url);
  expect(client.quota()).toBeNull();
  await client.discovery('events.json');
  await client.discovery('events.json');
  const quota = client.quota();
  expect(quota).toEqual({ available: 4990, limit: 5000, resetsAt: 1795219200000 });
  expect(quota && formatQuota(quota)).toBe(
    'available=4990, limit=5000, resets=2026-11-21T00:00:00Z',
  );
});

test('no more than five calls begin within a second, however many clients there are', async () => {
  const server = await script(OK);
  const clients = [clientOf(server.url), clientOf(server.url)];
  const begun = performance.now();
  await Promise.all(Array.from({ length: 8 }, (_, index) => clients[index % 2]?.discovery('x')));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(7 * 200 - 50);
});

test.each([
  ['one call', { perCallMs: 100 }],
  ['all calls together', { overallMs: 100 }],
])('a provider that does not answer in time in %s is a timeout', async (_, limits) => {
  const silent = await startSilent();
  stop = silent.stop;
  await expect(clientOf(silent.url, limits).discovery('events.json')).rejects.toMatchObject({
    code: 'upstream_timeout',
    message: 'Ticketmaster took too long to answer.',
  });
});

test('the calls end at once when the browser disconnects', async () => {
  const silent = await startSilent();
  stop = silent.stop;
  const browser = new AbortController();
  const client = createDiscoveryClient(contextOf(silent.url, browser.signal));
  const work = client.discovery('events.json');
  const reason = new Error('gone');
  setTimeout(() => browser.abort(reason), 50);
  await expect(work).rejects.toBe(reason);
});

test('without a key the live provider is not available', () => {
  const ctx = contextOf('http://127.0.0.1:1');
  const env = { ...ctx.env, TICKETMASTER_API_KEY: undefined };
  expect(() => createDiscoveryClient({ ...ctx, env })).toThrow('No Ticketmaster key is set up.');
});

/** A server that accepts calls and never answers. */
async function startSilent() {
  const server = createServer();
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
