import type { MiddlewareHandler } from 'hono';
import { createCtx } from '../context.ts';
import { readEnv } from '../env.ts';
import { authenticate } from '../features/auth/index.ts';
import type { AppEnv } from './app-env.ts';

/** The only calls that need no sign-in. */
const PUBLIC = new Set(['POST /api/auth/login', 'GET /api/health', 'HEAD /api/health']);

/**
 * Builds the call's context and lets nobody pass without a valid bearer token, the public calls apart.
 * Everything that is not valid answers 401 "Invalid token" (part 4, "Calls").
 */
export const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const ctx = createCtx(readEnv(c.env), {
    log: c.var.log,
    signal: c.req.raw.signal,
    requestId: c.var.requestId,
  });
  c.set('ctx', ctx);
  if (!PUBLIC.has(`${c.req.method} ${c.req.path}`)) {
    ctx.operator = await authenticate(ctx, bearerToken(c.req.header('Authorization')));
  }
  return next();
};

function bearerToken(header: string | undefined): string {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? '';
}
