import type { MiddlewareHandler } from 'hono';
import { bodyLimit as honoBodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import { DomainError } from '../../shared/errors.ts';

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Limits that stand at a route; a route without one gets {@link defaultBodyLimit}. */
const routeLimits = new WeakSet<object>();

/**
 * Refuses larger request bodies with 413: `.post('/x', bodyLimit(24 * MIB), validate('json', x), ...)`.
 * Counts the bytes of a chunked body, which has no declared length.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  const limit = honoBodyLimit({ maxSize: maxBytes, onError: () => refuse(maxBytes) });
  routeLimits.add(limit);
  return limit;
}

const limitToDefault = bodyLimit(MIB);

/** Limits bodies to 1 MiB, except at routes that name their own {@link bodyLimit}. */
export const defaultBodyLimit: MiddlewareHandler = (c, next) =>
  matchedRoutes(c).some(({ handler }) => routeLimits.has(handler))
    ? next()
    : limitToDefault(c, next);

function refuse(maxBytes: number): never {
  const size = maxBytes < MIB ? `${maxBytes / KIB} KiB` : `${Math.floor(maxBytes / MIB)} MiB`;
  throw new DomainError(
    'payload_too_large',
    `The request is too large: at most ${size} are accepted here.`,
  );
}
