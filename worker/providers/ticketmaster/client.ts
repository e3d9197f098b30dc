import { DomainError } from '../../../shared/errors.ts';
import type { ProviderQuota } from '../../context/gate.ts';
import { apiPolicy } from '../../security/allowed-url.ts';
import { pause, unlessAborted } from '../../security/pause.ts';
import { spacingOf } from '../paces.ts';
import { passGate } from '../pass-gate.ts';
import { judge, type Received, repeat } from './judge.ts';
import type { Meter } from './meter.ts';
import { type CallLimits, type ClientContext, type Operation, openOperation } from './operation.ts';
import { ProviderRefusal } from './refusals.ts';
import { createSemaphore } from './semaphore.ts';
import { tooBusy, tooFast } from './too-many.ts';

/** One operation's calls to the Discovery and Commerce APIs: paced, repeated with care, within one deadline. */
export interface DiscoveryClient {
  discovery(path: string, query?: Record<string, string>): Promise<unknown>;
  commerce(path: string): Promise<unknown>;
  /** The quota in the last answer; null before the first. */
  quota(): ProviderQuota | null;
  meter: Meter;
  /** Ends the pending calls: one of them failed, so the others are no longer needed. */
  stop(reason: unknown): void;
}

/**
 * Opens a client for one operation.
 * @throws DomainError `unavailable` when no key is configured.
 */
export function createDiscoveryClient(
  ctx: ClientContext,
  overrides: Partial<CallLimits> = {},
): DiscoveryClient {
  const operation = openOperation(ctx, overrides);
  const base = ctx.env.TICKETMASTER_API_URL.replace(/\/+$/, '');
  const policy = apiPolicy(base, commerceBase(base));
  const enter = createSemaphore(operation.limits.callsAtOnce);

  async function call(url: URL): Promise<unknown> {
    url.searchParams.set('apikey', operation.key);
    try {
      const leave = await enter(operation.signal);
      try {
        return await callUntilAnswered(operation, url, policy);
      } finally {
        leave();
      }
    } catch (error) {
      if (operation.deadline.aborted && !ctx.signal.aborted) throw tooSlow();
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
    quota: () => operation.quota,
    meter: operation.meter,
    stop: operation.stop,
  };
}

type Policy = ReturnType<typeof apiPolicy>;

/** Makes a call, and repeats it while that may help. @returns the value of its answer. */
async function callUntilAnswered(operation: Operation, url: URL, policy: Policy) {
  const { meter, signal } = operation;
  const tries = { errors: 0, spikes: 0 };
  for (;;) {
    const available = await meter.waitAtGate(() => start(operation));
    const sent = await send(operation, url, policy);
    const outcome =
      sent instanceof Error
        ? repeat(operation, sent, tries)
        : await judge(operation, sent, tries, available);
    if ('value' in outcome) return outcome.value;
    await meter.wait(() => pause(outcome.againInMs, signal));
  }
}

/** Waits for the start that the gate gives to this call. @returns the quota that is left after it. */
async function start({ gate, limits, endsAt, signal }: Operation): Promise<number | null> {
  const { priority, longestPauseMs } = limits;
  const spacingMs = spacingOf('ticketmaster');
  const request = { priority, longestPauseMs, longestWaitMs: endsAt - Date.now(), spacingMs };
  const admission = await passGate(gate, request, signal);
  if (admission.kind === 'admitted') return admission.available;
  const { reason, retryAfterMs } = admission;
  throw reason === 'pause' ? tooFast(retryAfterMs) : tooBusy(reason, retryAfterMs);
}

/** Sends a call once. @returns the answer, or an error after which the call may be repeated. */
async function send(
  { ctx, limits, meter, signal }: Operation,
  url: URL,
  policy: Policy,
): Promise<Received | Error> {
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

/** The Commerce API has the same host as the Discovery API. */
function commerceBase(discoveryBase: string): string {
  return discoveryBase.replace(/\/discovery\/v2$/, '/commerce/v2');
}

function tooSlow(): ProviderRefusal {
  return new ProviderRefusal('upstream_timeout', 'Ticketmaster took too long to answer.', 0);
}

/** Omits the platform's own message, which may contain the address and with it the key. */
function unreachable(): ProviderRefusal {
  return new ProviderRefusal('upstream_failed', 'Ticketmaster cannot be reached.', 0);
}
