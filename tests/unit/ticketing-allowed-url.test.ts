import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FetchPolicy } from '../../worker/context/fetch.ts';
import {
  apiPolicy,
  isAllowedRedirect,
  isAllowedUrl,
  pagePolicy,
} from '../../worker/security/allowed-url.ts';

const policy: FetchPolicy = {
  bases: [new URL('http://127.0.0.1:4000/discovery/v2'), new URL('https://api.example/v2/')],
  hosts: new Set(['pages.test:8443', 'pages.test:80']),
  suffixes: ['ticketmaster.com', 'ticketmaster.co.uk'],
};
const isAllowed = (address: string) => isAllowedUrl(address, policy).isAllowed;

test.each([
  'https://ticketmaster.com/',
  'https://www.ticketmaster.com/event/1?x=y#z',
  'https://WWW.TicketMaster.COM/',
  'https://www.ticketmaster.co.uk/event/1',
  'https://www.ticketmaster.com:443/',
  'http://127.0.0.1:4000/discovery/v2/events.json',
  'http://127.0.0.1:4000/discovery/v2',
  'https://api.example/v2/x?y=1',
  'http://pages.test:8443/',
  'https://pages.test:8443/any/path',
  'http://pages.test/',
  // A backslash begins the path, so the host is the listed one.
  'https://www.ticketmaster.com\\@evil.example/',
])('%s may be fetched', (address) => {
  expect(isAllowed(address)).toBe(true);
});

test.each([
  'http://www.ticketmaster.com/',
  'https://www.ticketmaster.com:8443/',
  'https://evilticketmaster.com/',
  'https://ticketmaster.com.evil.example/',
  'https://ticketmaster.co/',
  'https://example.com/',
  'https://user:pass@www.ticketmaster.com/',
  'https://www.ticketmaster.com@evil.example/',
  'https://ticketmaster.com./',
  'https://www..ticketmaster.com/',
  'ftp://www.ticketmaster.com/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'www.ticketmaster.com',
  '',
  'http://127.0.0.1/',
  'http://127.0.0.1:4001/',
  'https://127.0.0.1:4000.evil.example/',
  'https://api.example:444/v2',
  'http://api.example/v2',
  'https://api.example/v1',
  'https://api.example/v20',
  'https://api.example/v2/../v1',
  'https://api.example/v2/%2e%2e/v1',
  'http://127.0.0.1:4000/explorer',
  'http://127.0.0.1:4000/x?/discovery/v2',
  'https://pages.test/',
  'http://localhost:4000/',
])('%s may not be fetched', (address) => {
  expect(isAllowed(address)).toBe(false);
});

/**
 * A list that allows everything, so that only the rules about addresses and private names can
 * refuse.
 */
const openPolicy: FetchPolicy = {
  bases: [],
  hosts: new Set(),
  suffixes: [
    '0.0.1',
    '1',
    'localhost',
    'local',
    'internal',
    'example',
    '1]',
    '[::1]',
    'arpa',
    '127.0.0.1',
  ],
};

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.0.0.1/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://0/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.0.1/',
  'https://172.16.0.1/',
  'https://8.8.8.8/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[2001:4860:4860::8888]/',
  'https://localhost/',
  'https://ｌocalhost/',
  'https://desk.localhost/',
  'https://printer.local/',
  'https://metadata.internal/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://example/',
])('%s is refused even if the list would allow it', (address) => {
  expect(isAllowedUrl(address, openPolicy).isAllowed).toBe(false);
});

test('no numeric spelling of an address is allowed', () => {
  const part = fc.oneof(
    fc.nat(255).map(String),
    fc.nat(255).map((byte) => `0x${byte.toString(16)}`),
    fc.nat(255).map((byte) => `0${byte.toString(8)}`),
  );
  const open: FetchPolicy = {
    bases: [],
    hosts: new Set(),
    suffixes: Array.from({ length: 256 }, (_, byte) => String(byte)),
  };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      expect(isAllowedUrl(`https://${parts.join('.')}/`, open).isAllowed).toBe(false);
    }),
  );
});

test('no text makes the decision fail', () => {
  const address = fc.tuple(fc.constantFrom('', 'https://', 'http://', '//'), fc.string());
  fc.assert(fc.property(address, ([scheme, text]) => void isAllowed(`${scheme}${text}`)));
});

test('the page reader fetches only PAGE_HOSTS, and entries with a port as configured', () => {
  const pages = pagePolicy({
    PAGE_HOSTS: ['ticketmaster.com', '127.0.0.1:5000', 'Pages.local:80', '*.axs.com', '.dice.fm'],
  });
  expect(pages).toEqual({
    bases: [],
    hosts: new Set(['127.0.0.1:5000', 'pages.local:80']),
    suffixes: ['ticketmaster.com', 'axs.com', 'dice.fm'],
  });
  expect(isAllowedUrl('http://pages.local/x', pages).isAllowed).toBe(true);
});

test('a client of an API fetches only its own address', () => {
  const api = apiPolicy('https://app.ticketmaster.com/discovery/v2');
  const allowed = (address: string) => isAllowedUrl(address, api).isAllowed;
  expect(allowed('https://app.ticketmaster.com/discovery/v2/events.json?a=b')).toBe(true);
  expect(allowed('https://www.ticketmaster.com/event/1')).toBe(false);
  expect(allowed('https://app.ticketmaster.com/other')).toBe(false);
  expect(allowed('http://app.ticketmaster.com/discovery/v2/events.json')).toBe(false);
});

test.each([
  ['https://www.ticketmaster.com/a', 'https://signup.ticketmaster.com/b', true],
  ['http://pages.test:8443/a', 'http://pages.test:8443/b', true],
  ['http://pages.test:8443/a', 'https://www.ticketmaster.com/b', true],
  ['https://www.ticketmaster.com/a', 'http://pages.test:8443/b', false],
  ['https://www.ticketmaster.com/a', 'http://127.0.0.1:4000/discovery/v2/x', false],
  ['http://127.0.0.1:4000/discovery/v2/a', 'http://127.0.0.1:4000/discovery/v2/b', true],
  ['http://127.0.0.1:4000/discovery/v2/a', 'http://127.0.0.1:4000/explorer', false],
  ['https://www.ticketmaster.com/a', 'http://www.ticketmaster.com/a', false],
])('a redirect from %s to %s: %s', (from, target, expected) => {
  expect(isAllowedRedirect(new URL(target), new URL(from), policy).isAllowed).toBe(expected);
});
