import type { Ctx, Log } from '../context/context.ts';
import type { Bindings } from '../context/env.ts';

/** Types of the Hono app: every routes.ts starts with `new Hono<AppEnv>()`. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    /** The values that a service receives. */
    ctx: Ctx;
    log: Log;
    requestId: string;
  };
}
