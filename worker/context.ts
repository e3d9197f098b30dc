import type { ChannelMessage } from '../shared/channel.ts';
import { DomainError } from '../shared/errors.ts';
import { type Database, openDatabase } from './db/client.ts';
import { publish } from './durable/channel-client.ts';
import type { Env, PlatformBindings } from './env.ts';
import type { JobMessage } from './jobs/messages.ts';
import type { Gate } from './providers/gate.ts';
import { reachableGate } from './providers/reachable-gate.ts';
import type { Client } from './security/client.ts';
import { createGuardedFetch, type GuardedFetch } from './security/guarded-fetch.ts';

/** The operator on whose behalf something happens; null for cron and scanner work. */
export interface Operator {
  id: number;
  email: string;
  /** True while the password is one that the command line set. */
  mustChangePassword?: boolean;
}

/** Structured log lines. Fields never hold a secret or a person's message. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The environment of a service, which reads no global, clock or environment itself. */
export interface Ctx {
  env: Env;
  db: Database;
  operator: Operator | null;
  /** The session of the operator; null without a sign-in. */
  sessionId: string | null;
  /** Address and program of the caller, as the network shows them. */
  client: Client;
  /** Now, in milliseconds since the epoch. */
  clock: () => number;
  /** Fetches only addresses that the caller's policy allows (worker/security/allowed-url.ts). */
  fetch: GuardedFetch;
  /** The gate that every call to the provider of this name passes (worker/providers/gate.ts). */
  gateOf: (provider: string) => Gate;
  /** Sends messages to every connected browser, in this order. Sending one again changes nothing. */
  publish: (messages: readonly ChannelMessage[]) => Promise<void>;
  /** Puts jobs on the queue. The queue may deliver a job twice. */
  enqueue: (jobs: readonly JobMessage[]) => Promise<void>;
  log: Log;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Identifies the request in logs and in the X-Request-Id header. */
  requestId: string;
}

/** The parts of the context that come from the request or cron tick. */
interface Invocation {
  operator?: Operator | null;
  client?: Client;
  log: Log;
  signal: AbortSignal;
  requestId: string;
}

/** The context of one request or cron tick. Opening it costs no round trip. */
export function createCtx(env: Env, invocation: Invocation): Ctx {
  let db: Database | undefined;
  let guardedFetch: GuardedFetch | undefined;
  return {
    env,
    get db() {
      db ??= openDatabase(env);
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
    publish: (messages) => publish(env.bindings, messages, invocation.signal),
    enqueue: (jobs) => enqueue(env.bindings, jobs),
    log: invocation.log,
    signal: invocation.signal,
    requestId: invocation.requestId,
  };
}

/** The most messages in one call of the queue. */
const MAX_BATCH = 100;

/** Kinds with a queue of their own. */
const QUEUE_OF: {
  [Kind in JobMessage['kind']]?: 'PRICE_JOBS' | 'ARTIST_JOBS' | 'NOTIFICATION_JOBS';
} = {
  'prices.check': 'PRICE_JOBS',
  'artists.check': 'ARTIST_JOBS',
  'notifications.post': 'NOTIFICATION_JOBS',
};

async function enqueue(bindings: PlatformBindings, jobs: readonly JobMessage[]): Promise<void> {
  for (const [name, own] of Map.groupBy(jobs, ({ kind }) => QUEUE_OF[kind] ?? 'JOBS')) {
    for (let start = 0; start < own.length; start += MAX_BATCH) {
      const batch = own.slice(start, start + MAX_BATCH);
      await bindings[name].sendBatch(batch.map((body) => ({ body })));
    }
  }
}

/**
 * The operator who is signed in; the guard has put it there for every call but the public ones.
 * @throws DomainError `invalid_token` without a sign-in.
 */
export function signedIn(ctx: Pick<Ctx, 'operator'>): Operator {
  if (ctx.operator === null) throw new DomainError('invalid_token', 'Invalid token');
  return ctx.operator;
}

/** Does what follows a stored change. A failure is logged: it must not be reported as one of the change. */
export async function afterwards(
  { log }: Pick<Ctx, 'log'>,
  failure: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(failure, { text: error instanceof Error ? error.message : String(error) });
  }
}
