import { Hono } from 'hono';
import type { Bindings } from '../../../worker/context/env.ts';
import worker from '../../../worker/index.ts';

// Durable Objects that the configuration binds must be exported from here as well.
export * from '../../../worker/index.ts';

/** The peer: Hono with one route and nothing else, in the same isolate as the product. */
const bare = new Hono().get('/bare', (c) =>
  c.json({ success: true, id: 1, email: 'operator@localhost' }),
);

type Execution = Parameters<typeof worker.fetch>[2];

export default {
  ...worker,
  fetch(request: Request, env: Bindings, execution: Execution) {
    if (new URL(request.url).pathname === '/bare') return bare.fetch(request, env, execution);
    return worker.fetch(request, env, execution);
  },
};
