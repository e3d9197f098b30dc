import { app } from './app.ts';
import type { Bindings } from './env.ts';

export default {
  fetch(request, env, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      return app.fetch(request, env, execution);
    }
    return env.ASSETS.fetch(request);
  },
} satisfies ExportedHandler<Bindings>;
