import type { ApiTokenFacts } from '../../shared/api-tokens/scopes.ts';
import type { ChannelMessage } from '../../shared/channel.ts';
import { errorText } from '../../shared/error-text.ts';
import { DomainError } from '../../shared/errors.ts';
import type { Database } from '../db/client.ts';
import type { Env } from './env.ts';
import type { GuardedFetch } from './fetch.ts';
import type { Gate } from './gate.ts';
import type { JobMessage } from './jobs.ts';

/** The operator on whose behalf something happens; null for cron and scanner work. */
export interface Operator {
  id: number;
  email: string;
  /** True while the password is one that the command line set. */
  mustChangePassword?: boolean;
  /** The API token that acts for the operator; absent for a session. */
  apiToken?: ApiTokenFacts;
}

/** The network data of the caller of a request. */
export interface Client {
  /** IP address, or `unknown` if no trusted proxy names it. */
  address: string;
  /** The User-Agent header, shortened. */
  userAgent: string;
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
  /** Lets work continue to its end after the caller has disconnected or was answered. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Identifies the request in logs and in the X-Request-Id header. */
  requestId: string;
}

/** The parts of the context that come from the request or cron tick. */
export interface Invocation {
  operator?: Operator | null;
  client?: Client;
  log: Log;
  signal: AbortSignal;
  /** Only for a request: a job or a cron tick lasts until its work ends. */
  waitUntil?: Ctx['waitUntil'];
  requestId: string;
  /**
   * Whether the request's method promises to change nothing that a reader would see; such a request
   * may read from a replica.
   */
  onlyReads?: boolean;
}

/**
 * The signed-in operator. The guard sets it for every call except the public ones.
 * @throws DomainError `invalid_token` without a sign-in.
 */
export function signedIn(ctx: Pick<Ctx, 'operator'>): Operator {
  if (ctx.operator === null) throw new DomainError('invalid_token', 'Invalid token');
  return ctx.operator;
}

/** Runs work that follows a stored change. A failure is only logged, because the change itself has succeeded. */
export async function afterwards(
  { log }: Pick<Ctx, 'log'>,
  failure: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(failure, { text: errorText(error) });
  }
}
