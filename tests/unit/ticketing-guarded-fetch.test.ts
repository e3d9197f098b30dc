import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedFetch, GuardedFetchError } from '../../worker/security/guarded-fetch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real server on a free loopback port; `seen` stores the headers and bodies that it received. */
async function serve(handlers: Record<string, Handler>) {
  const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[] =
    [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { url = '/', method = '', headers } = request;
    seen.push({ url, method, headers, body });
    const handler = handlers[url.split('?')[0] ?? ''];
    if (handler) handler(request, response, body);
    else response.end('plain');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, seen, server };
}

const redirect =
  (status: number, location: string): Handler =>
  (_, response) =>
    response.writeHead(status, { location }).end();

let other: Awaited<ReturnType<typeof serve>>;
let main: Awaited<ReturnType<typeof serve>>;
let stranger: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  stranger = await serve({});
  other = await serve({});
  main = await serve({
    '/once': redirect(302, '/plain'),
    '/thrice': redirect(301, '/twice'),
    '/twice': redirect(307, '/once'),
    '/four': redirect(302, '/thrice'),
    '/loop': redirect(302, '/loop'),
    '/away': redirect(302, 'https://b.listed.example/there'),
    '/kept': redirect(307, 'https://b.listed.example/there'),
    '/kept-for-good': redirect(308, 'https://b.listed.example/there'),
    '/inside': redirect(302, `${other.url}/there`),
    '/seen': redirect(303, '/plain'),
    '/off': redirect(302, `${stranger.url}/secret`),
    '/metadata': redirect(302, 'http://169.254.169.254/latest'),
    '/file': redirect(302, 'file:///etc/passwd'),
    '/nonsense': redirect(302, 'http://'),
    '/nowhere': (_, response) => response.writeHead(302).end('no location'),
    '/declared-large': (_, response) =>
      response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000)),
    '/large': (_, response) => {
      for (let part = 0; part < 5; part += 1) response.write('x'.repeat(1000));
      response.end();
    },
    '/bomb': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    '/silent': () => undefined,
    '/stalls': (_, response) => void response.write('begin'),
  });
});

afterAll(async () => {
  for (const { server } of [main, other, stranger]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function openFetch(limits: { maxBytes?: number; timeoutMs?: number; signal?: AbortSignal } = {}) {
  const policy = {
    bases: [],
    hosts: new Set([main.host, other.host]),
    suffixes: ['public.example', 'listed.example'],
  };
  const guarded = createGuardedFetch({ ...limits, fetch: toLocalServer });
  return (address: string, init: RequestInit = {}) => guarded(address, { policy, ...init });
}

/** Public names cannot be served here, so they resolve to the local servers. */
const toLocalServer = (url: URL, init: RequestInit) => {
  const servers: Record<string, string> = {
    'a.public.example': main.url,
    'b.listed.example': other.url,
  };
  const origin = servers[url.hostname];
  return fetch(origin === undefined ? url : `${origin}${url.pathname}${url.search}`, init);
};
const PUBLIC = 'https://a.public.example';

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GuardedFetchError)) throw error ?? new Error('nothing was refused');
  return error.refusal;
}

test('a trusted host answers, with its status, headers and body', async () => {
  const response = await openFetch()(`${main.url}/plain?x=1`, { headers: { 'x-own': '1' } });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('plain');
  expect(main.seen.at(-1)).toMatchObject({ url: '/plain?x=1', headers: { 'x-own': '1' } });
});

test('a host that is not listed is never connected to', async () => {
  expect(await refusalOf(openFetch()(`${stranger.url}/`))).toBe('refused');
  expect(stranger.seen).toEqual([]);
});

test('up to three redirects are followed', async () => {
  expect(await (await openFetch()(`${main.url}/thrice`)).text()).toBe('plain');
});

test.each(['/four', '/loop'])('too many redirects are refused: %s', async (path) => {
  expect(await refusalOf(openFetch()(`${main.url}${path}`))).toBe('too_many_redirects');
});

