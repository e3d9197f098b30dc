import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PAGE_HOSTS } from '../../shared/env.ts';
import { MAX_PAGE_SOURCE } from '../../shared/page-source.ts';
import type { Env } from '../../worker/context/env.ts';
import { readSignupPage } from '../../worker/providers/signup-page/index.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

const PAGES: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => void response.end('<title>Good</title>'),
  '/silent': () => undefined,
  '/trickle': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('<p>'), 10);
    response.on('close', () => clearInterval(drip));
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
    response.write('<title>');
    setTimeout(() => response.destroy(), 20);
  },
  '/large': (response) => void response.end('x'.repeat(MAX_PAGE_SOURCE + 1)),
};

const server = createServer((request, response) => PAGES[request.url ?? '']?.(response));
let env: Env;
let origin = '';
const fetch = createGuardedFetch({});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
  // The reader uses these three variables only.
  env = {
    PROVIDERS: 'simulated',
    TICKETMASTER_API_URL: 'http://127.0.0.1:1/discovery/v2',
    PAGE_HOSTS: [...DEFAULT_PAGE_HOSTS, `127.0.0.1:${port}`],
  } as Env;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['/silent', 200, 'upstream_timeout', 'did not send its page in time'],
  ['/trickle', 200, 'upstream_timeout', 'did not send its page in time'],
  ['/cut', undefined, 'upstream_failed', 'cannot be reached'],
  ['/large', undefined, 'upstream_failed', 'is too large'],
])(
  'a page at %s, with %s ms to answer, fails as %s with advice',
  async (path, withinMs, code, message) => {
    const reading = readSignupPage({ env, fetch, clock: Date.now }, `${origin}${path}`, withinMs);
    await expect(reading).rejects.toMatchObject({
      code,
      message: expect.stringMatching(`127\\.0\\.0\\.1.*${message}.*paste it here`),
    });
  },
);

test('a page host that is configured with a port is read at that port with simulated providers too', async () => {
  expect(await readSignupPage({ env, fetch, clock: Date.now }, `${origin}/good`)).toMatchObject({
    title: 'Good',
  });
});

test('an address of an API is not a page', async () => {
  const reading = readSignupPage({ env, fetch, clock: Date.now }, env.TICKETMASTER_API_URL);
  await expect(reading).rejects.toMatchObject({ code: 'bad_request' });
});
