import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CHECKS, type Finding } from '../../shared/doctor/schema.ts';
import { isLoopbackHost, parseDataKeys } from '../../shared/env.ts';
import { healthAnswer } from '../../shared/health/schema.ts';
import { readJson } from '../../shared/json.ts';
import { DAY_MS, isRecent } from '../../shared/times.ts';
import { MIGRATIONS, SCHEMA, VERSION } from '../../worker/db/release.ts';
import { isNewDatabase, listApplied, readLastBackup } from '../../worker/features/doctor/index.ts';
import { isOpenedBy, OTHER_KEY } from '../../worker/security/key-check.ts';
import { examineDesk } from '../doctor/desk.ts';
import { isRefusal } from '../doctor/providers.ts';
import { describeFinding, examineInstallation } from '../doctor.ts';
import { readSettings } from '../launch/settings.ts';
import { assertUsableSchema, migrate } from '../migrate.ts';
import { databaseTarget, openForCommand, schemaTarget } from '../services/database-target.ts';
import {
  buildBundle,
  createQueue,
  currentVersion,
  deploy,
  hasQueue,
  listSecrets,
} from './cloudflare.ts';
import { type Deployment, STATUS, type Step, StepFailure, type VersionId } from './step.ts';
import { divideVariables } from './variables.ts';

/**
 * Findings that end a deployment. Others are only printed, because the desk may not run yet, and
 * migrations follow.
 */
const STOPPING = new Set<Finding['check']>(['variables', 'database', 'keys', 'clock']);
/**
 * Findings about this machine, which a deployment does not use, and missing migrations, which have
 * a separate step.
 */
const LEFT_OUT = new Set<Finding['check']>(['disk', 'mail', 'schema']);

async function check(deployment: Deployment): Promise<string[]> {
  const { settings, source, url } = deployment;
  const address = settings.LIBSQL_URL;
  if (address === undefined) {
    throw new StepFailure(
      'LIBSQL_URL is not set: a deployment needs a database that Cloudflare can reach.',
      'Write LIBSQL_URL and LIBSQL_AUTH_TOKEN into .env (docs/deploy.md, Database).',
    );
  }
  if (isLoopbackHost(new URL(address).hostname)) {
    throw new StepFailure(
      'LIBSQL_URL names this machine, which Cloudflare cannot reach.',
      'Name the public address of the database in .env.',
    );
  }
  if (settings.PUBLIC_URL?.some((text) => isLoopbackHost(new URL(text).hostname))) {
    throw new StepFailure(
      'PUBLIC_URL names this machine: the deployed desk would refuse every other address.',
      'Name the domain of the desk in .env, such as https://desk.example.org.',
    );
  }
  const findings = (await examineInstallation(source, { url: url.href })).filter(
    ({ check: name, state }) =>
      state === 'todo' &&
      !LEFT_OUT.has(name) &&
      // Without DATA_KEY, the key of a desk on this machine was tried.
      (name !== 'keys' || source.DATA_KEY?.trim()),
  );
  const stopping = findings.filter((finding) => STOPPING.has(finding.check) || isRefusal(finding));
  const [first] = stopping;
  if (first !== undefined) {
    const texts = stopping.map(({ check: name, text }) => `${CHECKS[name]}: ${text}`);
    throw new StepFailure(texts.join('\n'), first.advice ?? 'Run npm run doctor.');
  }
  await assertUsableSchema(databaseTarget());
  deployment.isChecked = true;
  return findings.length === 0
    ? ['Nothing is to be done.']
    : ['These do not stop the deployment:', ...findings.map(describeFinding)];
}

async function build(): Promise<string[]> {
  await buildBundle();
  return ['The Worker and the web app were built.'];
}

async function provideQueues({ worker, isDryRun }: Deployment): Promise<string[]> {
  const states = await Promise.all(
    worker.queues.map(async (name) => ({ name, exists: await hasQueue(name) })),
  );
  const missing = states.filter(({ exists }) => !exists).map(({ name }) => name);
  if (missing.length === 0) return [`All ${worker.queues.length} queues exist.`];
  if (isDryRun) return [`Would create ${missing.join(', ')}.`];
  for (const name of missing) await createQueue(name);
  return [`Created ${missing.join(', ')}.`];
}

