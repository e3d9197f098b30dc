import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  type FetchPolicy,
  fetchPolicyOf,
  isAllowedUrl,
} from '../../worker/security/allowed-url.ts';

// Machines are sometimes busy.
vi.setConfig({ testTimeout: 30_000 });

const policy: FetchPolicy = {
  trusted: new Set(['127.0.0.1:4000', 'api.example', 'pages.test:8443']),
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
  'http://api.example/v2',
  'https://api.example/v2',
  'http://pages.test:8443/',
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
  'https://api.example:444/',
  'https://pages.test/',
  'http://localhost:4000/',
])('%s may not be fetched', (address) => {
  expect(isAllowed(address)).toBe(false);
});

/** A list that names everything, so that only the rules about addresses and private names can refuse. */
const openPolicy: FetchPolicy = {
  trusted: new Set(),
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
])('%s is refused even where the list would let it in', (address) => {
  expect(isAllowedUrl(address, openPolicy).isAllowed).toBe(false);
});

test('no numeric spelling of an address is let in', () => {
  const part = fc.oneof(
    fc.nat(255).map(String),
    fc.nat(255).map((byte) => `0x${byte.toString(16)}`),
    fc.nat(255).map((byte) => `0${byte.toString(8)}`),
  );
  const open: FetchPolicy = {
    trusted: new Set(),
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

test('the configuration trusts the hosts of its addresses and the page hosts that name a port', () => {
  const configured = fetchPolicyOf({
    TICKETMASTER_API_URL: 'http://127.0.0.1:5000/discovery/v2',
    SEATGEEK_API_URL: 'https://api.seatgeek.com/2',
    WIKIMEDIA_API_URL: 'https://wikimedia.org/api/rest_v1',
    NOTIFY_WEBHOOK_URL: undefined,
    PAGE_HOSTS: ['ticketmaster.com', '127.0.0.1:5000', 'pages.local:80', '*.axs.com', '.dice.fm'],
  });
  expect([...configured.trusted]).toEqual([
    '127.0.0.1:5000',
    'api.seatgeek.com',
    'wikimedia.org',
    'pages.local:80',
  ]);
  expect(configured.suffixes).toEqual(['ticketmaster.com', 'axs.com', 'dice.fm']);
});
