import type { MiddlewareHandler } from 'hono';
import type { Scope } from '../../shared/api-tokens/scopes.ts';

/**
 * Who may make a call: anyone (`public`), an operator with a session (`session`), or also a token with all of these
 * scopes.
 */
export type Access = 'public' | 'session' | readonly [Scope, ...Scope[]];

const declared = new WeakMap<object, Access>();

/**
 * States who may make the call of a route: `.post('/labels/find', access('read'), ...)`. A route without it needs the
 * scope of its method: `read` for GET, `write` for any other ({@link accessOf}). It does nothing by itself, because the
 * guard checks a token before it reaches the route.
 */
export function access(
  ...given: ['public'] | ['session'] | readonly [Scope, ...Scope[]]
): MiddlewareHandler {
  // Each route needs a function of its own, because the function is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  const [first] = given;
  declared.set(
    declaration,
    first === 'public' || first === 'session' ? first : (given as readonly [Scope, ...Scope[]]),
  );
  return declaration;
}

/** Who may make a call of this method that these handlers answer. */
export function accessOf(method: string, handlers: readonly object[]): Access {
  for (const handler of handlers) {
    const given = declared.get(handler);
    if (given !== undefined) return given;
  }
  return method === 'GET' || method === 'HEAD' ? ['read'] : ['write'];
}