/** The prompt for a missing secret. */
const promptFor = (name: string): string => {
  if (name === 'TOKEN_SECRET') return 'TOKEN_SECRET (empty: a new one is made): ';
  if (name === 'DATA_KEY') return 'DATA_KEY (empty: a new one is made and printed once): ';
  return `${name}: `;
};

/** Lines about a secret that was entered, or made. */
async function enter(deployment: Deployment, name: string): Promise<string[]> {
  const { source, ask } = deployment;
  const entered = (await ask?.(promptFor(name)))?.trim() ?? '';
  const isMade = entered === '' && (name === 'TOKEN_SECRET' || name === 'DATA_KEY');
  if (entered === '' && !isMade) return [];
  const random = randomBytes(32).toString('base64');
  const value = entered || (name === 'DATA_KEY' ? `k1:${random}` : random);
  readSettings({ [name]: value, LIBSQL_AUTH_TOKEN: 'none' });
  source[name] = value;
  if (name !== 'DATA_KEY' || !isMade) return [];
  return [
    'A new DATA_KEY was made. Put it into a password manager now: it is never shown again, and without it stored passwords and cards are lost.',
    `DATA_KEY=${value}`,
  ];
}

async function provideSecrets(deployment: Deployment): Promise<string[]> {
  const { source, worker, isDryRun, isChecked } = deployment;
  deployment.stored = await listSecrets();
  const stored = deployment.stored ?? [];
  const isMissing = (name: string) => !source[name]?.trim() && !stored.includes(name);
  const lines: string[] = [];
  if (deployment.ask !== null && !isDryRun) {
    for (const name of worker.required.filter(isMissing)) {
      lines.push(...(await enter(deployment, name)));
    }
  }
  const missing = worker.required.filter(isMissing);
  if (missing.length > 0) {
    throw new StepFailure(
      `The Worker lacks ${missing.length === 1 ? 'this secret' : 'these secrets'}: ${missing.join(', ')}.`,
      'Write them into .env (docs/deploy.md, Secrets), or run this command at a terminal, which prompts for them.',
    );
  }
  const dataKey = source.DATA_KEY?.trim();
  // A dry run continues after failed checks, without a database.
  if (dataKey && isChecked) await checkDataKey(dataKey);
  const { secrets, plain } = divideVariables(source, stored);
  Object.assign(deployment, { secrets, variables: plain });
  const names = Object.keys(secrets);
  const left = stored.filter((name) => !names.includes(name));
  return [
    ...lines,
    ...(names.length > 0 ? [`Go with the new version: ${names.join(', ')}.`] : []),
    ...(left.length > 0 ? [`Stay as they are at Cloudflare: ${left.join(', ')}.`] : []),
    ...(isMissing('TICKETMASTER_API_KEY')
      ? ['TICKETMASTER_API_KEY is not set: searches of events will fail.']
      : []),
  ];
}

async function checkDataKey(dataKey: string): Promise<void> {
  const { db } = openForCommand(databaseTarget());
  if (await isOpenedBy(db, parseDataKeys(dataKey))) return;
  throw new StepFailure(
    `${OTHER_KEY}.`,
    'Name that DATA_KEY, or leave it out of .env if Cloudflare has it already.',
  );
}

async function applyMigrations({ isDryRun, isChecked }: Deployment): Promise<string[]> {
  if (!isChecked) return ['Not tried, because the checks failed.'];
  const { db } = openForCommand(databaseTarget());
  const applied = await listApplied(db);
  const missing = MIGRATIONS.filter((name) => !applied.includes(name));
  if (missing.length === 0) return ['The database is up to date.'];
  const isSaved =
    (await isNewDatabase(db)) || isRecent((await readLastBackup(db)) ?? 0, Date.now(), DAY_MS);
  if (!isSaved) {
    throw new StepFailure(
      `The database lacks ${missing.join(', ')}, and it has no backup of the last 24 hours. Migrations cannot be taken back.`,
      'Make a backup: npm run backup -- <file>.',
    );
  }
  if (isDryRun) return [`Would apply ${missing.join(', ')}.`];
  return [`Applied ${(await migrate(schemaTarget())).join(', ')}.`];
}

