import type { MiddlewareHandler } from 'hono';
import { createCtx } from '../context.ts';
import { readEnv } from '../env.ts';
import { authenticate } from '../features/auth/index.ts';
import { clientOf } from '../security/client.ts';
import type { AppEnv } from './app-env.ts';

/** Creates the request's context (`c.var.ctx`) for every route; nobody is signed in yet. */
export const openContext: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { log, requestId } = c.var;
  const env = readEnv(c.env);
  const client = clientOf(c.req.raw.headers, env.CLIENT_ADDRESS_HEADER);
  c.set('ctx', createCtx(env, { log, requestId, client, signal: c.req.raw.signal }));
  await next();
};

/**
 * Requires a valid bearer token and puts its operator into the context. Every route mounted after this
 * middleware needs a sign-in; whatever is wrong with the token, the answer is 401 "Invalid token".
 */
export const requireOperator: MiddlewareHandler<AppEnv> = async (c, next) => {
  const token = bearerToken(c.req.header('Authorization'));
  Object.assign(c.var.ctx, await authenticate(c.var.ctx, token));
  await next();
};

/** The token of an Authorization header; an empty text when there is none. */
function bearerToken(header: string | undefined): string {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? '';
}
