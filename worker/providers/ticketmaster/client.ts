import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { pause } from '../../pause.ts';
import { apiPolicy } from '../../security/allowed-url.ts';
import { createMeter, type Meter } from './meter.ts';
import { createGate, takeSlot } from './pacing.ts';
import { type ProviderQuota, readQuota } from './quota.ts';
import { describeRefusal, ProviderRefusal, readDetail } from './refusals.ts';
import { judgeTooMany, tooFast } from './too-many.ts';

/** Limits of one operation (all its calls together) against the provider; times are milliseconds. */
export interface CallLimits {
  /** Everything, waits included; below the browser's 180 s (part 1, "Shared conventions"). */
  overallMs: number;
  perCallMs: number;
  /** Repeats of one call after a 5xx or a broken connection. */
  retries: number;
  backoffMs: number;
  /** Repeats of one call after a 429 for going too fast. */
  spikeRetries: number;
  /** A longer wait than this is told instead of waited out. */
  longestSpikeWaitMs: number;
  callsAtOnce: number;
}

const LIMITS: CallLimits = {
  overallMs: 170_000,
  perCallMs: 60_000,
  retries: 2,
  backoffMs: 400,
  spikeRetries: 3,
  longestSpikeWaitMs: 10_000,
  callsAtOnce: 4,
};

/** What a client needs of the context. */
export type ClientContext = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'log' | 'signal'>;

/** One operation's calls to the Discovery and Commerce APIs: paced, repeated with care, within one deadline. */
export interface DiscoveryClient {
  discovery(path: string, query?: Record<string, string>): Promise<unknown>;
  commerce(path: string): Promise<unknown>;
  /** The allowance as the last answer told it. */
  quota(): ProviderQuota | null;
  meter: Meter;
  /** Ends the calls still under way: one of them failed, so the others are of no use. */
  stop(reason: unknown): void;
}

/** The answer, or how long to wait before the call is repeated. */
type Outcome = { value: unknown } | { again: number };

/** How often one call was repeated so far, and why. */
interface Tries {
  errors: number;
  spikes: number;
}

/**
 * Opens a client for one operation.
 * @throws DomainError `unavailable` when no key is configured.
 */
export function createDiscoveryClient(
  ctx: ClientContext,
  overrides: Partial<CallLimits> = {},
): DiscoveryClient {
  const limits = { ...LIMITS, ...overrides };
  const key = keyOf(ctx);
  const base = ctx.env.TICKETMASTER_API_URL.replace(/\/+$/, '');
  const policy = apiPolicy(base, commerceBase(base));
  const deadline = AbortSignal.timeout(limits.overallMs);
  const failed = new AbortController();
  const signal = AbortSignal.any([ctx.signal, deadline, failed.signal]);
  const meter = createMeter();
  const gate = createGate(limits.callsAtOnce);
  let quota: ProviderQuota | null = null;

  async function send(url: URL): Promise<{ response: Response; body: string } | Error> {
    const perCall = AbortSignal.timeout(limits.perCallMs);
    const init = {
      policy,
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, perCall]),
    };
    try {
      return await meter.wait(async () => {
        meter.countCall();
        const response = await ctx.fetch(url, init);
        return { response, body: await response.text() };
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (perCall.aborted) throw tooSlow();
      if (error instanceof DomainError) throw error;
      return unreachable();
    }
  }

  function judge(response: Response, body: string, tries: Tries): Outcome {
    const told = readQuota(response.headers);
    quota = told ?? quota;
    if (response.ok) return { value: meter.own(() => parseJson(body)) };
    if (response.status === 429) {
      const wait = judgeTooMany(response, body, told, ctx.clock());
      if (tries.spikes >= limits.spikeRetries || wait > limits.longestSpikeWaitMs) {
        throw tooFast(wait);
      }
      tries.spikes += 1;
      return { again: wait };
    }
    const refusal = describeRefusal(response.status, body, key);
    const isWorthAnother = response.status >= 500 && readDetail(body).code !== NO_SUCH_OFFER;
    if (!isWorthAnother) throw refusal;
    return repeat(refusal, tries);
  }

  /** Reads only are repeated, and this client makes no other calls. */
  function repeat(error: Error, tries: Tries): Outcome {
    if (tries.errors >= limits.retries) throw error;
    tries.errors += 1;
    return { again: backoff(limits.backoffMs, tries.errors) };
  }

  async function call(url: URL): Promise<unknown> {
    url.searchParams.set('apikey', key);
    const tries = { errors: 0, spikes: 0 };
    try {
      const leave = await gate(signal);
      try {
        for (;;) {
          await meter.wait(() => pause(takeSlot(Date.now()), signal));
          const sent = await send(url);
          const outcome =
            sent instanceof Error ? repeat(sent, tries) : judge(sent.response, sent.body, tries);
          if ('value' in outcome) return outcome.value;
          await meter.wait(() => pause(outcome.again, signal));
        }
      } finally {
        leave();
      }
    } catch (error) {
      if (deadline.aborted && !ctx.signal.aborted) throw tooSlow();
      throw error;
    }
  }

  return {
    discovery(path, query = {}) {
      const url = new URL(`${base}/${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return call(url);
    },
    commerce: (path) => call(new URL(`${commerceBase(base)}/${path}`)),
    quota: () => quota,
    meter,
    stop: (reason) => failed.abort(reason),
  };
}

/** The Commerce API's error code for an event that its shop does not know; asking again does not help. */
const NO_SUCH_OFFER = '40001';

function keyOf({ env }: ClientContext): string {
  if (env.TICKETMASTER_API_KEY) return env.TICKETMASTER_API_KEY;
  if (env.PROVIDERS === 'simulated') return 'simulated';
  throw new DomainError(
    'unavailable',
    'No Ticketmaster key is set up. Set TICKETMASTER_API_KEY and start again.',
  );
}

/** The Commerce API stands beside the Discovery API on the same host. */
function commerceBase(discoveryBase: string): string {
  return discoveryBase.replace(/\/discovery\/v2$/, '/commerce/v2');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ProviderRefusal(
      'upstream_failed',
      'Ticketmaster sent an answer that is not JSON.',
      200,
    );
  }
}

function tooSlow(): ProviderRefusal {
  return new ProviderRefusal('upstream_timeout', 'Ticketmaster took too long to answer.', 0);
}

/** The platform's own text is left out: it may hold the address, and with it the key. */
function unreachable(): ProviderRefusal {
  return new ProviderRefusal('upstream_failed', 'Ticketmaster cannot be reached.', 0);
}

function backoff(baseMs: number, tries: number): number {
  return baseMs * 2 ** (tries - 1) * (0.5 + Math.random());
}
