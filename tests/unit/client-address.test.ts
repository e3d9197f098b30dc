import { expect, test } from 'vitest';
import { clientOf } from '../../worker/security/client.ts';

const HEADER = 'CF-Connecting-IP';

test.each([
  ['the header that the proxy sets', { [HEADER]: ' 203.0.113.5 ' }, HEADER, '203.0.113.5'],
  ['an IPv6 address', { [HEADER]: '2001:db8::1' }, HEADER, '2001:db8::1'],
  ['no other header', { 'X-Forwarded-For': '203.0.113.5' }, HEADER, 'unknown'],
  ['no header where none is trusted', { [HEADER]: '203.0.113.5' }, '', 'unknown'],
  ['nothing that is no address', { [HEADER]: '203.0.113.5, 1.1.1.1' }, HEADER, 'unknown'],
])('the address of a client comes from %s', (_, headers, trusted, address) => {
  expect(clientOf(new Headers(headers), trusted).address).toBe(address);
});

test('a client is described by at most 200 characters of its User-Agent', () => {
  const headers = new Headers({ 'User-Agent': 'a'.repeat(5_000) });
  expect(clientOf(headers, '').userAgent).toHaveLength(200);
});
