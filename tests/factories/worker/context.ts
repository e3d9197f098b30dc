import { env } from 'cloudflare:workers';
import { type Ctx, createCtx, type Log } from '../../../worker/context.ts';
import { readEnv } from '../../../worker/env.ts';

/** A log that drops all lines, for services under test. */
const silentLog: Log = { info: () => undefined, error: () => undefined };

/** A context for calling services directly, over the real database of the run. What it enqueues never runs. */
export function makeCtx(changes: Partial<Omit<Ctx, 'db'>> = {}): Ctx {
  const ctx = createCtx(changes.env ?? readEnv(env), {
    log: silentLog,
    signal: new AbortController().signal,
    requestId: crypto.randomUUID(),
  });
  return Object.assign(ctx, { enqueue: async () => undefined }, changes);
}
