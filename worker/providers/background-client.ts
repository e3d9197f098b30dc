import { DomainError } from '../../shared/errors.ts';
import { readJson } from '../../shared/json.ts';
import { contactOf } from '../../shared/provider-contact.ts';
import { readRetryAfter } from '../../shared/retry-after.ts';
import type { Ctx } from '../context/context.ts';
import { apiPolicy } from '../security/allowed-url.ts';
import { passGate } from './pass-gate.ts';

/** The part of the context that a client needs. */
export type ProviderContext = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'signal' | 'gateOf'>;

interface Provider {
  /** The name of the provider's gate. */
  gate: string;
  /** Time between the starts of two calls, in milliseconds. */
  spacingMs: number;
  /** The name that messages for operators use. */
  label: string;
  baseUrl: string;
  /** Headers that are sent with every call, such as the key. */
  query?: Record<string, string>;
  userAgent?: string;
}

/** A call that a provider refused. */
export class ProviderFailure extends DomainError {
  /** False if the next call would fail as well: because of a key, a pace or a quota. */
  readonly concernsOneCall: boolean;

  constructor(code: DomainError['code'], message: string, concernsOneCall: boolean) {
    super(code, message);
    this.concernsOneCall = concernsOneCall;
  }
}

/** Reads `path` below the provider's address, with a POST if there is a body; null for 404. @throws ProviderFailure */
export type BackgroundClient = (
  path: string,
  query?: Record<string, string>,
  body?: object,
) => Promise<unknown | null>;

/** The User-Agent of calls to providers whose rules require a contact in it. */
export const userAgentOf = (env: ProviderContext['env']): string =>
  `BoxofficeDesk/0.1 (${contactOf(env) ?? env.DEPLOYMENT_ID})`;

const PER_CALL_MS = 30_000;
/** A longer pause ends the work, and the next cron tick resumes it. */
const LONGEST_PAUSE_MS = 5_000;
const PAUSE_AFTER_429_MS = 5_000;

/** A client for background work. It makes one call after the other, at the provider's pace, without retries. */
export function createBackgroundClient(ctx: ProviderContext, provider: Provider): BackgroundClient {
  const gate = ctx.gateOf(provider.gate);
  const policy = apiPolicy(provider.baseUrl);
  const fail = (message: string, concernsOneCall: boolean, code = 'upstream_failed' as const) =>
    new ProviderFailure(code, `${provider.label} ${message}`, concernsOneCall);

  async function start(): Promise<void> {
    const { spacingMs } = provider;
    const limits = { longestWaitMs: LONGEST_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS, spacingMs };
    const admission = await passGate(gate, { priority: 'background', ...limits }, ctx.signal);
    if (admission.kind === 'admitted') return;
    const seconds = Math.ceil(admission.retryAfterMs / 1000);
    throw fail(`cannot be called for another ${seconds} seconds.`, false);
  }

  async function send(url: URL, content?: object): Promise<{ response: Response; body: string }> {
    const headers = {
      accept: 'application/json',
      ...(provider.userAgent !== undefined && { 'user-agent': provider.userAgent }),
      ...(content !== undefined && { 'content-type': 'application/json' }),
    };
    const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PER_CALL_MS)]);
    try {
      const response = await ctx.fetch(url, {
        policy,
        headers,
        signal,
        ...(content !== undefined && { method: 'POST', body: JSON.stringify(content) }),
      });
      return { response, body: await response.text() };
    } catch (error) {
      if (ctx.signal.aborted || error instanceof DomainError) throw error;
      // The platform's own message is omitted, because it may contain the address and with it the
      // key.
      throw fail('cannot be reached.', true);
    }
  }

  return async (path, query = {}, content = undefined) => {
    const url = new URL(`${provider.baseUrl}/${path}`);
    for (const [name, value] of Object.entries({ ...query, ...provider.query })) {
      url.searchParams.set(name, value);
    }
    await start();
    const { response, body } = await send(url, content);
    const { status } = response;
    if (status === 404) return null;
    const { headers } = response;
    // ListenBrainz sends the seconds in its own header.
    const wait = headers.get('retry-after') ?? headers.get('x-ratelimit-reset-in');
    const requestedMs = readRetryAfter(wait, ctx.clock());
    if (status === 429 || (status === 503 && requestedMs)) {
      const pauseMs = requestedMs || PAUSE_AFTER_429_MS;
      await gate.report({ quota: null, pauseMs });
      throw fail(`requests a pause of ${Math.ceil(pauseMs / 1000)} seconds.`, false);
    }
    if (status === 401 || status === 403) {
      throw fail(`refused the call with status ${status}.`, false);
    }
    if (!response.ok) throw fail(`answered with status ${status}.`, true);
    const value = readJson(body);
    if (value === undefined) throw fail('sent an answer that is not JSON.', true);
    return value;
  };
}
