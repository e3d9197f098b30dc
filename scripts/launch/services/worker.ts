import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../ports.ts';
import { startProcess } from '../processes.ts';
import type { Launch, Service } from '../service.ts';
import { responds, waitUntil } from '../wait.ts';

/** No update check, telemetry, browser prompt or look-up of the machine's place: a start needs no network. */
const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NO_UPDATE_NOTIFIER: '1',
  BROWSER: 'none',
  FORCE_COLOR: '0',
};

/** Variables of the Worker, in a file that only the owner can read: a command line shows to everybody. */
async function writeVariables(launch: Launch): Promise<string> {
  const variables = {
    ...launch.folder.secrets,
    ...launch.providers.variables(launch.simulatorOrigin),
    LIBSQL_URL: launch.libsqlUrl,
    SESSION_IDLE_MINUTES: process.env.SESSION_IDLE_MINUTES ?? '',
    // No proxy stands in front: whatever header a client sends, it chose itself.
    CLIENT_ADDRESS_HEADER: process.env.CLIENT_ADDRESS_HEADER ?? '',
    ...(launch.settings.LIBSQL_AUTH_TOKEN && {
      LIBSQL_AUTH_TOKEN: launch.settings.LIBSQL_AUTH_TOKEN,
    }),
  };
  const file = join(launch.folder.path, 'worker.env');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)}`);
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
}

/** wrangler expands `$NAME` in values, whatever their quotes, unless the `$` is escaped. */
function quote(value: string): string {
  const mark = ["'", '"', '`'].find((candidate) => !value.includes(candidate)) ?? "'";
  return mark + value.replaceAll('$', '\\$') + mark;
}

/** wrangler marks what goes wrong with a cross; its warnings and access log stay in the file. */
function isError(line: string): boolean {
  return line.includes('[ERROR]') || /"level":\s*"error"/.test(line);
}

/**
 * Finds in wrangler's output what it does not end for, and the Worker is of no use after: a first build that fails
 * (wrangler waits for an edit; later ones may be mended), and a runtime that crashed (wrangler starts it again, yet
 * its answers may never come).
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
    const variables = await writeVariables(launch);
    const state = join(launch.folder.path, 'wrangler');
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
        ...['--env-file', variables],
        '--local',
        ...['--show-interactive-dev-session', 'false'],
      ],
      env: {
        ...process.env,
        ...QUIET,
        // It has its copy, or Vite serves it.
        WEB_BUILD: 'off',
        WRANGLER_LOG_PATH: join(launch.folder.logs, 'wrangler'),
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
    return { ...running, ended, ready: waitUntil('The Worker', () => responds(health), ended) };
  },
};
