import { DomainError } from '../../shared/errors.ts';
import type { FetchPolicy, GuardedFetch } from '../context/fetch.ts';
import { isAllowedRedirect, isAllowedUrl, type Verdict } from './allowed-url.ts';

/** The codes of the reasons why a guarded fetch gives up. */
const CODES = {
  refused: 'bad_request',
  redirected: 'upstream_failed',
  too_many_redirects: 'upstream_failed',
  too_large: 'upstream_failed',
  timed_out: 'upstream_timeout',
} as const satisfies Record<string, DomainError['code']>;
type FetchRefusal = keyof typeof CODES;

/** A fetch ended by the guard; `refusal` names the limit, and `reason` is the message without the host's name. */
export class GuardedFetchError extends DomainError {
  readonly refusal: FetchRefusal;
  readonly reason: string;

  constructor(refusal: FetchRefusal, message: string, reason = message) {
    super(CODES[refusal], message);
    this.refusal = refusal;
    this.reason = reason;
  }
}

type Send = (url: URL, init: RequestInit) => Promise<Response>;

interface GuardOptions {
  /** Aborts when the caller disconnects, as every fetch does. */
  signal?: AbortSignal;
  /** The time limit for everything, including the body and redirects. */
  timeoutMs?: number;
  /** Bytes of a body after decompression. */
  maxBytes?: number;
  /** The platform's fetch, or a test's. */
  fetch?: Send;
}

const TIMEOUT_MS = 90_000;
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are not sent to another origin. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * Opens a guarded fetch. Redirects are followed here, at most 3, each checked by the policy; a body
 * is cut off at `maxBytes`, everything at `timeoutMs`. A body that is too large fails when it is
 * read, so that the caller has the status. A redirect that would turn a POST into a GET is returned
 * instead of followed: the GET would lose the message, and its answer is not that of the POST.
 * @throws GuardedFetchError when a limit is reached; the abort reason of `signal` or `init.signal`
 * when either ends first.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const { timeoutMs = TIMEOUT_MS } = options;
  const send: Send = options.fetch ?? ((url, init) => fetch(url, init));
  return async (address, { policy, maxBytes = options.maxBytes ?? MAX_BYTES, ...init }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ends = [options.signal, init.signal, timeout].filter((end) => end instanceof AbortSignal);
    const toTimeoutError = (error: unknown) =>
      timeout.aborted && !options.signal?.aborted && !init.signal?.aborted
        ? new GuardedFetchError('timed_out', `No answer within ${timeoutMs / 1000} seconds.`)
        : error;
    try {
      const signal = AbortSignal.any(ends);
      const response = await follow(send, policy, address, { ...init, signal });
      return limitBody(response, maxBytes, toTimeoutError);
    } catch (error) {
      throw toTimeoutError(error);
    }
  };
}

async function follow(
  send: Send,
  policy: FetchPolicy,
  address: string | URL,
  init: RequestInit,
): Promise<Response> {
  let url = admit(address, isAllowedUrl(address, policy));
  let request: RequestInit = { ...init, redirect: 'manual' };
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, request);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null || isRedirectedPost(request, response)) return response;
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) {
      const message = `${url.hostname} redirects more than ${MAX_REDIRECTS} times.`;
      throw new GuardedFetchError('too_many_redirects', message);
    }
    const next = readLocation(location, url, policy);
    request = redirectedRequest(request, next.origin !== url.origin);
    url = next;
  }
}

/** @throws GuardedFetchError unless the verdict allows the address. */
function admit(address: string | URL, verdict: Verdict): URL {
  if (!verdict.isAllowed) throw new GuardedFetchError('refused', verdict.reason);
  return new URL(address);
}

/**
 * The target of a redirect.
 * @throws GuardedFetchError if the policy refuses it. The fault is that of the other server, not of
 * the caller's request.
 */
function readLocation(location: string, from: URL, policy: FetchPolicy): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const verdict =
    target === null ? isAllowedUrl(location, policy) : isAllowedRedirect(target, from, policy);
  if (target !== null && verdict.isAllowed) return target;
  const reason = verdict.isAllowed ? 'This is not a web address.' : verdict.reason;
  const message = `${from.hostname} redirects to an address that is not read. ${reason}`;
  throw new GuardedFetchError('redirected', message, reason);
}

/** The redirects that turn a POST into a GET without its body. */
const POST_TO_GET = new Set([301, 302, 303]);

const isRedirectedPost = ({ method }: RequestInit, { status }: Response): boolean =>
  method?.toUpperCase() === 'POST' && POST_TO_GET.has(status);

/**
 * The sentence for an operator after a POST was answered with a redirect; null for other answers.
 */
export const redirectAdvice = (status: number): string | null =>
  REDIRECTS.has(status) ? 'The address redirects: enter the new one.' : null;

/** The same request; private headers are not sent to another origin. */
function redirectedRequest(request: RequestInit, leavesOrigin: boolean): RequestInit {
  const headers = new Headers(request.headers);
  if (leavesOrigin) for (const name of PRIVATE_HEADERS) headers.delete(name);
  return { ...request, headers };
}

/** Wraps the body so that it fails beyond the limit or when the time is up. */
function limitBody(
  response: Response,
  maxBytes: number,
  toTimeoutError: (error: unknown) => unknown,
): Response {
  const tooLarge = () =>
    new GuardedFetchError('too_large', `The answer is larger than ${maxBytes} bytes.`);
  if (response.body === null) return response;
  const isDeclaredTooLarge = Number(response.headers.get('content-length') ?? 0) > maxBytes;
  const reader = response.body.getReader();
  let total = 0;
  const source: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      try {
        if (!isDeclaredTooLarge) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          total += value.byteLength;
          if (total <= maxBytes) return controller.enqueue(value);
        }
        controller.error(tooLarge());
        await reader.cancel();
      } catch (error) {
        controller.error(toTimeoutError(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
  // Nothing is read before the caller reads.
  const body = new ReadableStream(source, { highWaterMark: 0 });
  return new Response(body, response);
}
