import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { cut } from '../../shared/text.ts';
import type { Client } from '../context/context.ts';

const USER_AGENT_LENGTH = 200;
/** The placeholder for a caller that no trusted proxy names. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * The caller of a request. The address is taken only from `addressHeader`, which the platform's
 * proxy must set itself. An empty name means that no proxy sets it, so that a client could choose
 * any address: then `forwarded` is used, which trusted proxies provide.
 */
export function clientOf(headers: Headers, addressHeader: string, forwarded = ''): Client {
  const address = addressHeader === '' ? forwarded : (headers.get(addressHeader) ?? '').trim();
  return {
    address: isIPv4(address) || isIPv6(address) ? address : UNKNOWN_ADDRESS,
    userAgent: cut(headers.get('User-Agent') ?? '', USER_AGENT_LENGTH),
  };
}

/**
 * The part of an address that one caller cannot change at will: an IPv4 address, or the /64 of an IPv6
 * address. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function addressPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser writes every spelling of an address the same way, in hexadecimal groups.
  const [head = '', tail = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}

/**
 * A hash that only this deployment can compute (HMAC-SHA-256, hexadecimal): for names and addresses in tables and logs.
 */
export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
