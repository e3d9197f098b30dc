import { DomainError } from '../../../shared/errors.ts';
import { MAX_PAGE_SOURCE } from '../../../shared/signup/constants.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import type { Ctx } from '../../context.ts';
import type { Env } from '../../env.ts';
import {
  apiPolicy,
  type FetchPolicy,
  isAllowedUrl,
  pagePolicy,
} from '../../security/allowed-url.ts';
import { parseSignupPage } from './parse.ts';

export { parseSignupPage } from './parse.ts';

/** Time for the whole page, its body included. */
const TIMEOUT_MS = 30_000;

/** Identifies the reader as a program, so that a site can refuse it. */
const HEADERS = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en',
  'user-agent': 'BoxofficeDesk/1.0 (sign-up page reader)',
};

const PASTE = 'Open the page in your browser, copy its source and paste it here.';

/** Statuses by which sites refuse programs, ask for a sign-in, or send them away for now. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 418, 429, 451, 503]);

/**
 * Fetches a sign-up page once and reads its events. A refusal is respected: nothing is tried a second time or in disguise.
 * @throws DomainError `bad_request` for a host that is not on the list, `not_found` where there is no page, `upstream_failed` and
 * `upstream_timeout` when the site refuses or fails; the message says what to do instead.
 */
export async function readSignupPage(
  ctx: Pick<Ctx, 'env' | 'fetch'>,
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<SignupInfos> {
  const pages = pagePolicy(ctx.env);
  const verdict = isAllowedUrl(url, pages);
  if (!verdict.isAllowed) throw new DomainError('bad_request', `${verdict.reason} ${PASTE}`);
  const host = new URL(url).hostname;
  const deadline = AbortSignal.timeout(timeoutMs);
  const { address, policy } = simulatedPage(ctx.env, new URL(url), pages) ?? {
    address: url,
    policy: pages,
  };
  const source = await withinDeadline(host, deadline, async () => {
    const response = await ctx.fetch(address, { policy, headers: HEADERS, signal: deadline });
    await judge(response, host);
    return readText(response, host);
  });
  if (isBlock(source)) throw refusal(host, 200);
  return parseSignupPage(source, url);
}

/**
 * Where the simulator serves a public page under its host's name; null for live providers and for page hosts that are
 * configured with a port.
 */
function simulatedPage(
  env: Pick<Env, 'PROVIDERS' | 'TICKETMASTER_API_URL'>,
  url: URL,
  pages: FetchPolicy,
): { address: string; policy: FetchPolicy } | null {
  const isConfigured = isAllowedUrl(url, { ...pages, suffixes: [] }).isAllowed;
  if (env.PROVIDERS !== 'simulated' || isConfigured) return null;
  const simulator = `${new URL(env.TICKETMASTER_API_URL).origin}/signup`;
  return { address: `${simulator}/${url.host}${url.pathname}`, policy: apiPolicy(simulator) };
}

/** Names the site in the failures of a fetch and of reading its body; a page may also trickle until the deadline. */
async function withinDeadline<T>(
  host: string,
  deadline: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (deadline.aborted || isTimeout(error)) {
      const message = `${host} did not send its page in time. Try again later. ${PASTE}`;
      throw new DomainError('upstream_timeout', message, { cause: error });
    }
    if (error instanceof DomainError) throw error;
    throw new DomainError('upstream_failed', `${host} cannot be reached. ${PASTE}`, {
      cause: error,
    });
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'upstream_timeout';

async function judge(response: Response, host: string): Promise<void> {
  const { status } = response;
  const type = response.headers.get('content-type') ?? 'text/html';
  if (response.ok && /html|xml|text\/plain|json/i.test(type)) return;
  await response.body?.cancel();
  if (response.ok)
    throw new DomainError('upstream_failed', `${host} sent something other than a web page.`);
  if (status === 404 || status === 410) {
    throw new DomainError('not_found', `${host} has no page at this address.`);
  }
  if (REFUSALS.has(status)) throw refusal(host, status);
  throw new DomainError('upstream_failed', `${host} answered with status ${status}. ${PASTE}`);
}

function refusal(host: string, status: number): DomainError {
  const message = `${host} does not let programs read this page (status ${status}). ${PASTE}`;
  return new DomainError('upstream_failed', message);
}

/** Some guards refuse with status 200 and this JSON. */
function isBlock(source: string): boolean {
  return source.length < 500 && /^\s*\{\s*"response"\s*:\s*"block"/.test(source);
}

/** Reads the page in its own encoding. @throws DomainError when it is larger than {@link MAX_PAGE_SOURCE}. */
async function readText(response: Response, host: string): Promise<string> {
  const decoder = decoderFor(response.headers.get('content-type') ?? '');
  const reader = response.body?.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text + decoder.decode();
    bytes += part.value.byteLength;
    if (bytes > MAX_PAGE_SOURCE) {
      await reader?.cancel();
      throw new DomainError('upstream_failed', `The page of ${host} is too large. ${PASTE}`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
}

function decoderFor(contentType: string): TextDecoder {
  const label = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown encoding name: nearly every page is UTF-8.
    return new TextDecoder();
  }
}
