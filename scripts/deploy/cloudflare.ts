import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import { readJson } from '../../shared/json.ts';
import { systemVariables } from '../launch/processes.ts';
import { STATUS, type VersionId } from './step.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/**
 * wrangler receives the variables that identify the account, and none of the secrets in .env, which
 * a build could read.
 */
const ACCOUNT_VARIABLES = /^(?:CLOUDFLARE|WRANGLER)_/;
/** Replaces .env and .env.local, which wrangler otherwise reads into its environment. */
const NO_VARIABLES = ['--env-file', devNull];
/** Only the last lines of a failed command name its reason. */
const SHOWN_LINES = 12;

/** A command of wrangler that ended with an error. */
export class WranglerError extends Error {
  /** Everything that it printed. */
  readonly output: string;

  constructor(command: string, output: string) {
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    super(`wrangler ${command} failed:\n${lines.slice(-SHOWN_LINES).join('\n')}`);
    this.output = output;
  }
}

/** Runs a command of wrangler to its end. @throws WranglerError unless it ends with 0 */
function runWrangler(args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = args.slice(0, 2).join(' ');
  const systemValues = systemVariables(ACCOUNT_VARIABLES);
  return new Promise((resolve, reject) => {
    const child = spawn('wrangler', [...args, ...NO_VARIABLES], {
      cwd: ROOT,
      env: {
        ...systemValues,
        // `npm run` has put this folder first in the PATH. Without npm, it is searched last.
        PATH: [systemValues.PATH ?? '', join(ROOT, 'node_modules/.bin')].join(delimiter),
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        FORCE_COLOR: '0',
        CI: '1',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = { stdout: '', all: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.stdout += text;
      printed.all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.all += text;
    });
    child.on('error', () => reject(new Error('wrangler cannot be started: run npm install.')));
    child.on('close', (code) => {
      if (code === 0) resolve(printed.stdout);
      else reject(new WranglerError(command, stripVTControlCharacters(printed.all)));
    });
  });
}

/** The command's output; null if wrangler reports that the object does not exist. */
async function runIfThere(args: string[], isMissing: RegExp): Promise<string | null> {
  try {
    return await runWrangler(args);
  } catch (error) {
    if (error instanceof WranglerError && isMissing.test(error.output)) return null;
    throw error;
  }
}

/** Builds the Worker with the web app, and uploads nothing. @throws WranglerError */
export async function buildBundle(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-bundle-'));
  try {
    await runWrangler(['deploy', '--dry-run', '--outdir', folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws WranglerError, for example without a sign-in to Cloudflare */
export const hasQueue = async (name: string): Promise<boolean> =>
  (await runIfThere(['queues', 'info', name], /does not exist/)) !== null;

/** @throws WranglerError */
export const createQueue = (name: string): Promise<string> =>
  runWrangler(['queues', 'create', name]);

const secretList = z.array(z.object({ name: z.string() }));

/** The names of the secrets that the Worker has; null before its first deployment. @throws WranglerError */
export async function listSecrets(): Promise<string[] | null> {
  const output = await runIfThere(['secret', 'list', '--format', 'json'], /not found|10007/);
  if (output === null) return null;
  const list = secretList.safeParse(readJson(output.slice(Math.max(0, output.indexOf('[')))));
  if (!list.success) throw new Error('wrangler secret list did not print a list of secrets.');
  return list.data.map(({ name }) => name);
}

const deploymentStatus = z.object({ versions: z.array(z.object({ version_id: z.string() })) });

/**
 * The id of the running version; null if there is none, and undefined if wrangler does not state
 * it.
 */
export async function currentVersion(): Promise<VersionId> {
  const output = await runIfThere(
    ['deployments', 'status', '--json'],
    /has no deployments|code: 10007/,
  ).catch(() => '');
  if (output === null) return null;
  const status = deploymentStatus.safeParse(
    readJson(output.slice(Math.max(0, output.indexOf('{')))),
  );
  return status.data?.versions[0]?.version_id;
}

/** The data of a new version besides what the Worker already has. */
export interface Upload {
  secrets: Readonly<Record<string, string>>;
  variables: Readonly<Record<string, string>>;
  /** A name for the version in Cloudflare's lists. */
  tag: string;
}

/**
 * These signals end a process without the handlers of its exit, which remove the file of secrets.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function endInUpload(): void {
  console.error(`Interrupted in the upload: ${STATUS} names the version that runs.`);
  process.exit(130);
}

/**
 * Uploads and activates a version with its secrets, as one step of Cloudflare's.
 * @returns the id of the version; undefined if wrangler does not name it
 * @throws WranglerError
 */
export async function deploy({ secrets, variables, tag }: Upload): Promise<string | undefined> {
  // Secrets are passed in a file that only its owner can read, because every user of the machine
  // can see a command line.
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-deploy-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  for (const signal of SIGNALS) process.once(signal, endInUpload);
  const [secretsFile, resultFile] = [join(folder, 'secrets.json'), join(folder, 'result.ndjson')];
  try {
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
    writeFileSync(resultFile, '', { mode: 0o600 });
    const plain = Object.entries(variables).flatMap(([name, value]) => [
      '--var',
      `${name}:${value}`,
    ]);
    await runWrangler(
      ['deploy', '--keep-vars', '--tag', tag, '--secrets-file', secretsFile, ...plain],
      { WRANGLER_OUTPUT_FILE_PATH: resultFile },
    );
    return readVersion(readFileSync(resultFile, 'utf8'));
  } finally {
    for (const signal of SIGNALS) process.off(signal, endInUpload);
    process.off('exit', removeFolder);
    removeFolder();
  }
}

const deployed = z.object({ type: z.literal('deploy'), version_id: z.nullable(z.string()) });

/** @param text the lines that wrangler writes to WRANGLER_OUTPUT_FILE_PATH */
function readVersion(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const entry = deployed.safeParse(readJson(line));
    if (entry.success) return entry.data.version_id ?? undefined;
  }
  return undefined;
}
