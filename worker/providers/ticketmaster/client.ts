import { DomainError } from '../../../shared/errors.ts';
import { readJson } from '../../../shared/json.ts';
import type { Ctx } from '../../context/context.ts';
import type { Priority, ProviderQuota } from '../../context/gate.ts';
import { apiPolicy } from '../../security/allowed-url.ts';
import { pause, unlessAborted } from '../../security/pause.ts';
import { passGate } from '../pass-gate.ts';
import { createMeter, type Meter } from './meter.ts';
import { readQuota } from './quota.ts';
import { describeRefusal, isRefusedAnswer, ProviderRefusal, readDetail } from './refusals.ts';
import { judgeTooMany, tooBusy, tooFast } from './too-many.ts';

const LIMITS = {
  /** Everything, waits included; below the browser's 180 s. */
  overallMs: 170_000,
  perCallMs: 60_000,
  /** Repeats of one call after a 5xx or a broken connection. */
  retries: 2,
  backoffMs: 400,
  /** Repeats of one call after a 429 for going too fast. */
  spikeRetries: 3,
  /** A longer pause than this ends the operation with an error that names it. */
  longestPauseMs: 10_000,
  callsAtOnce: 4,
  priority: 'interactive' as Priority,
};

/** Limits of one operation (all its calls together) against the provider; times are milliseconds. */
export type CallLimits = typeof LIMITS;

/** The count of the gate may differ by the calls under way; a larger difference is reported to it. */
const QUOTA_TOLERANCE = 10;

/** The part of the context that a client needs. */
export type ClientContext = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'log' | 'signal' | 'gateOf'>;

/** One operation's calls to the Discovery and Commerce APIs: paced, repeated with care, within one deadline. */
export interface DiscoveryClient {
  discovery(path: string, query?: Record<string, string>): Promise<unknown>;
  commerce(path: string): Promise<unknown>;
  /** The quota in the last answer; null before the first. */
  quota(): ProviderQuota | null;
  meter: Meter;
  /** Ends the calls still under way: one of them failed, so the others are of no use. */
  stop(reason: unknown): void;
}

/** The answer, or how long to wait before the call is repeated. */
type Outcome = { value: unknown } | { againInMs: number };

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
  const endsAt = Date.now() + limits.overallMs;
  const deadline = AbortSignal.timeout(limits.overallMs);
  const failed = new AbortController();
  const signal = AbortSignal.any([ctx.signal, deadline, failed.signal]);
  const meter = createMeter();
  const enter = createSemaphore(limits.callsAtOnce);
  const gate = ctx.gateOf('ticketmaster');
  let quota: ProviderQuota | null = null;

  /** Waits for the start that the gate gives to this call. @returns the quota that is left after it. */
  async function start(): Promise<number | null> {
    const { priority, longestPauseMs } = limits;
    const request = { priority, longestPauseMs, longestWaitMs: endsAt - Date.now() };
    const admission = await passGate(gate, request, signal);
    if (admission.kind === 'admitted') return admission.available;
    const { reason, retryAfterMs } = admission;
    throw reason === 'pause' ? tooFast(retryAfterMs) : tooBusy(reason, retryAfterMs);
  }

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
        const response = await unlessAborted(ctx.fetch(url, init), init.signal);
        return { response, body: await response.text() };
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (perCall.aborted) throw tooSlow();
      if (error instanceof DomainError) throw error;
      return unreachable();
    }
  }

  async function judge(
    response: Response,
    body: string,
    tries: Tries,
    expected: number | null,
  ): Promise<Outcome> {
    const reported = readQuota(response.headers);
    quota = reported ?? quota;
    const isPause = response.status === 503 && response.headers.has('retry-after');
    if (response.status === 429 || isPause) return waitForPause(response, body, tries, reported);
    const isSurprise =
      reported !== null &&
      (expected === null || Math.abs(reported.available - expected) > QUOTA_TOLERANCE);
    if (isSurprise) await gate.report({ quota: reported, pauseMs: null });
    if (response.ok) {
      const value = meter.own(() => parseJson(body));
      // An answer with errors and nothing else is no empty list.
      if (isRefusedAnswer(value)) throw describeRefusal(response.status, body, key);
      return { value };
    }
    const refusal = describeRefusal(response.status, body, key);
    const isWorthAnother = response.status >= 500 && readDetail(body).code !== NO_SUCH_OFFER;
    if (!isWorthAnother) throw refusal;
    return repeat(refusal, tries);
  }

  /** After a 429 or a requested pause: the gate keeps every caller back, this one included. */
  async function waitForPause(
    response: Response,
    body: string,
    tries: Tries,
    reported: ProviderQuota | null,
  ): Promise<Outcome> {
    if (reported?.available === 0) await gate.report({ quota: reported, pauseMs: null });
    const pauseMs = judgeTooMany(response, body, reported, ctx.clock());
    await gate.report({ quota: reported, pauseMs });
    if (tries.spikes >= limits.spikeRetries || pauseMs > limits.longestPauseMs) {
      throw tooFast(pauseMs);
    }
    tries.spikes += 1;
    return { againInMs: 0 };
  }

  /** Only reads are repeated, and this client makes no other calls. */
  function repeat(error: Error, tries: Tries): Outcome {
    if (tries.errors >= limits.retries) throw error;
    tries.errors += 1;
    return { againInMs: backoff(limits.backoffMs, tries.errors) };
  }

  async function call(url: URL): Promise<unknown> {
    url.searchParams.set('apikey', key);
    const tries = { errors: 0, spikes: 0 };
    try {
      const leave = await enter(signal);
      try {
        for (;;) {
          const available = await meter.waitAtGate(start);
          const sent = await send(url);
          const outcome =
            sent instanceof Error
              ? repeat(sent, tries)
              : await judge(sent.response, sent.body, tries, available);
          if ('value' in outcome) return outcome.value;
          await meter.wait(() => pause(outcome.againInMs, signal));
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

/** The Commerce API's error code for an event that its shop does not have; a repeated call does not help. */
const NO_SUCH_OFFER = '40001';

function keyOf({ env }: ClientContext): string {
  if (env.TICKETMASTER_API_KEY) return env.TICKETMASTER_API_KEY;
  if (env.PROVIDERS === 'simulated') return 'simulated';
  throw new DomainError(
    'unavailable',
    'No Ticketmaster key is set up. Set TICKETMASTER_API_KEY and start again.',
  );
}

/** The Commerce API has the same host as the Discovery API. */
function commerceBase(discoveryBase: string): string {
  return discoveryBase.replace(/\/discovery\/v2$/, '/commerce/v2');
}

/** Lets `size` callers in at once; the others wait in order. */
function createSemaphore(size: number): (signal: AbortSignal) => Promise<() => void> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (signal) => {
    if (inside >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    const leave = () => {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    };
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  };
}

function parseJson(body: string): unknown {
  const value = readJson(body);
  if (value !== undefined) return value;
  const message = 'Ticketmaster sent an answer that is not JSON.';
  throw new ProviderRefusal('upstream_failed', message, 200);
}

function tooSlow(): ProviderRefusal {
  return new ProviderRefusal('upstream_timeout', 'Ticketmaster took too long to answer.', 0);
}

/** Without the platform's own message, which may contain the address and with it the key. */
function unreachable(): ProviderRefusal {
  return new ProviderRefusal('upstream_failed', 'Ticketmaster cannot be reached.', 0);
}

function backoff(baseMs: number, tries: number): number {
  return baseMs * 2 ** (tries - 1) * (0.5 + Math.random());
}
