import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '../../shared/errors.ts';
import type { AppEnv } from './app-env.ts';

const MIB = 1024 * 1024;
const DEFAULT_BYTES = MIB;

/** Calls that take more than the default: method and path without /api -> bytes. */
const LARGER: Readonly<Record<string, number>> = {
  // 200,000 accounts with their positions; the screen sends a tenth of it.
  'POST /queues/insert': 24 * MIB,
  'POST /queues/accounts': 12 * MIB,
  'POST /queues/category/transfer': 12 * MIB,
  // A pasted page of 5 MiB, escaped as JSON.
  'POST /events/signup-infos': 12 * MIB,
  // 500 events with their categories and settings.
  'POST /events/dispatch-csv': 4 * MIB,
};

const limits = new Map<number, MiddlewareHandler<AppEnv>>();

/** Refuses bodies over the call's limit with 413, told or counted (chunked bodies say no length). */
export const limitBody: MiddlewareHandler<AppEnv> = (c, next) => {
  const bytes = LARGER[`${c.req.method} ${c.req.path.slice('/api'.length)}`] ?? DEFAULT_BYTES;
  let limit = limits.get(bytes);
  if (limit === undefined) {
    limit = bodyLimit({ maxSize: bytes, onError: () => refuse(bytes) });
    limits.set(bytes, limit);
  }
  return limit(c, next);
};

function refuse(bytes: number): never {
  throw new DomainError(
    'payload_too_large',
    `The request is too large: at most ${Math.floor(bytes / MIB)} MiB are taken here.`,
  );
}
