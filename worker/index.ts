import { app } from './app.ts';
import type { Ctx } from './context/context.ts';
import { type Bindings, readEnv } from './context/env.ts';
import { createCtx } from './create-context.ts';
import { recordDiskUse } from './features/health/index.ts';
import { serveAsset } from './http/assets.ts';
import { createLog } from './http/log.ts';
import {
  type AddressSettings,
  isApiPath,
  refuseAddress,
  withoutHsts,
} from './http/public-address.ts';
import { consumeJobs } from './jobs/consume.ts';
import { runDueJobs } from './jobs/cron.ts';
import { localTickName } from './security/local-tick.ts';

export { Channel } from './durable/channel.ts';
export { ProviderGate } from './durable/provider-gate.ts';
export { ReminderClock } from './durable/reminder-clock.ts';
export { ScanDesk } from './durable/scan-desk.ts';

export default {
  async fetch(request, env, execution) {
    const settings = addressSettings(env);
    const refusal = refuseAddress(request, settings);
    if (refusal !== null) return refusal;
    const answer = isApiPath(new URL(request.url).pathname)
      ? app.fetch(request, env, execution)
      : serveAsset(request, env.ASSETS);
    return withoutHsts(await answer, settings);
  },

  async scheduled({ cron }, env) {
    const { LOCAL_ONLY, TOKEN_SECRET } = readEnv(env);
    const ctx = openCtx(env);
    if (LOCAL_ONLY === '1') {
      const [name, disk = ''] = cron.split(' ');
      if (name !== localTickName(TOKEN_SECRET)) return;
      await recordDiskUse(ctx, disk);
    }
    await runDueJobs(ctx);
  },

  async queue(batch, env) {
    await consumeJobs(batch, () => openCtx(env));
  },
} satisfies ExportedHandler<Bindings>;

/** If the variables are not usable, every call is answered with the fault. */
function addressSettings(bindings: Bindings): AddressSettings {
  try {
    return readEnv(bindings);
  } catch {
    return { PUBLIC_URL: [], TRUSTED_PROXIES: [] };
  }
}

/** The context of work that was not started by a request. */
function openCtx(bindings: Bindings): Ctx {
  const requestId = crypto.randomUUID();
  const signal = new AbortController().signal;
  return createCtx(readEnv(bindings), { log: createLog(requestId), signal, requestId });
}
