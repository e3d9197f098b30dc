import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeContact } from '../shared/doctor/judge.ts';
import { CHECKS, type Finding, inOrder, ok, todo } from '../shared/doctor/schema.ts';
import { parseDataKeys } from '../shared/env.ts';
import { contactOf } from '../shared/provider-contact.ts';
import {
  databaseFailure,
  examineDatabase,
  examineReplica,
  listMailServers,
} from '../worker/features/doctor/index.ts';
import { examineDesk } from './doctor/desk.ts';
import { examineDisk, examineFiles, examineMailServers } from './doctor/machine.ts';
import { examineProviders } from './doctor/providers.ts';
import { examineSignIn } from './doctor/sign-in.ts';
import { planProviders, publicAddresses, readSettings, type Settings } from './launch/settings.ts';
import { describeUnusable } from './migrate.ts';
import { findDataKey } from './services/checked-database.ts';
import { plainSentence, printable } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run doctor [-- --json] [-- --url https://desk.example.org]

Checks the installation that .env and DATA_DIR describe, and the desk that answers at --url (PUBLIC_URL or this machine
unless given): one line for each check, and what to do. Changes nothing; tries each provider's key with one call.
Exit code: 0 if nothing is to be done, 1 otherwise, 2 for a wrong argument.`;

const ENV_FILE = fileURLToPath(new URL('../.env', import.meta.url));
/** Distinct mail servers that are tried. */
const MAIL_SERVERS = 10;

export interface DoctorOptions {
  /** The desk to check; undefined for the one in the variables. */
  url?: string | undefined;
  /** The file with variables. */
  envFile?: string;
}

/**
 * Runs every check, regardless of the state of the installation.
 * @param source the environment with its variables
 */
export async function examineInstallation(
  source: NodeJS.ProcessEnv,
  { url, envFile = ENV_FILE }: DoctorOptions = {},
): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(source);
  } catch (error) {
    return [
      todo(
        'variables',
        plainSentence(error),
        'Correct it in .env (.env.example describes each variable).',
      ),
    ];
  }
  const isLive = planProviders(settings).mode === 'live';
  const named = url ?? settings.PUBLIC_URL?.[0];
  const base = new URL(named ?? publicAddresses(settings)[0] ?? '');
  const files = await examineFiles(settings.DATA_DIR, envFile);
  const [stored, desk, disk, providers, signIn] = await Promise.all([
    examineStored(settings, isLive),
    examineDesk(base, named !== undefined),
    examineDisk(settings.DATA_DIR),
    examineProviders(settings, isLive),
    examineSignIn(settings),
  ]);
  return inOrder([
    ...(files.length > 0 ? files : [ok('variables', 'Every variable can be read.')]),
    ...stored,
    // A report of the desk itself is printed only if it is a problem, or the only one.
    ...desk.filter(({ check, state }) => {
      const same = stored.find((finding) => finding.check === check);
      return same === undefined || (state === 'todo' && same.state !== 'todo');
    }),
    disk,
    judgeContact({
      PROVIDERS: isLive ? 'live' : 'simulated',
      PROVIDER_CONTACT: contactOf(settings) ?? undefined,
    }),
    ...providers,
    ...signIn,
  ]);
}

/** The checks of the database, and of the mail servers that it names. */
async function examineStored(settings: Settings, isLive: boolean): Promise<Finding[]> {
  let target: DatabaseTarget;
  try {
    target = databaseTarget();
  } catch (error) {
    return [databaseFailure(plainSentence(error))];
  }
  try {
    const { db } = openForCommand(target);
    const key = findDataKey();
    const setUp = {
      keys: key === null ? null : parseDataKeys(key),
      isLive,
      hasWebhook: settings.NOTIFY_WEBHOOK_URL !== undefined,
    };
    const findings = [
      ...(await examineDatabase(db, setUp, Date.now)),
      ...(await examineReplica({
        LIBSQL_URL: target.url,
        LIBSQL_AUTH_TOKEN: target.authToken,
        // A start with its own database has no replica.
        LIBSQL_REPLICA_URL: settings.LIBSQL_URL && settings.LIBSQL_REPLICA_URL,
      })),
    ];
    if (findings.some(({ check, state }) => check === 'schema' && state === 'todo'))
      return findings;
    return [...findings, await examineMailServers(await listMailServers(db, MAIL_SERVERS))];
  } catch (error) {
    return [databaseFailure(describeUnusable(target.url, error))];
  }
}

const MARKS = { ok: 'ok     ', todo: 'TO DO  ', unknown: 'unknown' } as const;

/** A finding as one line, with what to do on a second one. */
export function describeFinding({ check, state, text, advice }: Finding): string {
  const line = `${MARKS[state]} ${CHECKS[check]}: ${printable(text)}`;
  return advice === null ? line : `${line}\n        ${printable(advice)}`;
}

function readArguments(): { isJson: boolean; url: string | undefined } | null {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        url: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help || (values.url !== undefined && !/^https?:\/\/[^/]/.test(values.url)))
      return null;
    return { isJson: values.json, url: values.url };
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (wanted === null) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  const findings = await examineInstallation(process.env, wanted);
  const left = findings.filter(({ state }) => state === 'todo').length;
  if (wanted.isJson) console.log(JSON.stringify({ data: findings }));
  else {
    for (const finding of findings) console.log(describeFinding(finding));
    console.log(left === 0 ? '\nNothing is to be done.' : `\n${left} to do.`);
  }
  process.exitCode = left === 0 ? 0 : 1;
}

if (import.meta.main) await main();