async function upload(deployment: Deployment): Promise<string[]> {
  const { worker, secrets, variables, isDryRun } = deployment;
  const plain = Object.keys(variables);
  const about = plain.length === 0 ? [] : [`Variables: ${plain.join(', ')}. Others stay.`];
  if (isDryRun) return [`Would upload version ${VERSION} of ${worker.name}.`, ...about];
  deployment.previous = deployment.stored === null ? null : await currentVersion();
  try {
    deployment.deployed = await deploy({ secrets, variables, tag: VERSION });
  } catch (error) {
    // wrangler activates the version before it sets the cron trigger and the queues.
    const current = await currentVersion();
    if (current === undefined || deployment.previous === undefined) deployment.deployed = undefined;
    else if (current !== deployment.previous) deployment.deployed = current;
    throw error;
  }
  return [
    `Version ${VERSION} of ${worker.name} runs (${deployment.deployed ?? 'id unknown'}).`,
    ...about,
  ];
}

const ASK_AGAIN_MS = 2_000;

async function isNewVersion(url: URL): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(new URL('/api/health', url), { signal, redirect: 'manual' });
    const { data } = healthAnswer.safeParse(readJson(await answer.text()));
    return data?.status === 'ok' && data.version === VERSION && data.schema === SCHEMA;
  } catch {
    return false;
  }
}

/** Findings about a new version that make a rollback advisable. */
const BROKEN = new Set<Finding['check']>(['address', 'database', 'keys', 'version', 'channel']);

/** The running version. A failed call is repeated once. */
async function readVersionTwice(): Promise<VersionId> {
  const current = await currentVersion();
  if (current) return current;
  await pause(ASK_AGAIN_MS);
  return currentVersion();
}

async function examineHealth(deployment: Deployment): Promise<string[]> {
  const { url, isDryRun, answersWithinMs, stored } = deployment;
  if (isDryRun) return [`Would read ${new URL('/api/health', url).href}.`];
  const current = await readVersionTwice();
  if (current && deployment.deployed && current !== deployment.deployed) {
    throw new StepFailure(
      `Cloudflare runs version ${current}, and not ${deployment.deployed}.`,
      `Somebody else may have deployed: see ${STATUS}.`,
    );
  }
  const giveUpAt = Date.now() + answersWithinMs;
  while (!(await isNewVersion(url)) && Date.now() < giveUpAt) await pause(ASK_AGAIN_MS);
  const findings = await examineDesk(url, true);
  const broken = findings.filter(({ check: name, state }) => state === 'todo' && BROKEN.has(name));
  const [first] = broken;
  if (first !== undefined) {
    const texts = broken.map(({ check: name, text }) => `${CHECKS[name]}: ${text}`);
    // The domain is set in the dashboard, once the Worker exists.
    const advice =
      stored === null
        ? `If ${url.host} is not yet a domain of the Worker, add it in the dashboard (Settings, Domains & Routes).`
        : first.advice;
    throw new StepFailure(texts.join('\n'), advice ?? 'Run npm run doctor.');
  }
  return [
    ...(current ? [] : [`wrangler did not name the version that runs: see ${STATUS}.`]),
    ...findings.map(describeFinding),
  ];
}

/** The steps of a deployment, in order. Each may be repeated: finished work does not change. */
export const STEPS: readonly Step[] = [
  { name: 'Checks', run: check },
  { name: 'Build', run: build },
  { name: 'Queues', run: provideQueues },
  { name: 'Secrets', run: provideSecrets },
  { name: 'Migrations', run: applyMigrations },
  { name: 'Upload', run: upload },
  { name: 'Health', run: examineHealth },
];
