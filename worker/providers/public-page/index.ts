import { DomainError, type ErrorCode } from '../../../shared/errors.ts';
import { readRetryAfter } from '../../../shared/retry-after.ts';
import type { Ctx } from '../../context/context.ts';
import type { Env } from '../../context/env.ts';
import type { FetchPolicy } from '../../context/fetch.ts';
import { apiPolicy, isAllowedUrl, pagePolicy } from '../../security/allowed-url.ts';
import { GuardedFetchError } from '../../security/guarded-fetch.ts';
import { decodePage } from './encoding.ts';

/** The codes of the reasons why a page cannot be read. `refused`: the site does not let programs read it. */
const CODES = {
  not_allowed: 'bad_request',
  missing: 'not_found',
  not_a_page: 'upstream_failed',
  refused: 'upstream_failed',
  failed: 'upstream_failed',
  too_large: 'upstream_failed',
  redirected: 'upstream_failed',
  too_slow: 'upstream_timeout',
  unreachable: 'upstream_failed',
} as const satisfies Record<string, ErrorCode>;
type PageFault = keyof typeof CODES;

/** A page that could not be read. `status` is its HTTP status, 0 without one. */
export class PageError extends DomainError {
  readonly fault: PageFault;
  readonly status: number;

  constructor(
    fault: PageFault,
    message: string,
    details: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const { status = 0, ...rest } = details;
    super(CODES[fault], message, rest);
    this.fault = fault;
    this.status = status;
  }
}

/** The site sent a check for human readers in place of the page. */
export class HumanCheck extends PageError {}

export interface PageOptions {
  /** The purpose of the reader, which identifies it as a program so that a site can refuse it. */
  purpose: string;
  /** The simulator's folder for such pages: with simulated providers a page is read from there. */
  folder: string;
  /** The time limit for the whole page, including its body. */
  timeoutMs: number;
  maxBytes: number;
  /** Whether a redirect to another host is refused, even to one on the list. */
  staysOnHost?: boolean;
}

/** Statuses of sites that refuse programs, require a sign-in, or are busy. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 418, 429, 451, 503]);

/**
 * Fetches a public page once and returns its source, decoded. A refusal is respected: nothing is tried a second time or
 * in disguise.
 * @throws PageError
 */
export async function readPublicPage(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock'>,
  url: string,
  options: PageOptions,
): Promise<string> {
  const pages = pagePolicy(ctx.env);
  const verdict = isAllowedUrl(url, pages);
  if (!verdict.isAllowed) throw new PageError('not_allowed', verdict.reason);
  const { host, hostname } = new URL(url);
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const { address, policy } = simulatedPage(ctx.env, new URL(url), pages, options.folder) ?? {
    address: url,
    policy: options.staysOnHost ? onlyHost(pages, hostname) : pages,
  };
  const headers = {
    accept: 'text/html,application/xhtml+xml',
    'accept-language': 'en',
    'user-agent': `BoxofficeDesk/1.0 (${options.purpose})`,
  };
  try {
    const request = { policy, headers, signal: deadline, maxBytes: options.maxBytes };
    const response = await ctx.fetch(address, request);
    await judge(response, hostname, ctx.clock());
    const contentType = response.headers.get('content-type') ?? '';
    const source = decodePage(await response.arrayBuffer(), contentType);
    assertPage(source, hostname);
    return source;
  } catch (cause) {
    if (isRefusal(cause, 'too_large'))
      throw new PageError('too_large', `The page of ${host} is too large.`);
    throw nameFailure(hostname, deadline.aborted, cause);
  }
}

/** The policy without the other listed hosts. `www.` and the bare name count as one site. */
function onlyHost(pages: FetchPolicy, hostname: string): FetchPolicy {
  return { ...pages, suffixes: [hostname.replace(/^www\./, '')] };
}

/**
 * The simulator's address for a public page with its host's name; null for live providers and for
 * page hosts that are configured with a port.
 */
