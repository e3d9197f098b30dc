import { env } from 'cloudflare:workers';
import type { Ctx, Log } from '../../../worker/context/context.ts';
import { readEnv } from '../../../worker/context/env.ts';
import { createCtx } from '../../../worker/create-context.ts';

/** A log that drops all lines, for services under test. */
const silentLog: Log = { info: () => undefined, error: () => undefined };

/**
 * A context for calling services directly, with the real database of the run. What it enqueues
 * never runs.
 */
export function makeCtx(changes: Partial<Omit<Ctx, 'db'>> = {}): Ctx {
  const ctx = createCtx(changes.env ?? readEnv(env), {
    log: silentLog,
    signal: new AbortController().signal,
    requestId: crypto.randomUUID(),
  });
  return Object.assign(ctx, { enqueue: async () => undefined }, changes);
}
