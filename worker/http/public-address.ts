import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isLoopbackHost } from '../../shared/env.ts';
import { DomainError, type FailureBody } from '../../shared/errors.ts';
import type { Env } from '../context/env.ts';
import { API_HEADERS, HSTS, pageHeaders } from './security-headers.ts';

/** The variables that determine the addresses of the product. */
export type AddressSettings = Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES' | 'LOCAL_ONLY'>;

/** Connections to a Worker that listens only on loopback come from this address. */
const LOOPBACK = '127.0.0.1';

/** The address that a request was sent to, by its headers. */
interface Target {
  /** The host, with the port unless it is the default of the scheme. */
  host: string;
  /** Undefined if only the proxy in front has it. */
  scheme: string | undefined;
}

type Judgement = { site: URL } | { plain: URL } | { unknown: string };

/**
 * Classifies the address that a request was sent to: a site of the product, an unencrypted one, or
 * an unknown name.
 */
function judge(request: Request, env: AddressSettings): Judgement {
  const { host, scheme } = readTarget(request, env);
  const configuredSite = env.PUBLIC_URL.map((address) => new URL(address)).find(
    ({ protocol, host: siteHost }) => hostUnder(protocol, host) === siteHost,
  );
  if (configuredSite !== undefined) {
    const isPlain = configuredSite.protocol === 'https:' && scheme === 'http:';
    return isPlain ? { plain: configuredSite } : { site: configuredSite };
  }
  const url = parse(`${scheme ?? 'http:'}//${host}`);
  // Programs on this machine, and proxies that send the name of this machine.
  if (url !== null && isLoopbackHost(url.hostname)) return { site: url };
  if (url === null || env.PUBLIC_URL.length > 0) return { unknown: host };
  if (url.protocol === 'https:') return { site: url };
  url.protocol = 'https:';
  return { plain: url };
}

function readTarget(request: Request, env: AddressSettings): Target {
  const url = new URL(request.url);
  const { headers } = request;
  const isForwarded = isTrusted(peerOf(headers, env), env);
  const forwarded = (name: string) => (isForwarded ? lastOf(headers.get(name)) : undefined);
  // wrangler's inner port takes the address in `request.url` from a header of the client, but never takes the host from
  // it.
  const host = env.LOCAL_ONLY === '1' ? headers.get('Host') : null;
  const proto = forwarded('X-Forwarded-Proto')?.toLowerCase();
  const requestScheme = env.LOCAL_ONLY === '1' ? undefined : url.protocol;
  return {
    host: forwarded('X-Forwarded-Host') ?? host ?? url.host,
    scheme: proto === 'http' || proto === 'https' ? `${proto}:` : requestScheme,
  };
}

/** The address of the connection itself. */
const peerOf = (headers: Headers, { LOCAL_ONLY }: AddressSettings): string =>
  LOCAL_ONLY === '1' ? LOOPBACK : (headers.get('CF-Connecting-IP') ?? '');

/** A proxy appends its own value to those that its client sent. */
const lastOf = (header: string | null): string | undefined =>
  header?.split(',').at(-1)?.trim() || undefined;

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
const hostUnder = (scheme: string, host: string) => parse(`${scheme}//${host}`)?.host;

const lists = new WeakMap<readonly string[], BlockList>();

function isTrusted(address: string, { TRUSTED_PROXIES }: AddressSettings): boolean {
  const family = familyOf(address);
  if (family === null) return false;
  let list = lists.get(TRUSTED_PROXIES);
  if (list === undefined) {
    list = listOf(TRUSTED_PROXIES);
    lists.set(TRUSTED_PROXIES, list);
  }
  return list.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) ? 'ipv6' : null;
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address) ?? 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Refuses a request that would carry passwords and tokens unencrypted, that uses a name that does
 * not belong to the product, or that comes from a page of another site: a page elsewhere may point
 * its own host name to this machine. An API call is refused rather than redirected, because a
 * redirect would hide that the client sent its token in clear text.
 * @returns null for a request that may pass
 */
export function refuseAddress(request: Request, env: AddressSettings): Response | null {
  const judgement = judge(request, env);
  const url = new URL(request.url);
  if ('site' in judgement) return refuseOrigin(request, env, url);
  if ('unknown' in judgement) {
    return refuse(url, describeUnknown(judgement.unknown, env), false);
  }
  if (isApiPath(url.pathname)) return refuse(url, 'Use https: this call was not encrypted.', true);
  const secure = new URL(url.pathname + url.search, judgement.plain);
  // wrangler's proxy writes the scheme of the request into a redirect to the same host, which would never end.
  if (env.LOCAL_ONLY === '1') return refuse(url, `Open ${secure.href} instead.`, true);
  return new Response(null, {
    status: 308,
    headers: { ...pageHeaders(), Location: secure.href, 'Cache-Control': 'no-store' },
  });
}

