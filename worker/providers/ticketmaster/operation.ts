import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context/context.ts';
import type { Gate, Priority, ProviderQuota } from '../../context/gate.ts';
import { createMeter, type Meter } from './meter.ts';

const LIMITS = {
  /** The limit for everything, including waits; below the browser's 180 s. */
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

/** The part of the context that a client needs. */
export type ClientContext = Pick<Ctx, 'env' | 'fetch' | 'clock' | 'log' | 'signal' | 'gateOf'>;

/** What the calls of one operation share. */
export interface Operation {
  ctx: ClientContext;
  limits: CallLimits;
  key: string;
  gate: Gate;
  meter: Meter;
  /** When the operation has to end, in milliseconds since the epoch. */
  endsAt: number;
  /** Aborts at that time. */
  deadline: AbortSignal;
  /** Aborts at that time, when the caller disconnects, and when one of the calls has failed. */
  signal: AbortSignal;
  stop(reason: unknown): void;
  /** The quota in the last answer; null before the first. */
  quota: ProviderQuota | null;
}

/** @throws DomainError `unavailable` when no key is configured. */
export function openOperation(ctx: ClientContext, overrides: Partial<CallLimits>): Operation {
  const limits = { ...LIMITS, ...overrides };
  const deadline = AbortSignal.timeout(limits.overallMs);
  const failed = new AbortController();
  return {
    ctx,
    limits,
    deadline,
    key: keyOf(ctx),
    meter: createMeter(),
    quota: null,
    gate: ctx.gateOf('ticketmaster'),
    endsAt: Date.now() + limits.overallMs,
    signal: AbortSignal.any([ctx.signal, deadline, failed.signal]),
    stop: (reason) => failed.abort(reason),
  };
}

/** @throws DomainError `unavailable` when no key is configured. */
export function keyOf({ env }: Pick<ClientContext, 'env'>): string {
  if (env.TICKETMASTER_API_KEY) return env.TICKETMASTER_API_KEY;
  if (env.PROVIDERS === 'simulated') return 'simulated';
  throw new DomainError(
    'unavailable',
    'No Ticketmaster key is set up. Set TICKETMASTER_API_KEY and start again.',
  );
}
