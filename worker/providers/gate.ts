/**
 * The rules of a provider gate: one pace, one daily quota and one back-off for all calls with one key. Pure; the
 * Durable Object in worker/durable/provider-gate.ts keeps the state for the whole deployment.
 */
import { DAY_MS, MINUTE_MS } from '../../shared/times.ts';
import type { Admission, AdmissionRequest, GateReport, ProviderQuota } from '../context/gate.ts';

/** The state of a gate; times are milliseconds since the epoch. */
export interface GateState {
  /** When the next call may start. */
  nextStartAt: number;
  /** The end of the pause that the provider requested. */
  pausedUntil: number;
  /** The number of refusals in a row because of too many calls. */
  refusals: number;
  quota: ProviderQuota | null;
  /** When the state was written; null in the first one. */
  at: number | null;
}

/** The share of the daily quota that background work leaves to operators. */
export const RESERVE = 0.2;
const LONGEST_PAUSE_MS = 30_000;
/** A refusal this long after the last pause counts as the first one again. */
const CALM_MS = 30_000;

export const INITIAL_STATE: GateState = {
  nextStartAt: 0,
  pausedUntil: 0,
  refusals: 0,
  quota: null,
  at: null,
};

/** The longest time that a caller waits for its start. */
const LONGEST_LINE_MS = 5 * MINUTE_MS;
/** The end of a provider's day. */
const LONGEST_DAY_MS = 2 * DAY_MS;

/**
 * The state adjusted to the current clock. A clock that was fast has left times that are far in the
 * future. They are moved by the amount by which the clock was set back, and impossible times count
 * as past. A provider may request a pause of any length.
 */
function byClock(before: GateState, now: number): GateState {
  const aheadMs = Math.max(0, (before.at ?? now) - now);
  const nextStartAt = before.nextStartAt - aheadMs;
  const { quota } = before;
  const isRight = quota !== null && (quota.resetsAt ?? 0) <= now + LONGEST_DAY_MS;
  return {
    ...before,
    nextStartAt: nextStartAt > now + LONGEST_LINE_MS ? 0 : nextStartAt,
    pausedUntil: before.pausedUntil - aheadMs,
    quota: isRight ? currentQuota(quota, now) : null,
    at: now,
  };
}

/** Decides about one call. The start of an admitted call is reserved: no other call gets it. */
export function admit(
  before: GateState,
  request: AdmissionRequest,
  now: number,
): { state: GateState; admission: Admission } {
  const state = byClock(before, now);
  const refuse = (admission: Admission) => ({ state, admission });
  const { quota } = state;
  const isBackground = request.priority === 'background';
  if (isBackground && quota !== null && quota.available <= quota.limit * RESERVE) {
    const retryAfterMs = (quota.resetsAt ?? now) - now;
    return refuse({ kind: 'refused', reason: 'reserve', retryAfterMs });
  }
  const pauseMs = state.pausedUntil - now;
  if (pauseMs > request.longestPauseMs) {
    return refuse({ kind: 'refused', reason: 'pause', retryAfterMs: pauseMs });
  }
  const startAt = Math.max(now, state.nextStartAt, state.pausedUntil);
  const waitMs = startAt - now;
  if (isBackground && waitMs > 0) return refuse({ kind: 'later', retryAfterMs: waitMs });
  if (waitMs > request.longestWaitMs) {
    return refuse({ kind: 'refused', reason: 'queue', retryAfterMs: waitMs });
  }
  const left = quota && { ...quota, available: Math.max(0, quota.available - 1) };
  return {
    state: { ...state, nextStartAt: startAt + request.spacingMs, quota: left },
    admission: { kind: 'admitted', waitMs, available: left?.available ?? null },
  };
}

/**
 * Applies an answer of the provider: its own count of the quota, and a pause that grows with each
 * consecutive refusal.
 */
export function settle(earlier: GateState, report: GateReport, now: number): GateState {
  const before = byClock(earlier, now);
  const state = { ...before, quota: report.quota ?? before.quota };
  if (report.pauseMs === null) return state;
  const refusals = now - before.pausedUntil > CALM_MS ? 0 : before.refusals;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, report.pauseMs * 2 ** refusals);
  return {
    ...state,
    refusals: refusals + 1,
    // A pause that the provider itself names is kept in full.
    pausedUntil: Math.max(before.pausedUntil, now + Math.max(pauseMs, report.pauseMs)),
  };
}

/** A quota is valid for its day only. */
export function currentQuota(quota: ProviderQuota | null, now: number): ProviderQuota | null {
  const isOver = quota?.resetsAt !== null && quota !== null && quota.resetsAt <= now;
  return isOver ? null : quota;
}
