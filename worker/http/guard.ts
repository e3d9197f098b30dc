import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { CALLS_A_MINUTE } from '../../shared/api-tokens/schema.ts';
import { errorText } from '../../shared/error-text.ts';
import { DomainError } from '../../shared/errors.ts';
import {
  type Ctx,
  type Invocation,
  type Log,
  type Operator,
  signedIn,
} from '../context/context.ts';
import { type Bindings, type Env, readEnv } from '../context/env.ts';
import { clientOf } from '../security/client.ts';
import { accessOf, isUnguarded } from './access.ts';
import type { AppEnv } from './app-env.ts';
import { describeError } from './log.ts';
import { forwardedClient } from './public-address.ts';
import { perMinute } from './rate-limit.ts';

/**
 * Reads a session token.
 * @returns the identity that it proves, for the context.
 * @throws DomainError `invalid_token`
 */
type Authenticate = (ctx: Ctx, token: string) => Promise<Caller>;

type Caller = Pick<Ctx, 'operator' | 'sessionId'>;

/** The callers of requests that are part of another call. */
const callers = new WeakMap<Request, Caller>();

/**
 * Makes a request part of a call whose token was checked and counted: it has the same caller. Its
 * scopes and the limits of its route are checked as for any other request.
 */
export function actFor({ operator, sessionId }: Caller, request: Request): void {
  callers.set(request, { operator, sessionId });
}

/** Opens the request's context (`c.var.ctx`) for every route, without an operator. */
export const openContext =
  (createCtx: (env: Env, invocation: Invocation) => Ctx): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { log, requestId } = c.var;
    const env = usableEnv(c.env, log);
    const { headers } = c.req.raw;
    const client = clientOf(headers, env.CLIENT_ADDRESS_HEADER, forwardedClient(headers, env));
    const { signal } = c.req.raw;
    const waitUntil: Ctx['waitUntil'] = (work) => c.executionCtx.waitUntil(work);
    const onlyReads = c.req.method === 'GET';
    c.set('ctx', createCtx(env, { log, requestId, client, signal, waitUntil, onlyReads }));
    await next();
  };

/** The environment. A fault in it is logged and not shown to anonymous callers. */
function usableEnv(bindings: Bindings, log: Log): Env {
  try {
    return readEnv(bindings);
  } catch (error) {
    log.error('not set up', { text: errorText(error) });
    throw new DomainError('unavailable', 'The server is not set up. Its log names the reason.');
  }
}

/**
 * Requires a valid bearer token and puts its operator into the context. Every route mounted after this
 * middleware needs a sign-in; the answer to any faulty token is 401 "Invalid token".
 */
export const requireOperator =
  (authenticate: Authenticate): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'));
    const caller = callers.get(c.req.raw) ?? (await authenticate(c.var.ctx, token));
    Object.assign(c.var.ctx, caller);
    await next();
  };

/**
 * Refuses a call that the caller's token may not make. A session may make every call.
 * @throws DomainError `forbidden`, which names the scopes that are missing
 */
export const requireScopes: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { apiToken: token } = signedIn(c.var.ctx);
  if (token === undefined) return next();
  const handlers = matchedRoutes(c).map(({ handler }) => handler);
  const needed = accessOf(c.req.method, handlers);
  if (needed === 'session') {
    throw new DomainError('forbidden', 'A token cannot make this call. It needs a sign-in.');
  }
  if (isUnguarded(needed)) return next();
  const missing = needed.filter((scope) => !token.scopes.includes(scope));
  if (missing.length === 0) return next();
  throw new DomainError(
    'forbidden',
    `This call needs a token with the scope ${missing.join(' and ')}.`,
  );
};

const limitToken = perMinute(CALLS_A_MINUTE, (c) => `token ${signedIn(c.var.ctx).apiToken?.id}`);

/** Limits the calls of each token. Those of a session have no limit of this kind, and a part of a call is counted with it. */
export const limitTokens: MiddlewareHandler<AppEnv> = (c, next) =>
  signedIn(c.var.ctx).apiToken === undefined || callers.has(c.req.raw)
    ? next()
    : limitToken(c, next);

/**
 * Refuses operators whose password was set on the command line, because another person has it. They may change it and sign
 * out.
 */
export const requireOwnPassword: MiddlewareHandler<AppEnv> = async (c, next) => {
  assertOwnPassword(signedIn(c.var.ctx));
  await next();
};

/**
 * @throws DomainError `forbidden` while the operator's password is one that the command line set.
 */
export function assertOwnPassword({ mustChangePassword }: Operator): void {
  if (mustChangePassword !== true) return;
  throw new DomainError('forbidden', 'Choose your own password first.', {
    requirement: 'own-password',
  });
}

/**
 * Signs the operator in if the call has a valid token; any other call continues anonymously, also
 * while the database cannot be reached.
 */
export const recognizeOperator =
  (authenticate: Authenticate): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'));
    if (token !== '') {
      const proven = await authenticate(c.var.ctx, token).catch((error: unknown) => {
        if (!(error instanceof DomainError))
          c.var.log.error('caller unknown', describeError(error));
        return null;
      });
      if (proven !== null) Object.assign(c.var.ctx, proven);
    }
    await next();
  };

/** Refuses a call whose bearer token the check refuses, before its body is read. For programs such as scanners. */
export const requireToken =
  (check: (ctx: Ctx, token: string) => Promise<unknown>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await check(c.var.ctx, bearerToken(c.req.header('Authorization')));
    await next();
  };

/** The token of an Authorization header; an empty text if there is none. */
export function bearerToken(header: string | undefined): string {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? '';
}
