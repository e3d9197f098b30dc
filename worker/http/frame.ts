import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Ctx } from '../context/context.ts';
import { RELEASE } from '../db/release.ts';
import type { AppEnv } from './app-env.ts';
import { createLog } from './log.ts';
import { API_HEADERS } from './security-headers.ts';
import { countCall } from './traffic.ts';

const HEADERS = Object.entries(API_HEADERS);

/**
 * Wraps every call: gives it an id (answered as X-Request-Id), writes one access line without
 * query, headers or body, and adds the version and the security headers. A client's own
 * X-Request-Id is logged beside the id and never replaces it: the audit trail contains ids, and two
 * calls must not share one.
 */
export const frame: MiddlewareHandler<AppEnv> = async (c, next) => {
  const requestId = crypto.randomUUID();
  c.set('requestId', requestId);
  c.set('log', createLog(requestId));
  const startedAt = Date.now();
  await next();
  const headers = c.res.headers;
  for (const [name, value] of HEADERS) if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Request-Id', requestId);
  headers.set('X-Release', RELEASE);
  const { log } = c.var;
  const ms = Date.now() - startedAt;
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? 'none';
  countCall({ method: c.req.method, route, status: c.res.status, ms });
  const fields = {
    method: c.req.method,
    path: loggedPath(c.req.path),
    status: c.res.status,
    ms,
    operator: c.var.ctx?.operator?.id ?? null,
    ...tokenOf(c.var.ctx),
    ...clientRequestId(c.req.header('X-Request-Id')),
  };
  // The line is written right after the answer, which does not wait for the log, but within this call: on Cloudflare a
  // line belongs to the call that prints it.
  c.executionCtx.waitUntil(nextTask().then(() => log.info('request', fields)));
};

/** The id of a found code contains the sender of its mail, which must not be in a log. */
const loggedPath = (path: string): string => path.replace(/^(\/api\/found-codes\/)[^/]+/, '$1[id]');

/** The id of the token that acted for the operator. */
const tokenOf = (ctx: Ctx | undefined) =>
  ctx?.operator?.apiToken === undefined ? {} : { token: ctx.operator.apiToken.id };

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** The id that the client gave to its call, if it looks like one. */
const clientRequestId = (given = '') =>
  /^[\w-]{8,64}$/.test(given) ? { client_request_id: given } : {};
