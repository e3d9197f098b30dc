import type { Database } from './db/client.ts';
import type { Env } from './env.ts';

/** The operator on whose behalf something happens; null for cron, queue and scanner work. */
export interface Operator {
  id: number;
  email: string;
}

/** Structured log lines. Fields never hold a secret or a person's message. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Everything a service is given. A service reads no global, no clock and no environment of its own. */
export interface Ctx {
  env: Env;
  db: Database;
  operator: Operator | null;
  /** Now, in milliseconds since the epoch. */
  clock: () => number;
  /** Guarded fetch: allow-listed hosts only (worker/security/guarded-fetch.ts). */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  log: Log;
  /** Ends when the caller goes away. */
  signal: AbortSignal;
  /** Identifies the request in logs and in the X-Request-Id header. */
  requestId: string;
}
