import { app } from './app.ts';
import { type Ctx, createCtx } from './context.ts';
import { type Bindings, readEnv } from './env.ts';
import { serveAsset } from './http/assets.ts';
import { createLog } from './http/log.ts';
import { isApiPath, refusePlainHttp } from './http/plain-http.ts';
import { consumeJobs } from './jobs/consume.ts';
import { runDueJobs } from './jobs/cron.ts';

export { Channel } from './durable/channel.ts';
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
    await runDueJobs(openCtx(env));
  },

  async queue(batch, env) {
    await consumeJobs(batch, () => openCtx(env));
  },
} satisfies ExportedHandler<Bindings>;

/** The context of work that no request started. */
function openCtx(bindings: Bindings): Ctx {
  const requestId = crypto.randomUUID();
  const signal = new AbortController().signal;
  return createCtx(readEnv(bindings), { log: createLog(requestId), signal, requestId });
}
