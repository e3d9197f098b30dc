import { app } from './app.ts';
import { createCtx } from './context.ts';
import { type Bindings, readEnv } from './env.ts';
import { serveAsset } from './http/assets.ts';
import { createLog } from './http/log.ts';
import { isApiPath, refusePlainHttp } from './http/plain-http.ts';
import { runDueJobs } from './jobs/housekeeping.ts';

export { ProviderGate } from './durable/provider-gate.ts';
export { ScanDesk } from './durable/scan-desk.ts';

export default {
  fetch(request, env, execution) {
    const url = new URL(request.url);
    const refusal = refusePlainHttp(url);
    if (refusal !== null) return refusal;
    if (isApiPath(url.pathname)) return app.fetch(request, env, execution);
    return serveAsset(request, env.ASSETS);
  },

  async scheduled(_controller, env) {
    const requestId = crypto.randomUUID();
    const signal = new AbortController().signal;
    await runDueJobs(createCtx(readEnv(env), { log: createLog(requestId), signal, requestId }));
  },
} satisfies ExportedHandler<Bindings>;
