import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Router } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import { DomainError } from '../../shared/errors.ts';
import type { AppEnv } from './app-env.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A route answers one method; `use` registers a middleware for all of them. */
const isRoute = (route: Pick<RouterRoute, 'method'>) => route.method !== 'ALL';

/** Refuses calls that no route answers before anything else is done for them. */
export const knownRoutesOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (matchedRoutes(c).some(isRoute)) return next();
  return c.notFound();
};

/**
 * The answer to a call that no route handles: 405 with Allow for a known path with another method,
 * 404 for any other path.
 */
export const refuseUnknown =
  (app: { router: Router<[unknown, RouterRoute]> }) =>
  (c: Context<AppEnv>): never => {
    const allowed = METHODS.filter((method) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => isRoute(route)),
    );
    if (allowed.length === 0) throw new DomainError('not_found', 'There is no such call.');
    c.header('Allow', allowed.join(', '));
    throw new DomainError(
      'method_not_allowed',
      `This call takes ${allowed.join(' or ')}, not ${c.req.method}.`,
    );
  };
