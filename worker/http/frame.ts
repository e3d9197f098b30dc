import type { MiddlewareHandler } from 'hono';
import { logAccess } from './access-log.ts';
import type { AppEnv } from './app-env.ts';
import { createLog } from './log.ts';
import { API_HEADERS } from './security-headers.ts';

const SANE_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const HEADERS = Object.entries(API_HEADERS);

/**
 * Around every call: its id (X-Request-Id, taken from the client when it is sane), one access line
 * without query, headers or body, and the security headers.
 */
export const frame: MiddlewareHandler<AppEnv> = async (c, next) => {
  const given = c.req.header('X-Request-Id');
  const requestId =
    given !== undefined && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID();
  c.set('requestId', requestId);
  c.set('log', createLog(requestId));
  const startedAt = Date.now();
  await next();
  const headers = c.res.headers;
  for (const [name, value] of HEADERS) if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Request-Id', requestId);
  logAccess(c, startedAt);
};
