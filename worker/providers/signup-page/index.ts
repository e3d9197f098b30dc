import { DomainError } from '../../../shared/errors.ts';
import { MAX_PAGE_SOURCE } from '../../../shared/signup/constants.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import type { Ctx } from '../../context.ts';
import { fetchPolicyOf, isAllowedUrl } from '../../security/allowed-url.ts';
import { parseSignupPage } from './parse.ts';

export { parseSignupPage } from './parse.ts';

/** A page answers within this time or not at all. */
const TIMEOUT_MS = 30_000;

/** Says what it is: the site decides whether it wants to be read by a program. */
const HEADERS = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en',
  'user-agent': 'BoxofficeDesk/1.0 (sign-up page reader)',
};

const PASTE = 'Open the page in your browser, copy its source and paste it here.';

/** Statuses by which sites refuse programs, ask for a sign-in, or send them away for now. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 418, 429, 451, 503]);

/**
 * Fetches a sign-up page once and reads its events (part 4, "What the product will not do": a refusal is an answer to respect).
 * @throws DomainError `bad_request` for a host that is not on the list, `not_found` where there is no page, `upstream_failed` and
 * `upstream_timeout` when the site refuses or fails; the message tells the operator what to do instead.
 */
export async function readSignupPage(
  ctx: Pick<Ctx, 'env' | 'fetch'>,
  url: string,
): Promise<SignupInfos> {
  const verdict = isAllowedUrl(url, fetchPolicyOf(ctx.env));
  if (!verdict.isAllowed) throw new DomainError('bad_request', `${verdict.reason} ${PASTE}`);
  const host = new URL(url).hostname;
  const response = await send(ctx, addressOf(ctx.env, url), host);
  await judge(response, host);
  const source = await readText(response, host);
  if (isBlock(source)) throw refusal(host, response.status);
  return parseSignupPage(source, url);
}

/** With simulated providers, public pages are served by the simulator under their host's name. */
function addressOf(env: Ctx['env'], url: string): string {
  if (env.PROVIDERS !== 'simulated') return url;
  const { host, pathname } = new URL(url);
  const simulator = new URL(env.TICKETMASTER_API_URL);
  return host === simulator.host ? url : `${simulator.origin}/signup/${host}${pathname}`;
}

async function send(ctx: Pick<Ctx, 'fetch'>, url: string, host: string): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await ctx.fetch(url, { headers: HEADERS, signal: timeout });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (timeout.aborted)
      throw new DomainError('upstream_timeout', `${host} did not answer. ${PASTE}`);
    throw new DomainError('upstream_failed', `${host} cannot be reached. ${PASTE}`, {
      cause: error,
    });
  }
}

async function judge(response: Response, host: string): Promise<void> {
  const { status } = response;
  const type = response.headers.get('content-type') ?? 'text/html';
  if (response.ok && /html|xml|text\/plain|json/i.test(type)) return;
  await response.body?.cancel();
  if (response.ok)
    throw new DomainError('upstream_failed', `${host} sent something that is no page.`);
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

/** Some guards answer 200 with a word that means no. */
function isBlock(source: string): boolean {
  return source.length < 500 && /^\s*\{\s*"response"\s*:\s*"block"/.test(source);
}

/** The page as text in its own encoding; a larger one than {@link MAX_PAGE_SOURCE} is not read to its end. */
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
    // A name that no decoder knows: nearly every page is UTF-8.
    return new TextDecoder();
  }
}
