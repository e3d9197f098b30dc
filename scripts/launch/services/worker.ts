import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localTickName } from '../../../worker/security/local-tick.ts';
import { NOT_STARTED, PLAN_VARIABLE, type WorkerPlan } from '../../run-worker.ts';
import { measureDisk } from '../disk-use.ts';
import { readStatus, waitUntil } from '../network.ts';
import { startProcess, systemVariables } from '../processes.ts';
import type { Launch, Service } from '../service.ts';
import { publicAddresses } from '../settings.ts';

type WorkerLaunch = Pick<
  Launch,
  'settings' | 'providers' | 'libsqlUrl' | 'libsqlAuthToken' | 'simulatorOrigin'
> & { folder: Pick<Launch['folder'], 'secrets'> };

/** The variables of the Worker. */
export function workerVariables(launch: WorkerLaunch): Record<string, string> {
  return {
    ...launch.folder.secrets,
    ...launch.providers.variables(launch.simulatorOrigin),
    LIBSQL_URL: launch.libsqlUrl,
    ...(launch.settings.DEPLOYMENT_ID && { DEPLOYMENT_ID: launch.settings.DEPLOYMENT_ID }),
    ...(launch.settings.SESSION_IDLE_MINUTES && {
      SESSION_IDLE_MINUTES: String(launch.settings.SESSION_IDLE_MINUTES),
    }),
    ...(launch.settings.CHANNEL_SHARDS && {
      CHANNEL_SHARDS: String(launch.settings.CHANNEL_SHARDS),
    }),
    // wrangler listens on loopback.
    LOCAL_ONLY: '1',
    PUBLIC_URL: publicAddresses(launch.settings).join(','),
    TRUSTED_PROXIES: (launch.settings.TRUSTED_PROXIES ?? []).join(','),
    // Without a proxy in front, a client chooses every header that it sends.
    CLIENT_ADDRESS_HEADER: launch.settings.CLIENT_ADDRESS_HEADER || 'none',
    ...(launch.libsqlAuthToken && { LIBSQL_AUTH_TOKEN: launch.libsqlAuthToken }),
    ...(launch.settings.LIBSQL_URL &&
      launch.settings.LIBSQL_REPLICA_URL && {
        LIBSQL_REPLICA_URL: launch.settings.LIBSQL_REPLICA_URL,
      }),
    // The libSQL server may be on the private network that the operator's machine is in.
    ...(launch.settings.LIBSQL_ALLOW_HTTP && { LIBSQL_ALLOW_HTTP: '1' }),
  };
}

const DISK_SENTENCE = 'The disk of DATA_DIR is full: free some space and try again.';
/** The texts of Node and esbuild for a disk or a quota that is used up. */
const FULL_DISK = /no space left on device|ENOSPC|EDQUOT|quota exceeded/i;

/**
 * Whether a line reports an error that the operator must see. wrangler's warnings and the access
 * log stay in the file, and so do the errors of a build on a full disk, for which the start prints
 * a sentence.
 */
function isError(line: string): boolean {
  if (FULL_DISK.test(line) || line.includes('[ERROR] Build failed with')) return false;
  return line.includes('[ERROR]') || /"level":\s*"error"/.test(line);
}

/**
 * Finds three failures in the output of a Worker that has not ended yet: the reason why it did not
 * start, a full disk during its start (wrangler then waits for the next edit), and a runtime that
 * crashed (wrangler starts it again, but it may never answer).
 */
export function watchOutput() {
  let isStarting = true;
  let fail: (sentence: string) => void;
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const read = (line: string) => {
    if (line.startsWith(NOT_STARTED)) fail(line);
    if (isStarting && FULL_DISK.test(line)) fail(DISK_SENTENCE);
    if (line.includes('runtime crashed')) fail("The Worker's runtime ended.");
  };
  const settle = () => {
    isStarting = false;
  };
  return { read, failed, settle };
}

/** The Worker: the web app and /api. */
export const worker: Service = {
  name: 'worker',
  async start(launch) {
    const state = join(launch.folder.path, 'wrangler');
    // Versions that stored traces and wrote the variables to a file left these files. Both contain
    // keys.
    await rm(join(state, 'v3', 'observability'), { recursive: true, force: true });
    await rm(join(launch.folder.path, 'worker.env'), { force: true });
    const plan: WorkerPlan = {
      port: launch.workerPort,
      state,
      webFolder: launch.webFolder,
      variables: workerVariables(launch),
    };
    const output = watchOutput();
    const running = startProcess({
      name: 'worker',
      command: process.execPath,
      args: ['scripts/run-worker.ts'],
      env: { ...systemVariables(), FORCE_COLOR: '0', [PLAN_VARIABLE]: JSON.stringify(plan) },
      logFile: join(launch.folder.logs, 'worker.log'),
      isWorthShowing: (line) => {
        output.read(line);
        return isError(line);
      },
    });
    const ended = Promise.race([output.failed, running.ended]);
    const health = `http://localhost:${launch.workerPort}/api/health`;
    const answers = async () => (await readStatus(health)) > 0;
    const ready = waitUntil('The Worker', answers, ended);
    return { ...running, ended, ready: ready.then(output.settle) };
  },
};

const MINUTE_MS = 60_000;
const TICK_WITHIN_MS = 50_000;

/**
 * `wrangler dev` never fires cron triggers by itself: this calls the scheduled handler at once, so that the dashboard
 * does not report scheduled work as stopped, and then at the start of each minute. The Worker ignores calls of others.
 * It cannot see the disk, so the name of the trigger is followed by the sizes of the files.
 */
export const cron: Service = {
  name: 'cron',
  async start(launch) {
    const name = localTickName(launch.folder.secrets.TOKEN_SECRET);
    const url = `http://localhost:${launch.workerPort}/cdn-cgi/handler/scheduled`;
    let timer: NodeJS.Timeout;
    const stopping = new AbortController();
    const tick = async () => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TICK_WITHIN_MS)]);
      try {
        const use = await measureDisk(launch.folder.path);
        const trigger = use === null ? name : `${name} ${JSON.stringify(use)}`;
        const answer = await fetch(`${url}?cron=${encodeURIComponent(trigger)}`, { signal });
        if (!answer.ok) console.error(`[cron] The scheduled handler answered ${answer.status}.`);
      } catch (error) {
        if (!stopping.signal.aborted) console.error(`[cron] ${String(error)}`);
      }
    };
    const plan = () => {
      timer = setTimeout(
        () => {
          void tick();
          plan();
        },
        MINUTE_MS - (Date.now() % MINUTE_MS),
      );
    };
    void tick();
    plan();
    return {
      stop: async () => {
        clearTimeout(timer);
        stopping.abort();
      },
    };
  },
};