/** These methods change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a call that changes something and comes from a page of another site. wrangler takes the address of a request
 * from a header of the client, so the address alone does not prove that the page is the product's.
 * @returns null for a request that may pass, such as a call of another program, which has no origin
 */
function refuseOrigin(request: Request, env: AddressSettings, url: URL): Response | null {
  if (env.LOCAL_ONLY !== '1' || !isApiPath(url.pathname) || READING.has(request.method))
    return null;
  if (request.headers.get('Origin') === null) return null;
  try {
    siteOf(request, env);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuse(url, error.message, false);
  }
}

/** Returns one sentence, as JSON for an API call and as a page otherwise. */
function refuse({ pathname }: URL, message: string, isKnown: boolean): Response {
  const body: FailureBody = { success: false, message };
  const answer = isApiPath(pathname)
    ? Response.json(body, { status: 403, headers: API_HEADERS })
    : new Response(`${message}\n`, {
        status: 403,
        headers: {
          ...pageHeaders(),
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
        },
      });
  if (!isKnown) answer.headers.delete(HSTS);
  return answer;
}

function describeUnknown(name: string, { PUBLIC_URL }: AddressSettings): string {
  return `This desk is known as ${PUBLIC_URL.join(' and ')}, not as ${name.slice(0, 255)}: add that address to PUBLIC_URL if it is right.`;
}

/** Whether the app answers this path; all others are files and pages of the web app. */
export function isApiPath(pathname: string): boolean {
  return pathname === '/ws' || pathname === '/api' || pathname.startsWith('/api/');
}

/**
 * The site that the browser shows: the page's origin, which browsers send with each POST and WebSocket, must be one of
 * PUBLIC_URL or the address of the request. Without an origin (other programs), the address of the request.
 * @throws DomainError `forbidden` for another origin, with a sentence that names PUBLIC_URL
 */
export function siteOf(request: Request, env: AddressSettings): URL {
  const judgement = judge(request, env);
  const requestSite = 'site' in judgement ? judgement.site : null;
  const origin = request.headers.get('Origin');
  const pageOrigin = parse(origin ?? '');
  if (origin === null && requestSite !== null) return requestSite;
  const shownSite = [...env.PUBLIC_URL, ...(requestSite === null ? [] : [requestSite.origin])]
    .map((address) => new URL(address))
    .find((address) => isSame(address, pageOrigin, env));
  if (shownSite !== undefined) return shownSite;
  const addresses = env.PUBLIC_URL.length > 0 ? env.PUBLIC_URL : [requestSite?.origin ?? ''];
  const shown = pageOrigin === null ? 'the origin of this page' : pageOrigin.origin;
  throw new DomainError('forbidden', describeUnknown(shown, { ...env, PUBLIC_URL: addresses }));
}

/** wrangler's proxy writes its own scheme into an Origin of the same host. */
const isSame = (address: URL, pageOrigin: URL | null, { LOCAL_ONLY }: AddressSettings): boolean =>
  pageOrigin !== null &&
  (LOCAL_ONLY === '1' ? address.host === pageOrigin.host : address.origin === pageOrigin.origin);

/** The address for links that are used elsewhere, such as in calendar programs. */
export const linkBase = (request: Request, env: AddressSettings): string =>
  env.PUBLIC_URL[0] ?? siteOf(request, env).origin;

/**
 * Removes the header that makes a browser use https only, unless every address of the product uses https: other
 * programs may share the name of this machine.
 */
export function withoutHsts(response: Response, env: AddressSettings): Response {
  const isHttpsOnly =
    env.PUBLIC_URL.length === 0
      ? env.LOCAL_ONLY !== '1'
      : env.PUBLIC_URL.every((address) => !isLoopbackHost(new URL(address).hostname));
  // An upgrade cannot be copied and contains no page.
  if (isHttpsOnly || response.status === 101 || !response.headers.has(HSTS)) return response;
  const copy = new Response(response.body, response);
  copy.headers.delete(HSTS);
  return copy;
}

/**
 * The address of the client behind trusted proxies: the last one of X-Forwarded-For that is not a proxy itself.
 * @returns an empty text if no trusted proxy names one
 */
export function forwardedClient(headers: Headers, env: AddressSettings): string {
  if (!isTrusted(peerOf(headers, env), env)) return '';
  const hops = (headers.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
  return hops.findLast((hop) => !isTrusted(hop, env)) ?? '';
}
