import type { MiddlewareHandler } from 'hono';
import { createCtx } from '../context.ts';
import { readEnv } from '../env.ts';
import { authenticate } from '../features/auth/index.ts';
import type { AppEnv } from './app-env.ts';

/** Creates the request's context (`c.var.ctx`) for every route; nobody is signed in yet. */
export const openContext: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { log, requestId } = c.var;
  c.set('ctx', createCtx(readEnv(c.env), { log, requestId, signal: c.req.raw.signal }));
  await next();
};

/**
 * Requires a valid bearer token and puts its operator into the context. Every route mounted after this
 * middleware needs a sign-in; whatever is wrong with the token, the answer is 401 "Invalid token".
 */
export const requireOperator: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.var.ctx.operator = await authenticate(c.var.ctx, bearerToken(c.req.header('Authorization')));
  await next();
};

/** The token of an Authorization header; an empty text when there is none. */
function bearerToken(header: string | undefined): string {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? '';
}
