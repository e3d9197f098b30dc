/**
 * Starts everything on one machine and prints `Ready on http://localhost:PORT` (part 4, "Starting it").
 * `--dev` puts Vite's hot reload in front. start.mjs runs this file on a Node that is new enough.
 */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './launch/load-env.ts';
import { openDataFolder } from './launch/data-folder.ts';
import { LaunchError } from './launch/launch-error.ts';
import { assertPortFree, findFreePort } from './launch/ports.ts';
import { printReady } from './launch/ready.ts';
import type { Launch } from './launch/service.ts';
import { services } from './launch/services.ts';
import { planProviders, readSettings } from './launch/settings.ts';
import { Stage } from './launch/stage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let logs: string | undefined;
let stage: Stage | undefined;

let isEnding = false;

/** Stops what was started and ends this process; whatever comes after the first reason is its consequence. */
async function end(exitCode: number, reason?: unknown): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (reason !== undefined) await tell(reason);
  await stage?.stop();
  process.exit(exitCode);
}

async function tell(reason: unknown): Promise<void> {
  if (reason instanceof LaunchError) {
    console.error(reason.message);
    return;
  }
  const detail = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  console.error(`Boxoffice Desk did not start: ${String(reason).split('\n')[0]}`);
  if (logs !== undefined) await appendFile(join(logs, 'start.log'), `${detail}\n`);
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
  // First the folder: claiming it ends what a killed start has left behind, on the same port perhaps.
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
    simulatorOrigin: undefined,
    operator: settings.OPERATOR_EMAIL,
    workerPort: isDev ? await findFreePort() : settings.PORT,
    webFolder: isDev ? 'dist/web' : join(folder.path, 'web'),
    notes: [],
  };
  stage = new Stage(launch, (sentence) => void end(1, new LaunchError(sentence)));
  await stage.start(services);
  await printReady(launch, stage.ended);
}

stopOnSignals();
start().catch((reason) => end(1, reason));
