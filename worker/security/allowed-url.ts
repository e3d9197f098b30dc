import type { Env } from '../context/env.ts';
import type { FetchPolicy } from '../context/fetch.ts';

/** Whether an address may be fetched; if not, why, in a sentence for operators. */
export type Verdict = { isAllowed: true } | { isAllowed: false; reason: string };

const ALLOWED: Verdict = { isAllowed: true };
const refuse = (reason: string): Verdict => ({ isAllowed: false, reason });

/** Top-level names that never belong to a public host, even if the list contains them. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'arpa', 'onion'];

/** For a client of configured APIs: only their addresses. */
export const apiPolicy = (...addresses: readonly string[]): FetchPolicy => ({
  bases: addresses.map((address) => new URL(address)),
  hosts: new Set(),
  suffixes: [],
});

/**
 * For the reader of public pages: only PAGE_HOSTS. Entries with a port are fetched as configured.
 */
export function pagePolicy({ PAGE_HOSTS }: Pick<Env, 'PAGE_HOSTS'>): FetchPolicy {
  const entries = PAGE_HOSTS.map((entry) => entry.toLowerCase());
  return {
    bases: [],
    hosts: new Set(entries.filter((entry) => entry.includes(':'))),
    suffixes: entries
      .filter((entry) => !entry.includes(':'))
      .map((entry) => entry.replace(/^\*?\./, '')),
  };
}

/**
 * Decides on one address without a network call. Allowed are http and https without a user name
 * inside: addresses below a configured base, configured page hosts, and public names on the list
 * (https on the default port). Every literal IPv4 and IPv6 address that is not configured is
 * refused, in each spelling that a URL parser accepts (`0x7f.1`, `2130706433`). What a listed name
 * resolves to is not checked: deployed Workers have no route to private networks.
 */
export function isAllowedUrl(address: string | URL, policy: FetchPolicy): Verdict {
  const url = URL.canParse(String(address)) ? new URL(address) : null;
  if (!url) return refuse('This is not a web address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Only web addresses (https) are fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Addresses with a user name or password inside are not fetched.');
  }
  if (policy.bases.some((base) => isBelow(url, base))) return ALLOWED;
  if (policy.hosts.has(hostWithPort(url))) return ALLOWED;
  if (url.protocol !== 'https:') return refuse('Only https addresses are fetched.');
  if (url.port !== '') return refuse('Addresses that name a port are not fetched.');
  return judgeName(url.hostname, policy);
}

/**
 * Decides on the target of a redirect. A page or API may redirect within its own origin or to a public name on the
 * list, never to another configured address.
 */
export function isAllowedRedirect(target: URL, from: URL, policy: FetchPolicy): Verdict {
  if (target.origin === from.origin) return isAllowedUrl(target, policy);
  return isAllowedUrl(target, { ...policy, bases: [], hosts: new Set() });
}

function isBelow(url: URL, base: URL): boolean {
  const folder = base.pathname.replace(/\/+$/, '');
  const isInFolder = url.pathname === folder || url.pathname.startsWith(`${folder}/`);
  return url.origin === base.origin && isInFolder;
}

/** URL.host omits a default port; PAGE_HOSTS entries may contain it. */
function hostWithPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

function judgeName(hostname: string, policy: FetchPolicy): Verdict {
  if (isLiteralAddress(hostname)) return refuse('Numeric addresses are not fetched.');
  const labels = hostname.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.includes('') || PRIVATE_NAMES.includes(top)) {
    return refuse('Only public hosts are fetched.');
  }
  const isListed = policy.suffixes.some(
    (suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`),
  );
  return isListed ? ALLOWED : refuse(`${hostname} is not on the list of known hosts.`);
}

/** URL parsers rewrite every IPv4 spelling to four numbers, and put IPv6 into brackets. */
function isLiteralAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){0,3}\.?$/.test(hostname);
}
