/**
 * Runs the Worker on this machine, like `wrangler dev`, but without open ports: its command line
 * cannot disable the debugger, whose port gives every key to each program of the machine and to
 * pages in a browser. The launcher passes a {@link WorkerPlan}; alone (`npm run worker`), the
 * Worker gets the variables of .env and the environment.
 */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerVariables } from '../shared/env.ts';
import { errorText } from '../shared/error-text.ts';
import { answerHasher } from '../worker/security/passwords.ts';

/** The settings of the Worker that the launcher decides. */
export interface WorkerPlan {
  /** On loopback. */
  port: number;
  /**
   * The folder for the storage of Durable Objects and queues, and for wrangler's temporary files.
   */
  state: string;
  /** The folder of the built web app. */
  webFolder: string;
  variables: Record<string, string>;
}

/**
 * The variable that contains the plan as JSON. It is not an argument, because every user of the
 * machine can see a command line.
 */
export const PLAN_VARIABLE = 'BOXOFFICE_WORKER_PLAN';

/** The beginning of the line with the reason why the Worker did not start. */
export const NOT_STARTED = 'The Worker did not start: ';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const QUIET = {
  // wrangler makes no update check, telemetry, browser prompt or look-up of the machine's location, so a start needs no
  // network.
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NO_UPDATE_NOTIFIER: '1',
  BROWSER: 'none',
  // wrangler's explorer answers SQL on the Durable Objects without a sign-in.
  X_LOCAL_EXPLORER: 'false',
  // Its trace store keeps the address of every outgoing call, with the provider's key inside, and never shrinks.
  X_LOCAL_OBSERVABILITY: 'false',
  // Its debug log repeats what is in worker.log and never shrinks either.
  WRANGLER_WRITE_LOGS: 'false',
};

/** The plan of a Worker that runs without the launcher, on PORT and a database that LIBSQL_URL names. */
function planAlone(): WorkerPlan {
  for (const file of ['.env', '.dev.vars']) if (existsSync(file)) process.loadEnvFile(file);
  const names = Object.keys(workerVariables.shape);
  const variables = names.flatMap((name) => {
    const value = process.env[name]?.trim();
    return value ? [[name, value]] : [];
  });
  const port = Number(process.env.PORT?.trim() || 8787);
  return {
    port,
    state: resolve(process.env.DATA_DIR?.trim() || '.data', 'wrangler'),
    webFolder: join(ROOT, 'dist/web'),
    variables: {
      PUBLIC_URL: `http://localhost:${port}`,
      ...Object.fromEntries(variables),
      LOCAL_ONLY: '1',
    },
  };
}

/**
 * Writes wrangler.toml again as `state/wrangler.json`, with absolute paths and without the build of the web app.
 * wrangler puts its temporary files beside its configuration, and the checkout may belong to another user.
 * @returns the path of the file
 */
export async function writeConfig({
  state,
  webFolder,
}: Pick<WorkerPlan, 'state' | 'webFolder'>): Promise<string> {
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const config = readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true });
  const file = join(state, 'wrangler.json');
  const overrides = {
    assets: { ...config.assets, directory: resolve(webFolder) },
    build: undefined,
    // The requirements of a deployment; a database on this machine may have no token.
    secrets: undefined,
  };
  await mkdir(state, { recursive: true, mode: 0o700 });
  // `npm run dev` has no built web app.
  await mkdir(overrides.assets.directory, { recursive: true });
  await writeFile(file, JSON.stringify({ ...config, ...overrides }), { mode: 0o600 });
  return file;
}

const hasCause = (value: unknown): value is { cause: unknown } =>
  typeof value === 'object' && value !== null && 'cause' in value && value.cause instanceof Error;

/**
 * Gives the runtime a temporary folder in its state: the shared one may belong to another user, and a run that was
 * killed leaves its files there for good.
 */
async function prepareTemporaryFolder({ state }: WorkerPlan): Promise<void> {
  const folder = join(state, 'tmp');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
}

/** Ends this process, and with it the runtimes that it started, with the reason in one line. */
function fail(reason: unknown): never {
  // wrangler's events have the error as their cause, too.
  let cause = reason;
  while (hasCause(cause)) cause = cause.cause;
  const text = errorText(cause);
  if (cause instanceof Error) console.error(cause.stack);
  console.error(`${NOT_STARTED}${text.split('\n')[0]}`);
  process.exit(1);
}

/** The hasher of the Worker, whose one thread would otherwise compute hashes while all calls wait. */
const hashPasswords = async (request: Pick<Request, 'text'>) =>
  new Response(await answerHasher(await request.text()));

async function run(plan: WorkerPlan): Promise<void> {
  const { unstable_startWorker: startWorker } = await import('wrangler');
  const variables = Object.entries(plan.variables);
  const worker = await startWorker({
    config: await writeConfig(plan),
    // Without this option wrangler would read .env.
    envFiles: [devNull],
    bindings: {
      ...Object.fromEntries(
        variables.map(([name, value]) => [name, { type: 'secret_text' as const, value }]),
      ),
      PASSWORD_HASHER: { type: 'fetcher', fetcher: hashPasswords },
    },
    dev: {
      inspector: false,
      remote: false,
      server: { hostname: 'localhost', port: plan.port },
      persist: plan.state,
    },
  });
  let isRunning = false;
  worker.raw.on('error', fail);
  // After a later failure the previous Worker still runs, and wrangler waits for the next edit.
  worker.raw.on('buildFailed', () => isRunning || fail('it could not be built.'));
  await worker.ready;
  isRunning = true;
}

if (import.meta.main) {
  // Only the owner can read what Durable Objects store.
  process.umask(0o077);
  Object.assign(process.env, QUIET);
  const plan = process.env[PLAN_VARIABLE];
  delete process.env[PLAN_VARIABLE];
  const workerPlan: WorkerPlan = plan === undefined ? planAlone() : JSON.parse(plan);
  // wrangler stores a file there; a service user may have no home.
  process.env.XDG_CONFIG_HOME = join(workerPlan.state, 'config');
  await prepareTemporaryFolder(workerPlan).catch(fail);
  await run(workerPlan).catch(fail);
}
