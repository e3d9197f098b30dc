import type { Ctx, Invocation } from './context/context.ts';
import type { Env, PlatformBindings } from './context/env.ts';
import type { GuardedFetch } from './context/fetch.ts';
import type { JobMessage } from './context/jobs.ts';
import { type Database, openDatabase, openForReading } from './db/client.ts';
import { publish } from './durable/channel-client.ts';
import { reachableGate } from './providers/reachable-gate.ts';
import { createGuardedFetch } from './security/guarded-fetch.ts';

/** The context of one request or cron tick. Opening it costs no round trip. */
export function createCtx(env: Env, invocation: Invocation): Ctx {
  let db: Database | undefined;
  let guardedFetch: GuardedFetch | undefined;
  return {
    env,
    get db() {
      db ??= invocation.onlyReads ? openForReading(env) : openDatabase(env);
      return db;
    },
    operator: invocation.operator ?? null,
    sessionId: null,
    client: invocation.client ?? { address: 'unknown', userAgent: '' },
    clock: Date.now,
    fetch(url, init) {
      guardedFetch ??= createGuardedFetch({ signal: invocation.signal });
      return guardedFetch(url, init);
    },
    gateOf: (provider) => reachableGate(env.bindings.PROVIDER_GATE.getByName(provider)),
    publish: async (messages) => {
      const missed = await publish(env.bindings, messages, invocation.signal);
      if (missed.length > 0)
        invocation.log.error('objects of the live channel were not reached', { missed });
    },
    enqueue: (jobs) => enqueue(env.bindings, jobs),
    log: invocation.log,
    signal: invocation.signal,
    waitUntil: invocation.waitUntil ?? (() => undefined),
    requestId: invocation.requestId,
  };
}

/** The most messages in one call of the queue. */
const MAX_BATCH = 100;

/** Kinds of messages with a separate queue. */
const QUEUE_OF: {
  [Kind in JobMessage['kind']]?:
    | 'PRICE_JOBS'
    | 'ARTIST_JOBS'
    | 'NOTIFICATION_JOBS'
    | 'CHANNEL_JOBS'
    | 'REMINDER_JOBS';
} = {
  'prices.check': 'PRICE_JOBS',
  'artists.check': 'ARTIST_JOBS',
  'notifications.post': 'NOTIFICATION_JOBS',
  'channels.deliver': 'CHANNEL_JOBS',
  'reminders.deliver': 'REMINDER_JOBS',
};

async function enqueue(bindings: PlatformBindings, jobs: readonly JobMessage[]): Promise<void> {
  for (const [name, own] of Map.groupBy(jobs, ({ kind }) => QUEUE_OF[kind] ?? 'JOBS')) {
    for (let start = 0; start < own.length; start += MAX_BATCH) {
      const batch = own.slice(start, start + MAX_BATCH);
      await bindings[name].sendBatch(batch.map((body) => ({ body })));
    }
  }
}
