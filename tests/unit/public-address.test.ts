import { describe, expect, test } from 'vitest';
import {
  type AddressSettings,
  forwardedClient,
  linkBase,
  refuseAddress,
  siteOf,
  withoutHsts,
} from '../../worker/http/public-address.ts';

const DESK = 'https://desk.example.org';
/** The headers and variables that `npm start` passes on, with and without PUBLIC_URL. */
const local: AddressSettings = {
  LOCAL_ONLY: '1',
  PUBLIC_URL: ['http://localhost:8787'],
  TRUSTED_PROXIES: [],
};
const proxied = { ...local, PUBLIC_URL: [DESK] };
const trusting = { ...proxied, TRUSTED_PROXIES: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'] };
/** A Worker on Cloudflare. */
const deployed: AddressSettings = { PUBLIC_URL: [], TRUSTED_PROXIES: [] };
const named = { ...deployed, PUBLIC_URL: [DESK, 'https://office.example.org:8443'] };

/** Under `npm start`, wrangler passes the host on and uses http. */
function call(url: string, headers: Record<string, string> = {}, method = 'GET'): Request {
  const request = new Request(url, { headers });
  const { host } = new URL(url);
  // Node does not allow this header in its own requests.
  const get = (name: string) =>
    name === 'Host' ? (headers.Host ?? host) : request.headers.get(name);
  return { url: request.url, method, headers: { get } } as unknown as Request;
}

const HTTPS = { 'X-Forwarded-Proto': 'https' };
const HTTP = { 'X-Forwarded-Proto': 'http' };

describe('a request is accepted', () => {
  test.each<[string, AddressSettings, Request]>([
    ['to this machine', local, call('http://localhost:8787/api/health')],
    ['to this machine by number', local, call('http://127.0.0.1:8787/login')],
    ['to this machine with IPv6', local, call('http://[::1]:8787/login')],
    ['of a proxy that names this machine', proxied, call('http://localhost/login')],
    ['of a proxy that keeps the host', proxied, call('http://desk.example.org/login')],
    ['of a proxy that keeps the host with its port', proxied, call('http://desk.example.org:443/')],
    [
      'of a trusted proxy that was called with https',
      trusting,
      call('http://desk.example.org/', HTTPS),
    ],
    [
      'of a trusted proxy that passes the host on in a header',
      trusting,
      call('http://localhost/', { ...HTTPS, 'X-Forwarded-Host': 'desk.example.org' }),
    ],
    ...(
      [
        ['that changes something, without an origin', local, 'http://localhost:8787', undefined],
        ['of the page of this machine', local, 'http://localhost:8787', 'http://localhost:8787'],
        ['of the page by number', local, 'http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
        ['of a page behind a proxy that names this machine', proxied, 'http://localhost', DESK],
        [
          'of a page behind a proxy that keeps the host',
          proxied,
          'http://desk.example.org',
          // The address as wrangler rewrites it.
          'http://desk.example.org',
        ],
        ['of the page under the second address', named, 'https://office.example.org:8443', DESK],
        [
          'of any page to a deployed Worker',
          deployed,
          'https://desk.example.org',
          'https://evil.example',
        ],
      ] as const
    ).map(([name, settings, address, origin]): [string, AddressSettings, Request] => [
      name,
      settings,
      call(`${address}/api/auth/login`, origin === undefined ? {} : { Origin: origin }, 'POST'),
    ]),
    [
      'that only reads',
      local,
      call('http://localhost:8787/api/health', { Origin: 'https://evil.example' }),
    ],
    [
      'for a page',
      local,
      call('http://localhost:8787/login', { Origin: 'https://evil.example' }, 'POST'),
    ],
    ['to a Worker that was given no address', deployed, call('https://any.example.org/login')],
    ['to a Worker under its second address', named, call('https://office.example.org:8443/login')],
  ])('%s', (_name, settings, request) => {
    expect(refuseAddress(request, settings)).toBeNull();
  });
});

describe('a request is refused with a sentence that names the variable', () => {
  test.each<[string, AddressSettings, Request]>([
    ['under a name that leads to this machine', local, call('http://evil.example/api/health')],
    ['by an unnamed proxy that keeps the host', local, call('http://desk.example.org/api/health')],
    ['if it claims to be encrypted', local, call('http://evil.example/api/health', HTTPS)],
    [
      'if only its address was forged',
      local,
      call('http://localhost:8787/api/health', { Host: 'evil.example' }),
    ],
    [
      'under another name than the public one',
      proxied,
      call('http://other.example.org/api/health'),
    ],
    ['under another port', proxied, call('http://desk.example.org:8443/api/health')],
    ['under a longer name', proxied, call('http://desk.example.org.evil.example/api/health')],
    [
      'if a stranger sends the host in a header',
      named,
      call('https://evil.example/api/health', { 'X-Forwarded-Host': 'desk.example.org' }),
    ],
    [
      'under a host that cannot be read',
      local,
      call('http://localhost/api/health', { Host: 'a b' }),
    ],
    ['to a Worker under a third name', named, call('https://third.example.org/api/health')],
  ])('%s', async (_name, settings, request) => {
    const answer = refuseAddress(request, settings);
    expect(answer?.status).toBe(403);
    const { message } = JSON.parse((await answer?.text()) ?? '{}');
    expect(message).toMatch(
      /^This desk is known as http\S.*, not as .+: add that address to PUBLIC_URL/,
    );
    expect(answer?.headers.get('Strict-Transport-Security')).toBeNull();
  });

  test.each<[string, AddressSettings, string, string, string]>([
    ['another site', local, 'POST', 'http://localhost:8787/api/auth/login', 'https://evil.example'],
    ['another port', local, 'PUT', 'http://localhost:8787/api/profiles/1', 'http://localhost:3000'],
    ['no site', local, 'DELETE', 'http://127.0.0.1:8787/api/profiles/1', 'null'],
    [
      'another site, behind a proxy',
      proxied,
      'PATCH',
      'http://localhost/api',
      'https://evil.example',
    ],
    [
      'a longer name',
      trusting,
      'POST',
      'http://desk.example.org/api/auth/login',
      'https://desk.example.org.evil.example',
    ],
  ])(
    'if the page of %s makes a call that changes something',
    async (_name, settings, method, url, origin) => {
      const answer = refuseAddress(call(url, { Origin: origin }, method), settings);
      expect(answer?.status).toBe(403);
      expect(JSON.parse((await answer?.text()) ?? '{}').message).toMatch(
        /^This desk is known as http\S.*, not as .+: add that address to PUBLIC_URL/,
      );
      expect(answer?.headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );

  test('on the screen too', async () => {
    const answer = refuseAddress(call('http://desk.example.org/login'), local);
    expect(answer?.headers.get('Content-Type')).toContain('text/plain');
    expect(await answer?.text()).toBe(
      'This desk is known as http://localhost:8787, not as desk.example.org: add that address to PUBLIC_URL if it is right.\n',
    );
  });
});

describe('a request that was not encrypted', () => {
  test('behind a trusted proxy is refused, or sent to the public address', async () => {
    const api = refuseAddress(call('http://desk.example.org/api/auth/login', HTTP), trusting);
    expect(await api?.json()).toMatchObject({ message: 'Use https: this call was not encrypted.' });
    const page = refuseAddress(call('http://desk.example.org/queues?a=b', HTTP), trusting);
    expect(page?.status).toBe(403);
    expect(await page?.text()).toBe(`Open ${DESK}/queues?a=b instead.\n`);
  });

  test('to a Worker is redirected to the public address', () => {
    const answer = refuseAddress(call('http://desk.example.org/queues?a=b'), named);
    expect(answer?.status).toBe(308);
    expect(answer?.headers.get('Location')).toBe(`${DESK}/queues?a=b`);
  });

  test('does not count as encrypted without a trusted proxy', () => {
    expect(refuseAddress(call('http://desk.example.org/', HTTPS), named)?.status).toBe(308);
  });
});

describe('the site of a page', () => {
  test.each<[string, AddressSettings, string, string | null, string]>([
    [
      'this machine',
      local,
      'http://localhost:8787/ws',
      'http://localhost:8787',
      'http://localhost:8787',
    ],
    [
      'this machine by number',
      local,
      'http://127.0.0.1:8787/ws',
      'http://127.0.0.1:8787',
      'http://127.0.0.1:8787',
    ],
    ['a program', local, 'http://localhost:8787/ws', null, 'http://localhost:8787'],
    ['a proxy that names this machine', proxied, 'http://localhost/ws', DESK, DESK],
    // wrangler's proxy writes its own scheme into the origin.
    [
      'a proxy that keeps the host',
      proxied,
      'http://desk.example.org/ws',
      'http://desk.example.org',
      DESK,
    ],
    [
      'this machine beside a public address',
      proxied,
      'http://localhost:8787/ws',
      'http://localhost:8787',
      'http://localhost:8787',
    ],
    [
      'a Worker without an address',
      deployed,
      'https://any.example.org/ws',
      'https://any.example.org',
      'https://any.example.org',
    ],
    [
      'a Worker with several',
      named,
      'https://desk.example.org/ws',
      'https://office.example.org:8443',
      'https://office.example.org:8443',
    ],
  ])('of %s is its public address', (_name, settings, url, origin, site) => {
    const request = call(url, origin === null ? {} : { Origin: origin });
    expect(siteOf(request, settings).origin).toBe(site);
  });

  test.each<[string, AddressSettings, string, string]>([
    ['another site', local, 'http://localhost:8787/ws', 'https://evil.example'],
    ['another port of this machine', local, 'http://localhost:8787/ws', 'http://localhost:3000'],
    ['a proxy that nobody named', local, 'http://localhost/ws', DESK],
    ['no site', local, 'http://localhost:8787/ws', 'null'],
    ['another scheme', deployed, 'https://desk.example.org/ws', 'http://desk.example.org'],
    ['another name', named, 'https://desk.example.org/ws', 'https://desk.example.com'],
  ])('of %s is refused', (_name, settings, url, origin) => {
    expect(() => siteOf(call(url, { Origin: origin }), settings)).toThrow(
      /^This desk is known as .* add that address to PUBLIC_URL/,
    );
  });

  test('is the first public address in links', () => {
    expect(linkBase(call('https://office.example.org:8443/api/calendar'), named)).toBe(DESK);
    expect(linkBase(call('https://any.example.org/api/calendar'), deployed)).toBe(
      'https://any.example.org',
    );
  });
});

test.each<[string, AddressSettings, boolean]>([
  ['https alone', named, true],
  ['a Worker', deployed, true],
  ['this machine', local, false],
  ['both', { ...local, PUBLIC_URL: [DESK, 'https://localhost:8443'] }, false],
])('HSTS with %s: %#', (_name, settings, isSent) => {
  const sent = new Response('', { headers: { 'Strict-Transport-Security': 'max-age=1' } });
  expect(withoutHsts(sent, settings).headers.has('Strict-Transport-Security')).toBe(isSent);
});

test.each<[AddressSettings, string, string]>([
  [proxied, '203.0.113.9', ''],
  [trusting, '203.0.113.9', '203.0.113.9'],
  [trusting, '198.51.100.1, 203.0.113.9, 10.0.0.4', '203.0.113.9'],
  [trusting, '198.51.100.1, 2001:db8::7, fd00::4, ::ffff:10.0.0.4', '2001:db8::7'],
  [trusting, '', ''],
])('with %j, the client behind "%s" is "%s"', (settings, hops, client) => {
  const headers = new Headers({ 'X-Forwarded-For': hops });
  expect(forwardedClient(headers, settings)).toBe(client);
});
