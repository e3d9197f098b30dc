/**
 * Starts everything on one machine and prints `Ready on http://localhost:PORT`. `--dev` puts Vite's hot reload in
 * front. start.mjs runs this file on a Node that is new enough.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contactProblems } from '../shared/provider-contact.ts';
import { openDataFolder } from './launch/data-folder.ts';
import { LaunchError } from './launch/launch-error.ts';
import { assertPortFree, findFreePort, readStatus, waitUntil } from './launch/network.ts';
import { openLog } from './launch/processes.ts';
import type { Launch, Service } from './launch/service.ts';
import { planProviders, publicAddresses, readSettings } from './launch/settings.ts';
import { Supervisor } from './launch/supervisor.ts';
import { plainSentence } from './services/command.ts';

/**
 * Everything that `npm start` starts, in this order. Loaded after the settings were checked: a wrong one is reported in
 * half the time.
 */
async function loadServices(): Promise<Service[]> {
  const { database } = await import('./launch/services/database.ts');
  const { scanner, simulator } = await import('./launch/services/node-programs.ts');
  const { hotReload, webApp } = await import('./launch/services/web.ts');
  const { cron, worker } = await import('./launch/services/worker.ts');
  return [webApp, database, simulator, worker, scanner, hotReload, cron];
}

const root = fileURLToPath(new URL('..', import.meta.url));
let logs: string | undefined;
let supervisor: Supervisor | undefined;
let isEnding = false;

/** Stops what was started and ends this process. Later reasons are consequences of the first and are not shown. */
async function end(exitCode: number, reason?: unknown): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (reason !== undefined) report(reason);
  await supervisor?.stop();
  process.exit(exitCode);
}

function report(reason: unknown): void {
  if (reason instanceof LaunchError) {
    console.error(reason.message);
    return;
  }
  const detail = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  console.error(`Boxoffice Desk did not start. ${plainSentence(reason).split('\n')[0]}`);
  // On a full disk, the reason above is the only sentence.
  if (logs !== undefined) openLog(join(logs, 'start.log'), { onFailure: () => {} })(detail);
}

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end(0));
  }
  // start.mjs was ended without a signal that could be passed on.
  process.on('disconnect', () => void end(0));
}

async function start(): Promise<void> {
  process.chdir(root);
  const settings = readSettings(process.env);
  const providers = planProviders(settings);
  // The folder comes first: claiming it ends the processes that a killed start left behind,
  // possibly on the same port.
  const folder = await openDataFolder(settings.DATA_DIR, settings.PORT, process.env);
  await assertPortFree(settings.PORT).catch(async (reason) => {
    await folder.release();
    throw reason;
  });
  logs = folder.logs;
  const isDev = process.argv.includes('--dev');
  const launch: Launch = {
    settings,
    folder,
    providers,
    isDev,
    libsqlUrl: settings.LIBSQL_URL ?? '',
    libsqlAuthToken: settings.LIBSQL_AUTH_TOKEN,
    libsqlKey: undefined,
    simulatorOrigin: undefined,
    simulatorMailPort: undefined,
    operator: settings.OPERATOR_EMAIL,
    workerPort: isDev ? await findFreePort() : settings.PORT,
    webFolder: isDev ? 'dist/web' : join(folder.path, 'web'),
  };
  supervisor = new Supervisor(launch, (sentence) => void end(1, new LaunchError(sentence)));
  await supervisor.start(await loadServices());
  await printReady(launch, supervisor.ended);
}

/** Waits until the login page and the database answer, then prints what an operator needs to begin. */
async function printReady(launch: Launch, ended: Promise<string>): Promise<void> {
  const origin = `http://localhost:${launch.settings.PORT}`;
  const answers = async (path: string) => (await readStatus(`${origin}${path}`)) < 400;
  const isReady = async () => (await answers('/login')) && (await answers('/api/health'));
  await waitUntil('The web app', isReady, ended);
  const isLive = launch.simulatorOrigin === undefined;
  const simulated = `simulated: artists, events and pages come from the built-in simulator (no key, no network)
  Event pages  ${launch.simulatorOrigin}/event-pages lists addresses with moving prices
  Sign-up page https://signup.ticketmaster.com/northern-lanterns`;
  const live = ['live', ...contactProblems({ ...launch.settings, PROVIDERS: 'live' })].join('. ');
  console.log(`
  Boxoffice Desk
  Address      ${publicAddresses(launch.settings).join(', ')}
  Operator     ${launch.operator}
  Providers    ${isLive ? live : simulated}
  Data folder  ${launch.folder.path}

Ready on ${origin}`);
}

stopOnSignals();
start().catch((reason) => end(1, reason));