test.each(['/off', '/metadata', '/file', '/nonsense'])(
  'a redirect to a host that is not listed (%s) is not followed',
  async (path) => {
    const refused = openFetch()(`${main.url}${path}`);
    // The failure is that of the other server, not of the operator's request.
    await expect(refused).rejects.toMatchObject({ refusal: 'redirected', code: 'upstream_failed' });
    await expect(refused).rejects.toThrow(
      /^127\.0\.0\.1 redirects to an address that is not read\. /,
    );
    expect(stranger.seen).toEqual([]);
  },
);

test('a redirect from a public page never leads to a configured host', async () => {
  const before = other.seen.length;
  expect(await refusalOf(openFetch()(`${PUBLIC}/inside`))).toBe('redirected');
  expect(other.seen).toHaveLength(before);
});

test('a redirect without a location is an ordinary answer', async () => {
  expect((await openFetch()(`${main.url}/nowhere`)).status).toBe(302);
});

test('secrets are not sent to another host', async () => {
  const headers = { authorization: 'Bearer x', cookie: 'a=b', accept: 'text/html' };
  await (await openFetch()(`${PUBLIC}/away`, { headers })).text();
  expect(other.seen.at(-1)?.headers).toMatchObject({ accept: 'text/html' });
  expect(other.seen.at(-1)?.headers).not.toHaveProperty('authorization');
  expect(other.seen.at(-1)?.headers).not.toHaveProperty('cookie');
});

const POST = {
  method: 'POST',
  body: '{"a":1}',
  headers: { 'content-type': 'application/json' },
};

test.each(['/kept', '/kept-for-good'])(
  'a POST redirected by %s arrives completely',
  async (path) => {
    await (await openFetch()(`${PUBLIC}${path}`, POST)).text();
    expect(other.seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}' });
  },
);

test.each([
  ['/away', 302],
  ['/thrice', 301],
  ['/seen', 303],
])(
  'a POST redirected by %s is not followed, because it would become a GET',
  async (path, status) => {
    const before = [main.seen.length, other.seen.length];
    const answer = await openFetch()(`${PUBLIC}${path}`, POST);
    expect(answer.status).toBe(status);
    await answer.text();
    expect([main.seen.length, other.seen.length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  },
);

test.each(['/declared-large', '/large'])(
  'the status of %s is known before its body',
  async (path) => {
    const answer = await openFetch({ maxBytes: 2000 })(`${main.url}${path}`);
    expect(answer.ok).toBe(true);
    await answer.body?.cancel();
  },
);

test.each(['/declared-large', '/large', '/bomb'])(
  '%s is cut off at the size limit',
  async (path) => {
    const work = openFetch({ maxBytes: 2000 })(`${main.url}${path}`).then((answer) =>
      answer.text(),
    );
    expect(await refusalOf(work)).toBe('too_large');
  },
);

test('a body of exactly the limit is read completely', async () => {
  const response = await openFetch({ maxBytes: 5000 })(`${main.url}/large`);
  expect(await response.text()).toHaveLength(5000);
});

test.each(['/silent', '/stalls'])('%s exceeds the time limit', async (path) => {
  const work = openFetch({ timeoutMs: 150 })(`${main.url}${path}`).then((answer) => answer.text());
  expect(await refusalOf(work)).toBe('timed_out');
});

test.each(['/silent', '/stalls'])(
  'a disconnected caller ends %s with its own reason',
  async (path) => {
    const caller = new AbortController();
    const reason = new Error('the browser has gone');
    const work = openFetch({ signal: caller.signal })(`${main.url}${path}`).then((answer) =>
      answer.text(),
    );
    setTimeout(() => caller.abort(reason), 50);
    await expect(work).rejects.toBe(reason);
  },
);

test('the signal of the single call also applies', async () => {
  const signal = AbortSignal.abort(new Error('not wanted'));
  await expect(openFetch()(`${main.url}/plain`, { signal })).rejects.toThrow('not wanted');
});
