import { SCANNER_PATH } from '../shared/scanner.ts';
import { app } from './app.ts';
import { admitScanner } from './durable/scan-desk-client.ts';
import type { Bindings } from './env.ts';

export { ScanDesk } from './durable/scan-desk.ts';

export default {
  fetch(request, env, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === SCANNER_PATH) return admitScanner(request, env);
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      return app.fetch(request, env, execution);
    }
    return env.ASSETS.fetch(request);
  },
} satisfies ExportedHandler<Bindings>;
