import type { Env } from '../env.ts';

/** Where the product may go: hosts trusted as configured, and public host suffixes. */
export interface FetchPolicy {
  /** `host` or `host:port` as in URL.host: any scheme of http and https, any address (part 4, "Starting it"). */
  trusted: ReadonlySet<string>;
  /** Host suffixes on label borders, lower case: https on the default port, public names only. */
  suffixes: readonly string[];
}

/** Whether an address may be fetched; when not, why, in a sentence for operators. */
export type Verdict = { isAllowed: true } | { isAllowed: false; reason: string };

const refuse = (reason: string): Verdict => ({ isAllowed: false, reason });

/** Names that never mean a public host, whatever the list says. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'arpa', 'onion'];

/**
 * The policy that the configuration asks for: hosts of the *_API_URL variables and of NOTIFY_WEBHOOK_URL, and
 * PAGE_HOSTS entries that name a port, are trusted; other PAGE_HOSTS entries are public suffixes.
 */
export function fetchPolicyOf(
  env: Pick<
    Env,
    | 'TICKETMASTER_API_URL'
    | 'SEATGEEK_API_URL'
    | 'WIKIMEDIA_API_URL'
    | 'NOTIFY_WEBHOOK_URL'
    | 'PAGE_HOSTS'
  >,
): FetchPolicy {
  const addresses = [
    env.TICKETMASTER_API_URL,
    env.SEATGEEK_API_URL,
    env.WIKIMEDIA_API_URL,
    env.NOTIFY_WEBHOOK_URL,
  ].filter((address) => address !== undefined);
  const withPort = env.PAGE_HOSTS.filter((host) => host.includes(':'));
  const trusted = [
    ...addresses.map((address) => new URL(address).host),
    ...withPort.map((host) => host.toLowerCase()),
  ];
  return {
    trusted: new Set(trusted),
    suffixes: env.PAGE_HOSTS.filter((host) => !host.includes(':')).map((host) =>
      host.toLowerCase().replace(/^\*?\./, ''),
    ),
  };
}

/**
 * Decides on one address, without asking the network: http and https only, no user name inside, and unless its host
 * is trusted by configuration https on the default port to a public name on the list. Names, not addresses: every
 * literal IPv4 and IPv6 address is refused, in each spelling that a URL parser reads as one (`0x7f.1`, `2130706433`).
 * What a listed public name resolves to is the platform's business: Workers have no route to private networks.
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
  if (policy.trusted.has(url.host)) return { isAllowed: true };
  if (url.protocol !== 'https:') return refuse('Only https addresses are fetched.');
  if (url.port !== '') return refuse('Addresses that name a port are not fetched.');
  return judgeName(url.hostname, policy);
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
  return isListed ? { isAllowed: true } : refuse(`${hostname} is not on the list of known hosts.`);
}

/** URL parsers bring every IPv4 spelling to four numbers, and IPv6 into brackets. */
function isLiteralAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){0,3}\.?$/.test(hostname);
}
