import { rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { findFreePort, readStatus, waitUntil } from '../network.ts';
import { startProcess, systemVariables } from '../processes.ts';
import type { Launch, Service } from '../service.ts';

const QUIET = {
  // No update check, telemetry, browser prompt or look-up of the machine's place: a start needs no network.
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NO_UPDATE_NOTIFIER: '1',
  BROWSER: 'none',
  FORCE_COLOR: '0',
  // wrangler's explorer answers SQL on the Durable Objects without a sign-in.
  X_LOCAL_EXPLORER: 'false',
  // Its trace store keeps the address of every outgoing call, with the provider's key inside, and never shrinks.
  X_LOCAL_OBSERVABILITY: 'false',
  // Its debug log repeats what is in worker.log and never shrinks either.
  WRANGLER_WRITE_LOGS: 'false',
  // The variables of this process are the Worker's; no file on disk holds the provider's key.
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
};

type WorkerLaunch = Pick<
  Launch,
  'settings' | 'providers' | 'libsqlUrl' | 'libsqlAuthToken' | 'simulatorOrigin'
> & { folder: Pick<Launch['folder'], 'secrets'> };

/** The Worker's variables. They travel in wrangler's environment: a command line is visible to every user. */
export function workerVariables(launch: WorkerLaunch): NodeJS.ProcessEnv {
  return {
    ...launch.folder.secrets,
    ...launch.providers.variables(launch.simulatorOrigin),
    LIBSQL_URL: launch.libsqlUrl,
    ...(launch.settings.DEPLOYMENT_ID && { DEPLOYMENT_ID: launch.settings.DEPLOYMENT_ID }),
    ...(launch.settings.SESSION_IDLE_MINUTES && {
      SESSION_IDLE_MINUTES: String(launch.settings.SESSION_IDLE_MINUTES),
    }),
    // Without a proxy in front, a client chooses every header that it sends.
    CLIENT_ADDRESS_HEADER: launch.settings.CLIENT_ADDRESS_HEADER || 'none',
    ...(launch.libsqlAuthToken && { LIBSQL_AUTH_TOKEN: launch.libsqlAuthToken }),
    // The libSQL server may be on the private network that the operator's machine is in.
    ...(launch.settings.LIBSQL_ALLOW_HTTP && { LIBSQL_ALLOW_HTTP: '1' }),
  };
}

/** Whether a line reports an error; wrangler's warnings and the access log stay in the file. */
function isError(line: string): boolean {
  return line.includes('[ERROR]') || /"level":\s*"error"/.test(line);
}

/**
 * Finds two failures in wrangler's output after which wrangler runs on without a usable Worker: a first build that
 * fails (wrangler waits for an edit; after later builds the former Worker still runs), and a runtime that crashed
 * (wrangler starts it again, but it may never answer).
 */
function watchOutput() {
  let isRunning = false;
  let fail: (sentence: string) => void;
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const read = (line: string) => {
    isRunning ||= line.includes('Ready on http');
    if (!isRunning && line.includes('Build failed')) fail('The Worker could not be built.');
    if (line.includes('runtime crashed')) fail("The Worker's runtime ended.");
  };
  return { read, failed };
}

/** The Worker under `wrangler dev`: the web app and /api. */
export const worker: Service = {
  name: 'worker',
  async start(launch) {
    const state = join(launch.folder.path, 'wrangler');
    // Left by versions that kept traces and wrote the variables to a file: both hold keys.
    await rm(join(state, 'v3', 'observability'), { recursive: true, force: true });
    await rm(join(launch.folder.path, 'worker.env'), { force: true });
    const output = watchOutput();
    const running = startProcess({
      name: 'worker',
      command: process.execPath,
      args: [
        'node_modules/wrangler/bin/wrangler.js',
        'dev',
        ...['--port', String(launch.workerPort)],
        ...['--ip', 'localhost'],
        ...['--assets', launch.webFolder],
        ...['--inspector-port', String(await findFreePort())],
        ...['--persist-to', state],
        // Without this option wrangler would read .env.
        ...['--env-file', devNull],
        '--local',
        ...['--show-interactive-dev-session', 'false'],
      ],
      env: {
        ...systemVariables(),
        ...QUIET,
        ...workerVariables(launch),
        // The web app is copied to `webFolder` already, or served by Vite.
        WEB_BUILD: 'off',
        // Instances side by side must not find each other's Workers by name.
        WRANGLER_REGISTRY_PATH: join(state, 'registry'),
      },
      logFile: join(launch.folder.logs, 'worker.log'),
      isWorthShowing: (line) => {
        output.read(line);
        return isError(line);
      },
    });
    const ended = Promise.race([running.ended, output.failed]);
    const health = `http://127.0.0.1:${launch.workerPort}/api/health`;
    const answers = async () => (await readStatus(health)) > 0;
    return { ...running, ended, ready: waitUntil('The Worker', answers, ended) };
  },
};

const MINUTE_MS = 60_000;
const TICK_WITHIN_MS = 50_000;

/**
 * `wrangler dev` never fires cron triggers by itself: this calls the scheduled handler at once, so that the dashboard
 * does not report scheduled work as stopped, and then at the start of each minute.
 */
export const cron: Service = {
  name: 'cron',
  async start(launch) {
    const url = `http://127.0.0.1:${launch.workerPort}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`;
    let timer: NodeJS.Timeout;
    const stopping = new AbortController();
    const tick = async () => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TICK_WITHIN_MS)]);
      try {
        const answer = await fetch(url, { signal });
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
