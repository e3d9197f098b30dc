import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { WranglerError } from './deploy/cloudflare.ts';
import { type Deployment, STATUS, StepFailure } from './deploy/step.ts';
import { STEPS } from './deploy/steps.ts';
import { readSettings } from './launch/settings.ts';
import { plainSentence, printable, readSecret, runCommand } from './services/command.ts';

const USAGE = `Usage: npm run deploy [-- --dry-run] [-- --yes] [-- --url https://desk.example.org]

Deploys these files to Cloudflare with the variables of .env: checks, build, queues, secrets, migrations, upload, health.
Each step may be repeated. Secrets and variables that .env does not name stay as they are at Cloudflare.
--dry-run  says what each step would do and which of them would fail, and changes nothing
--yes      asks nothing
--url      where the desk answers; the first address of PUBLIC_URL unless given
Exit code: 0 if the new version answers, 1 otherwise, 2 for a wrong argument.`;

/** The options of a command line. */
export interface DeployOptions {
  isDryRun: boolean;
  isSilent: boolean;
  url: string | undefined;
  /** Cloudflare needs seconds until every place answers with a new version. */
  answersWithinMs?: number;
}

function readArguments(args: string[]): DeployOptions | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        url: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help || (values.url !== undefined && !/^https?:\/\/[^/]/.test(values.url)))
      return null;
    return { isDryRun: values['dry-run'], isSilent: values.yes, url: values.url };
  } catch {
    return null;
  }
}

/** The parts of wrangler.toml that a deployment needs. */
const workerConfig = z.object({
  name: z.string(),
  queues: z.object({ producers: z.array(z.object({ queue: z.string() })) }),
  secrets: z.object({ required: z.array(z.string()) }),
});

function readWorker(): Deployment['worker'] {
  const file = fileURLToPath(new URL('../wrangler.toml', import.meta.url));
  const { name, queues, secrets } = z.parse(
    workerConfig,
    readConfig({ config: file }, { hideWarnings: true }),
  );
  return { name, queues: queues.producers.map(({ queue }) => queue), required: secrets.required };
}

/** @throws Error with one plain sentence */
function plan(
  { isDryRun, isSilent, url, answersWithinMs = 60_000 }: DeployOptions,
  source: NodeJS.ProcessEnv,
): Deployment {
  const settings = readSettings(source);
  const address = url ?? settings.PUBLIC_URL?.[0];
  if (address === undefined) {
    throw new Error(
      'PUBLIC_URL is not set: write the address of the desk into .env, or name it with --url.',
    );
  }
  return {
    settings,
    source,
    url: new URL(address),
    worker: readWorker(),
    answersWithinMs,
    isDryRun,
    ask: isSilent || !process.stdin.isTTY ? null : readSecret,
    stored: null,
    secrets: {},
    variables: {},
    previous: null,
    deployed: null,
    isChecked: false,
  };
}

const UPLOAD = STEPS.findIndex(({ name }) => name === 'Upload');
const MIGRATE = STEPS.findIndex(({ name }) => name === 'Migrations');

/** How to roll back to the earlier version. */
function describeRollback({ previous, stored }: Deployment): string {
  if (stored === null) return 'This is the first version: there is none to go back to.';
  const command = previous ? `npx wrangler rollback ${previous}` : 'npx wrangler rollback';
  return `To go back to the version before: ${command} (the database keeps its migrations, with which that version works).`;
}

/** Which version runs after a failed step. */
function describeState(at: number, deployment: Deployment): string[] {
  if (at > UPLOAD) {
    return ['The new version was uploaded.', describeRollback(deployment)];
  }
  if (deployment.deployed === undefined) {
    return [
      `It is not known whether the new version was uploaded: ${STATUS} names the version that runs.`,
      ...(deployment.previous ? [describeRollback(deployment)] : []),
    ];
  }
  if (deployment.deployed !== null) {
    return [
      'The new version was uploaded and gets the calls; its cron trigger and queues may be missing.',
      describeRollback(deployment),
    ];
  }
  return [
    'No version was uploaded, and the desk runs as before.',
    ...(at === UPLOAD ? ['The version that runs works with the migrated database.'] : []),
  ];
}

/** The state after a failed step, and how to continue. */
function describeStop(at: number, deployment: Deployment): string[] {
  const done = STEPS.slice(0, at).map(({ name }) => name.toLowerCase());
  return [
    `Done: ${done.join(', ') || 'nothing'}.`,
    ...describeState(at, deployment),
    'To go on, correct this and run npm run deploy again: steps that are done change nothing the next time.',
  ];
}

async function isConfirmed({ worker, url }: Deployment): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `Migrate the database and deploy ${worker.name} to ${url.origin}? [y/N] `;
    return /^y(?:es)?$/i.test((await reader.question(question)).trim());
  } finally {
    reader.close();
  }
}

/** The lines about a step that failed. */
function describeFailure(at: number, error: unknown, deployment: Deployment): string[] {
  const text = error instanceof WranglerError ? error.message : plainSentence(error);
  return [
    `${STEPS[at]?.name} failed.`,
    ...text.split('\n').map(printable),
    ...(error instanceof StepFailure ? [error.advice] : []),
    '',
    ...(deployment.isDryRun ? [] : describeStop(at, deployment)),
  ];
}

/** The last lines of a run that did not fail. */
function describeEnd(failed: readonly string[], deployment: Deployment): string[] {
  if (!deployment.isDryRun) {
    return ['', `${deployment.url.origin} runs the new version. ${describeRollback(deployment)}`];
  }
  if (failed.length === 0) return ['', 'Nothing was changed.'];
  return [`Nothing was changed. A deployment would fail: ${failed.join(', ')}.`];
}

/**
 * Runs the steps in their order, and prints what they do. A deployment ends with the first step
 * that fails; a dry run continues, and names every step that would fail.
 * @param source the variables; the commands that it runs read those of the process
 * @returns whether all of them were done
 * @throws Error with one plain sentence for variables that cannot be used
 */
export async function deployProduct(
  options: DeployOptions,
  source: NodeJS.ProcessEnv,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const deployment = plan(options, { ...source });
  const failed: string[] = [];
  for (const [at, step] of STEPS.entries()) {
    const mayAsk = deployment.ask !== null && !deployment.isDryRun;
    if (at === MIGRATE && mayAsk && !(await isConfirmed(deployment))) {
      print('No version was uploaded, and the desk runs as before.');
      return false;
    }
    print(`${at + 1} of ${STEPS.length}  ${step.name}`);
    try {
      const lines = await step.run(deployment);
      for (const line of lines) print(`        ${line.replaceAll('\n', '\n        ')}`);
    } catch (error) {
      for (const line of describeFailure(at, error, deployment)) print(line);
      if (!deployment.isDryRun) return false;
      failed.push(step.name);
    }
  }
  for (const line of describeEnd(failed, deployment)) print(line);
  return failed.length === 0;
}

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === null) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  await runCommand(async () => {
    if (!options.isDryRun && !options.isSilent && !process.stdin.isTTY) {
      throw new Error('Nobody can answer here: add --yes to deploy without a question.');
    }
    if (!(await deployProduct(options, process.env))) process.exitCode = 1;
  });
}

if (import.meta.main) await main();
