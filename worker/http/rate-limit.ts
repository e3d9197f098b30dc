import type { Context, MiddlewareHandler } from 'hono';
import { DomainError } from '../../shared/errors.ts';
import { signedIn } from '../context/context.ts';
import { logSecurity } from '../security/security-log.ts';
import { type Slots, takeSlot } from '../security/slots.ts';
import type { AppEnv } from './app-env.ts';

/*
 * Limits per operator. They count within one isolate: exact numbers would cost every call a round
 * trip. The limits stop a stolen token or a careless script; they do not divide a quota.
 */

/** The counters are emptied at this size, which is more callers than a team has. */
const MAX_CALLERS = 1_000;

/** The limits of a route, for descriptions of the API. */
export interface CallLimit {
  perMinute?: number;
  atOnce?: number;
}

const callLimits = new WeakMap<object, CallLimit>();

/** The call limit that a handler of a route applies; undefined for any other handler. */
export const callLimitOf = (handler: object): CallLimit | undefined => callLimits.get(handler);

const operatorOf = ({ var: { ctx } }: Context<AppEnv>): string => String(signedIn(ctx).id);

/**
 * Limits the calls per minute of an operator, or of another caller: a bucket of that size, refilled
 * evenly. Further calls get 429.
 */
export function perMinute(calls: number, caller = operatorOf): MiddlewareHandler<AppEnv> {
  const buckets = new Map<string, { tokens: number; filledAt: number }>();
  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    const id = caller(c);
    const now = c.var.ctx.clock();
    const last = buckets.get(id) ?? { tokens: calls, filledAt: now };
    // The clock may have been set back.
    const passedMs = Math.max(0, now - last.filledAt);
    const tokens = Math.min(calls, last.tokens + (passedMs / 60_000) * calls);
    if (tokens < 1) {
      const retryAfterSeconds = ((1 - tokens) / calls) * 60;
      throw limited(
        c,
        `At most ${calls} of these calls are accepted per minute.`,
        retryAfterSeconds,
      );
    }
    if (buckets.size >= MAX_CALLERS) buckets.clear();
    buckets.set(id, { tokens: tokens - 1, filledAt: now });
    await next();
  };
  callLimits.set(limit, { perMinute: calls });
  return limit;
}

interface AtOnceOptions {
  /** The caller whose calls are counted together; by default the operator. */
  caller?: (c: Context<AppEnv>) => string;
  /**
   * Counts calls with the same key once: a client that rejoins its own call takes no second slot.
   */
  key?: (c: Context<AppEnv>) => string;
  /** Whether a call counts; by default every call does. */
  when?: (c: Context<AppEnv>) => boolean;
  /**
   * How long a call waits for a slot before it gets 429, in milliseconds; by default it does not
   * wait.
   */
  waitMs?: number;
}

/** A call that has not reported its end within this time was aborted with its request. */
const SLOT_LOST_AFTER_MS = 200_000;

/** Limits the calls of an operator, or of another caller, at the same time. A streamed answer counts until its end. */
export function atOnce(calls: number, options: AtOnceOptions = {}): MiddlewareHandler<AppEnv> {
  const { waitMs = 0 } = options;
  const limits = { calls, waitMs, lostAfterMs: SLOT_LOST_AFTER_MS };
  const running = new Map<string, Slots>();
  const { caller = operatorOf } = options;

  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (options.when?.(c) === false) return next();
    const id = caller(c);
    if (running.size >= MAX_CALLERS) running.clear();
    const slots = running.get(id) ?? new Map();
    running.set(id, slots);
    const key = options.key?.(c) ?? crypto.randomUUID();
    const { signal } = c.var.ctx;
    const release = await takeSlot(slots, key, limits, signal);
    if (release === null)
      throw limited(c, `At most ${calls} of these calls may run at the same time.`, 5);
    signal.addEventListener('abort', release, { once: true });
    try {
      await next();
    } catch (error) {
      release();
      throw error;
    }
    if (c.res.body === null || c.error !== undefined) release();
    else c.res = new Response(whenDone(c.res.body, release), c.res);
  };
  callLimits.set(limit, { atOnce: calls });
  return limit;
}

/** Returns the same bytes; calls `onDone` once when they end, fail or are cancelled. */
function whenDone(
  body: ReadableStream<Uint8Array>,
  onDone: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onDone();
        controller.close();
      } catch (error) {
        onDone();
        controller.error(error);
      }
    },
    cancel(reason) {
      onDone();
      return reader.cancel(reason);
    },
  });
}

function limited(c: Context<AppEnv>, message: string, retryAfterSeconds: number): DomainError {
  logSecurity(c.var.ctx, 'rate_limited', { path: c.req.routePath });
  return new DomainError('too_many_requests', message, { retryAfterSeconds });
}