function simulatedPage(
  env: Pick<Env, 'PROVIDERS' | 'TICKETMASTER_API_URL'>,
  url: URL,
  pages: FetchPolicy,
  folder: string,
): { address: string; policy: FetchPolicy } | null {
  const isConfigured = isAllowedUrl(url, { ...pages, suffixes: [] }).isAllowed;
  if (env.PROVIDERS !== 'simulated' || isConfigured) return null;
  const simulator = `${new URL(env.TICKETMASTER_API_URL).origin}/${folder}`;
  const address = `${simulator}/${url.host}${url.pathname}`;
  return { address, policy: apiPolicy(simulator) };
}

/**
 * A failure of a fetch or of reading its body, with the name of the site; a page may also trickle until the deadline.
 */
function nameFailure(host: string, isLate: boolean, cause: unknown): unknown {
  if (isLate || isRefusal(cause, 'timed_out')) {
    const message = `${host} did not send its page in time. Try again later.`;
    return new PageError('too_slow', message, { cause });
  }
  if (isRefusal(cause, 'redirected') || isRefusal(cause, 'too_many_redirects')) {
    const message = `${host} redirects away from this page. ${cause.reason}`;
    return new PageError('redirected', message, { cause });
  }
  if (cause instanceof DomainError) return cause;
  return new PageError('unreachable', `${host} cannot be reached.`, { cause });
}

const isRefusal = (
  error: unknown,
  refusal: GuardedFetchError['refusal'],
): error is GuardedFetchError => error instanceof GuardedFetchError && error.refusal === refusal;

async function judge(response: Response, host: string, now: number): Promise<void> {
  const { status } = response;
  const type = response.headers.get('content-type') ?? 'text/html';
  if (response.ok && /html|xml|text\/plain|json/i.test(type)) return;
  await response.body?.cancel();
  if (response.ok)
    throw new PageError('not_a_page', `${host} sent something other than a web page.`);
  if (status === 404 || status === 410) {
    throw new PageError('missing', `${host} has no page at this address.`, { status });
  }
  const waitMs = readRetryAfter(response.headers.get('retry-after'), now);
  const details = waitMs ? { retryAfterSeconds: waitMs / 1000 } : {};
  if (response.headers.get('cf-mitigated') === 'challenge')
    throw humanCheck(host, { status, ...details });
  if (REFUSALS.has(status)) throw refusal(host, status, details);
  const message = `${host} answered with status ${status}.`;
  throw new PageError('failed', message, { status, ...details });
}

const refusal = (host: string, status: number, details: { retryAfterSeconds?: number } = {}) =>
  new PageError('refused', `${host} does not let programs read this page (status ${status}).`, {
    status,
    ...details,
  });

/** @throws PageError `refused` for the source of a refusal or of a check for human readers. */
export function assertPage(source: string, host: string): void {
  if (isBlock(source)) throw refusal(host, 200);
  if (isHumanCheck(source)) throw humanCheck(host, { status: 200 });
}

/** Some guards refuse with status 200 and this JSON. */
function isBlock(source: string): boolean {
  return source.length < 500 && /^\s*\{\s*"response"\s*:\s*"block"/.test(source);
}

/** Titles and heads of pages that are shown in place of the page until a reader has proved to be human. */
const HUMAN_CHECK =
  /<(?:title|h1|h2)\b[^>]*>[^<]{0,60}(?:just a moment|attention required|are you (?:a )?(?:robot|human)|robot or human|verify(?:ing)? (?:that )?you are (?:a )?human|(?:you are|you're) not a robot|human verification|security check|pardon our interruption|checking your browser|access to this page has been denied|bot (?:detection|protection))/i;
/**
 * Addresses that load such a check. A page that consists of the check is short; forms of other
 * pages may load it too.
 */
const CHECK_SCRIPT =
  /captcha-delivery\.com|_Incapsula_Resource|px-captcha|\/cdn-cgi\/challenge-platform\/|geo\.captcha/i;
const LONGEST_CHECK = 15_000;

const isHumanCheck = (source: string): boolean =>
  !/ld\+json/i.test(source) &&
  (HUMAN_CHECK.test(source.substring(0, LONGEST_CHECK)) ||
    (source.length < LONGEST_CHECK && CHECK_SCRIPT.test(source)));

const humanCheck = (host: string, details: { status: number; retryAfterSeconds?: number }) =>
  new HumanCheck(
    'refused',
    `${host} asks whether the reader is human, and does not let programs read this page.`,
    details,
  );
