import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { MailboxError } from './mailbox-error.ts';

const PRIVATE_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const PRIVATE_V6: [string, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const refused = new BlockList();
for (const [net, bits] of PRIVATE_V4) refused.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of PRIVATE_V6) refused.addSubnet(net, bits, 'ipv6');

/** Whether an address is public. IPv4 written as IPv6 (::ffff:10.0.0.1) is treated as IPv4. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPublicAddress(mapped);
  if (/^::ffff:/i.test(address)) return false;
  const family = isIP(address);
  if (family === 0) return false;
  return !refused.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Finds the addresses of a name, in the order in which they should be tried. */
export type Lookup = (host: string) => Promise<readonly { address: string }[]>;

const systemLookup: Lookup = (host) => lookup(host, { all: true });
/** Addresses of one name that are tried. */
const MAX_ADDRESSES = 3;

/** The private addresses that may be opened: all, none, or those of this machine only. */
export type AllowPrivate = boolean | 'loopback';

/**
 * Resolves a host once and returns the checked addresses to connect to: a change of the name's
 * address between check and connection has no effect.
 * @throws MailboxError when the name is unknown or none of its addresses is allowed.
 */
export async function resolveAllowed(
  host: string,
  allowPrivate: AllowPrivate,
  find: Lookup = systemLookup,
): Promise<string[]> {
  const entries = isIP(host) ? [{ address: host }] : await find(host).catch(() => []);
  const addresses = entries.map(({ address }) => address).filter((address) => isIP(address) !== 0);
  if (addresses.length === 0) throw new MailboxError('unknown_host', host);
  const allowed = addresses.filter((address) => isAllowed(address, allowPrivate));
  if (allowed.length === 0) throw new MailboxError('private_address', host);
  return allowed.slice(0, MAX_ADDRESSES);
}

function isAllowed(address: string, allowPrivate: AllowPrivate): boolean {
  if (allowPrivate === true || isPublicAddress(address)) return true;
  return allowPrivate === 'loopback' && isLoopback(address);
}

/** Whether an address is this machine. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^127\./.test(address) || /^::ffff:127\./i.test(address);
