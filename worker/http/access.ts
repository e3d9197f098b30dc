import type { MiddlewareHandler } from 'hono';
import type { Scope } from '../../shared/api-tokens/scopes.ts';

/**
 * Who may make a call without the guard: anyone (`public`), or the holder of a token that the route itself checks: a
 * scanner (`scanner`), the scanner that reads a catalogue (`reading`), a page with the token of its session in the query
 * (`channel`), or a calendar program (`calendar`).
 */
const UNGUARDED = ['public', 'scanner', 'reading', 'channel', 'calendar'] as const;
type Unguarded = (typeof UNGUARDED)[number];

/** Who may make a call: as {@link Unguarded}, an operator with a session (`session`), or also a token with all of these scopes. */
export type Access = Unguarded | 'session' | readonly [Scope, ...Scope[]];

const declared = new WeakMap<object, Access>();

/**
 * States who may make the call of a route: `.post('/labels/find', access('read'), ...)`. A route
 * without it needs the scope of its method: `read` for GET, `write` for any other ({@link
 * accessOf}). It has no effect at run time, because the guard checks a token before it reaches the
 * route.
 */
export function access(
  ...requirements: [Unguarded] | ['session'] | readonly [Scope, ...Scope[]]
): MiddlewareHandler {
  // Each route needs a separate function, because the function is the key.
  const declaration: MiddlewareHandler = (_, next) => next();
  const [first] = requirements;
  declared.set(
    declaration,
    isUnguarded(first) || first === 'session'
      ? first
      : (requirements as readonly [Scope, ...Scope[]]),
  );
  return declaration;
}

/** Whether the guard allows a call with this access without an operator. */
export const isUnguarded = (access: unknown): access is Unguarded =>
  UNGUARDED.some((one) => one === access);

/** The access for a call with this method that these handlers answer. */
export function accessOf(method: string, handlers: readonly object[]): Access {
  for (const handler of handlers) {
    const access = declared.get(handler);
    if (access !== undefined) return access;
  }
  return method === 'GET' || method === 'HEAD' ? ['read'] : ['write'];
}
