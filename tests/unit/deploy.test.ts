import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type DeployOptions, deployProduct } from '../../scripts/deploy.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { readStored } from '../../shared/json.ts';
import { MIGRATIONS, SCHEMA, VERSION } from '../../worker/db/release.ts';

/** The contents of the false wrangler's account, and the command that fails there. */
const accountShape = z.object({
  queues: z.array(z.string()),
  /** Null: the Worker does not exist yet. */
  secrets: z.nullable(z.array(z.string())),
  fails: z.nullable(z.string()),
  /** The version that runs. */
  version: z.optional(z.string()),
});
type Account = z.infer<typeof accountShape>;

/** Six commands of each run, for which a shell takes a tenth of the time. */
const QUEUES_INFO = `#!/bin/sh
folder=$(dirname "$0")
if [ "$1 $2" = "queues info" ]; then
  if grep -q '"fails":"queues info"' "$folder/account.json"; then
    echo 'X [ERROR] Authentication error [code: 10000]' >&2
    exit 1
  fi
  grep -q "\\"$3\\"" "$folder/account.json" && exit 0
  echo "X [ERROR] Queue \\"$3\\" does not exist. To create it, run: wrangler queues create $3" >&2
  exit 1
fi
exec node "$folder/wrangler.cjs" "$@"
`;

/** Imitates the other commands that a deployment uses, with the messages of wrangler 4. */
const WRANGLER = `
const { appendFileSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
const account = JSON.parse(readFileSync(join(__dirname, 'account.json'), 'utf8'));
const isDryRun = args.includes('--dry-run');
const command = isDryRun ? 'dry run' : args[0] === 'deploy' ? 'deploy' : args.slice(0, 2).join(' ');
const call = { command, args, environment: Object.keys(process.env) };
const file = args[args.indexOf('--secrets-file') + 1];
if (command === 'deploy') {
  call.secrets = JSON.parse(readFileSync(file, 'utf8'));
  call.mode = statSync(file).mode & 0o777;
  call.file = file;
}
appendFileSync(join(__dirname, 'calls.ndjson'), JSON.stringify(call) + '\\n');
const fail = (text) => { console.error('X [ERROR] ' + text); process.exit(1); };
const fails = (account.fails ?? '').split('+');
if (fails.includes(command)) fail('Authentication error [code: 10000]');
const save = () => writeFileSync(join(__dirname, 'account.json'), JSON.stringify(account));
if (command === 'queues create') { account.queues.push(args[2]); save(); }
if (command === 'secret list') {
  if (account.secrets === null) fail('Worker "boxoffice-desk" not found.');
  console.log(JSON.stringify(account.secrets.map((name) => ({ name, type: 'secret_text' }))));
}
const isLate = fails.includes('late status') && account.version === 'version-new';
if (command === 'deployments status' && isLate) fail('fetch failed');
if (command === 'deployments status' && account.version === undefined) fail('This Worker does not exist on your account. [code: 10007]');
if (command === 'deployments status') console.log(JSON.stringify({ versions: [{ version_id: account.version, percentage: 100 }] }));
if (command === 'deploy') {
  account.secrets = [...new Set([...(account.secrets ?? []), ...Object.keys(call.secrets)])];
  account.version = account.fails === 'other' ? 'version-of-another' : 'version-new';
  save();
  if (fails.includes('triggers')) fail('A request to the Cloudflare API (/queues) failed.');
  writeFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH, JSON.stringify({ type: 'deploy', version_id: 'version-new' }) + '\\n');
}
`;

const SECRETS = {
  TOKEN_SECRET: 'a-secret-for-tests-of-at-least-32-bytes',
  DATA_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
};
const QUEUES = ['jobs', 'prices', 'artists', 'notifications', 'channels', 'reminders'].map(
  (name) => `boxoffice-desk-${name}`,
);
const ALL: Account = {
  queues: QUEUES,
  secrets: ['LIBSQL_URL', 'LIBSQL_AUTH_TOKEN', 'TOKEN_SECRET', 'DATA_KEY', 'PAGE_HOSTS'],
  fails: null,
  version: 'version-before',
};

let folder: string;
let database: LibsqlServer;
let desk: Server;
/** The version that the desk reports. */
let answered = VERSION;
const path = process.env.PATH;

const environment = (): NodeJS.ProcessEnv => ({
  // The server listens on loopback only, which a deployment refuses under its own names.
  LIBSQL_URL: database.url.replace('127.0.0.1', '0.0.0.0'),
  LIBSQL_ALLOW_HTTP: '1',
  LIBSQL_AUTH_TOKEN: database.authToken,
  PUBLIC_URL: 'https://desk.example.org',
  PROVIDER_CONTACT: 'team@desk.example.org',
  PAGE_HOSTS: 'tickets.example',
});

interface Call {
  command: string;
  args: string[];
  environment: string[];
  secrets?: Record<string, string>;
  mode?: number;
  file?: string;
}

/** A deployment with this account. */
async function deploy(
  account: Account,
  variables: NodeJS.ProcessEnv = {},
  options: Partial<DeployOptions> = {},
) {
  writeFileSync(join(folder, 'account.json'), JSON.stringify(account));
  writeFileSync(join(folder, 'calls.ndjson'), '');
  const all: NodeJS.ProcessEnv = { ...environment(), ...variables };
  const saved = { ...process.env };
  Object.assign(process.env, all);
  const lines: string[] = [];
  const { port } = desk.address() as AddressInfo;
  try {
    const isDone = await deployProduct(
      {
        isDryRun: false,
        isSilent: true,
        url: `http://127.0.0.1:${port}`,
        answersWithinMs: 0,
        ...options,
      },
      all,
      (line) => lines.push(line),
    );
    const calls = readFileSync(join(folder, 'calls.ndjson'), 'utf8').split('\n').filter(Boolean);
    return {
      isDone,
      output: lines.join('\n'),
      calls: calls.map((line): Call => JSON.parse(line)),
      account: readStored(accountShape, readFileSync(join(folder, 'account.json'), 'utf8')),
    };
  } finally {
    for (const name of Object.keys(all)) delete process.env[name];
    Object.assign(process.env, saved);
  }
}

const execute = (sql: string, args: (string | number)[] = []) => {
  const client = createClient({ url: database.url, authToken: database.authToken });
  return client.execute({ sql, args }).finally(() => client.close());
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-deploy-'));
  writeFileSync(join(folder, 'wrangler'), QUEUES_INFO);
  writeFileSync(join(folder, 'wrangler.cjs'), WRANGLER);
  chmodSync(join(folder, 'wrangler'), 0o755);
  process.env.PATH = [folder, path].join(delimiter);
  database = await startLibsql(join(folder, 'db'));
  desk = createServer((request, response) => {
    const health = { status: 'ok', schema: SCHEMA, database: 'ok', scanner: 'connected' };
    const isSocket = request.url?.startsWith('/ws');
    response.writeHead(isSocket ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({ success: true, ...health, version: answered, providers: 'live' }),
    );
  });
  desk.on('upgrade', (_request, socket) => {
    // The client may reset the connection.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 401 Refused\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  process.env.PATH = path;
  desk.closeAllConnections();
  desk.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  answered = VERSION;
});

test('a token that may not migrate stops the first deployment before the upload, and is never uploaded', async () => {
  const { isDone, output, calls } = await deploy(
    { ...ALL, secrets: null },
    { ...SECRETS, LIBSQL_MIGRATE_TOKEN: 'wrong' },
  );
  expect(isDone).toBe(false);
  expect(output).toMatch(/Migrations failed\.\n.*it refuses the token \(LIBSQL_MIGRATE_TOKEN/);
  expect(output).toContain('Done: checks, build, queues, secrets.\nNo version was uploaded');
  expect(output).not.toMatch(/Go with the new version:.*MIGRATE/);
  expect(calls.some(({ command }) => command === 'deploy')).toBe(false);
});

test('the first deployment creates the queues, migrates and uploads every secret in a private file', async () => {
  const { isDone, output, calls, account } = await deploy(
    { queues: QUEUES.slice(1), secrets: null, fails: null },
    SECRETS,
  );
  expect(output).toContain('This is the first version: there is none to go back to.');
  expect(isDone).toBe(true);
  expect(
    calls.filter(({ command }) => command === 'queues create').map(({ args }) => args[2]),
  ).toEqual(QUEUES.slice(0, 1));
  const upload = calls.find(({ command }) => command === 'deploy');
  expect(Object.keys(upload?.secrets ?? {}).toSorted()).toEqual([
    'DATA_KEY',
    'LIBSQL_ALLOW_HTTP',
    'LIBSQL_AUTH_TOKEN',
    'LIBSQL_URL',
    'TOKEN_SECRET',
  ]);
  expect(upload?.mode).toBe(0o600);
  expect(upload?.args).toContain('PUBLIC_URL:https://desk.example.org');
  expect(() => readFileSync(upload?.file ?? '')).toThrow('ENOENT');
  expect(account.queues.toSorted()).toEqual(QUEUES.toSorted());
  const { rows } = await execute('select name from applied_migrations');
  expect(rows).toHaveLength(MIGRATIONS.length);
});

test('no value of a secret is printed, or passed to a command that does not need it', async () => {
  const { output, calls } = await deploy(ALL, SECRETS);
  for (const value of [...Object.values(SECRETS), database.authToken]) {
    expect(output).not.toContain(value);
    expect(JSON.stringify(calls.map(({ args }) => args))).not.toContain(value);
  }
  for (const call of calls) {
    // wrangler would read .env by itself.
    expect(call.args.slice(-2)).toEqual(['--env-file', devNull]);
    expect(call.environment.filter((name) => /^(?:LIBSQL|TOKEN|DATA)_/.test(name))).toEqual([]);
  }
});

test('a later one uploads the variables in .env, keeps the rest, and ends with how to roll back', async () => {
  const { isDone, output, calls } = await deploy(ALL);
  expect(output).toContain('npx wrangler rollback version-before');
  expect(isDone).toBe(true);
  expect(output).toContain('Stay as they are at Cloudflare: TOKEN_SECRET, DATA_KEY.');
  const upload = calls.find(({ command }) => command === 'deploy');
  // A variable that is a secret of the Worker remains one.
  expect(upload?.secrets).toMatchObject({ PAGE_HOSTS: 'tickets.example' });
  expect(upload?.args).toContain('PROVIDER_CONTACT:team@desk.example.org');
  expect(upload?.args.join(' ')).not.toContain('PAGE_HOSTS');
  expect(calls.some(({ command }) => command === 'queues create')).toBe(false);
});

test('a dry run names each step, and changes nothing', async () => {
  const account = { ...ALL, queues: QUEUES.slice(2) };
  const { isDone, output, calls, account: after } = await deploy(account, {}, { isDryRun: true });
  expect(isDone).toBe(true);
  for (const [index, name] of STEP_NAMES.entries())
    expect(output).toContain(`${index + 1} of 7  ${name}`);
  expect(output).toContain('Would create boxoffice-desk-jobs, boxoffice-desk-prices.');
  expect(output).toContain(`Would upload version ${VERSION} of boxoffice-desk.`);
  expect(output.trimEnd()).toMatch(/Nothing was changed\.$/);
  expect(after).toEqual(account);
  expect(calls.map(({ command }) => command)).not.toContain('deploy');
});

test.each([
  ['two steps', { ...ALL, secrets: [], fails: 'dry run' }, {}, 'Build, Secrets', 'up to date'],
  ['the checks', ALL, { LIBSQL_URL: '' }, 'Checks', 'Not tried, because the checks failed.'],
  [
    'the checks and two steps',
    { ...ALL, secrets: [], fails: 'dry run' },
    { LIBSQL_AUTH_TOKEN: 'wrong', DATA_KEY: SECRETS.DATA_KEY },
    'Checks, Build, Secrets',
    'Not tried, because the checks failed.',
  ],
])(
  'a dry run continues after a failure, and names what would fail: %s',
  async (_what, account, variables, names, migrations) => {
    const {
      isDone,
      output,
      calls,
      account: after,
    } = await deploy(account, variables, {
      isDryRun: true,
    });
    expect(isDone).toBe(false);
    for (const [index, name] of STEP_NAMES.entries())
      expect(output).toContain(`${index + 1} of 7  ${name}`);
    expect(output).toContain(migrations);
    expect(output.trimEnd()).toMatch(
      new RegExp(`Nothing was changed\\. A deployment would fail: ${names}\\.$`),
    );
    expect(output).not.toMatch(/Done:|runs as before/);
    expect(after).toEqual(account);
    expect(calls.map(({ command }) => command)).not.toContain('deploy');
  },
);

const STEP_NAMES = ['Checks', 'Build', 'Queues', 'Secrets', 'Migrations', 'Upload', 'Health'];

test.each([
  ['Checks', ALL, { LIBSQL_AUTH_TOKEN: 'wrong' }, /cannot be used: it refuses the token/],
  ['Checks', ALL, { LIBSQL_URL: 'http://127.0.0.1:1' }, /LIBSQL_URL names this machine/],
  ['Checks', ALL, { LIBSQL_URL: '' }, /LIBSQL_URL is not set/],
  ['Checks', ALL, { PUBLIC_URL: 'http://localhost:8787' }, /PUBLIC_URL names this machine/],
  ['Build', { ...ALL, fails: 'dry run' }, {}, /wrangler deploy --dry-run failed/],
  ['Queues', { ...ALL, fails: 'queues info' }, {}, /Authentication error/],
  ['Queues', { ...ALL, queues: [], fails: 'queues create' }, {}, /wrangler queues create failed/],
  ['Secrets', { ...ALL, fails: 'secret list' }, {}, /wrangler secret list failed/],
  ['Secrets', { ...ALL, secrets: [] }, {}, /lacks these secrets: TOKEN_SECRET, DATA_KEY\./],
  ['Upload', { ...ALL, fails: 'deploy' }, {}, /wrangler deploy .*failed/],
])(
  '%s: a failure stops the deployment before anything is uploaded, and says how to continue',
  async (name, account, variables, reason) => {
    const { isDone, output, calls, account: after } = await deploy(account, variables);
    expect(isDone).toBe(false);
    expect(output).toMatch(reason);
    expect(output).toContain(`${name} failed.`);
    const done = STEP_NAMES.slice(0, STEP_NAMES.indexOf(name)).join(', ').toLowerCase();
    expect(output).toContain(
      `Done: ${done || 'nothing'}.\nNo version was uploaded, and the desk runs as before.`,
    );
    expect(output).toMatch(/run npm run deploy again/);
    expect(after.secrets).toEqual(account.secrets);
    if (name !== 'Upload') expect(calls.some(({ command }) => command === 'deploy')).toBe(false);
  },
);

test('a variable that cannot be used is named before the first step', async () => {
  await expect(deploy(ALL, { TOKEN_SECRET: 'short' })).rejects.toThrow(
    'TOKEN_SECRET must be at least 32 bytes long.',
  );
});

test('migrations wait for a backup, and continue after it', async () => {
  await execute('delete from applied_migrations where name = ?', [SCHEMA]);
  try {
    const { isDone, output, calls } = await deploy(ALL);
    expect(isDone).toBe(false);
    expect(output).toContain(
      `The database lacks ${SCHEMA}, and it has no backup of the last 24 hours.`,
    );
    expect(output).toContain('Done: checks, build, queues, secrets.\nNo version was uploaded');
    expect(calls.some(({ command }) => command === 'deploy')).toBe(false);
    await execute("insert into activity values ('backup.make', '2026-11-27', 1, 1, ?, 1)", [
      Date.now(),
    ]);
    expect((await deploy(ALL, {}, { isDryRun: true })).output).toContain(`Would apply ${SCHEMA}.`);
  } finally {
    await execute('delete from activity');
    await execute('insert into applied_migrations values (?, ?, ?)', [SCHEMA, '', 0]);
  }
});

test('a version whose cron trigger or queues were refused is reported as running', async () => {
  const { isDone, output } = await deploy({ ...ALL, fails: 'triggers' });
  expect(isDone).toBe(false);
  expect(output).toContain('its cron trigger and queues may be missing');
  expect(output).toContain('npx wrangler rollback version-before');
  expect(output).not.toContain('runs as before');
});

test.each(['deploy+deployments status', 'deployments status+triggers', 'triggers+late status'])(
  'after a failed upload (%s), a state that wrangler does not name is called unknown',
  async (fails) => {
    const { isDone, output } = await deploy({ ...ALL, fails });
    expect(isDone).toBe(false);
    expect(output).toContain(
      'It is not known whether the new version was uploaded: npx wrangler deployments status names',
    );
    expect(output).not.toMatch(/No version was uploaded|runs as before|gets the calls/);
  },
);

test('a first deployment whose upload fails leaves no version', async () => {
  const { output } = await deploy({ queues: QUEUES, secrets: null, fails: 'deploy' }, SECRETS);
  expect(output).toContain('No version was uploaded');
});

test('a version that wrangler cannot name afterwards is identified by its answers', async () => {
  const { isDone, output } = await deploy({ ...ALL, fails: 'late status' });
  expect(output).toContain(
    'wrangler did not name the version that runs: see npx wrangler deployments status.',
  );
  expect(isDone).toBe(true);
});

test.each(['', ' '])('an empty DATA_KEY ("%s") counts as not set', async (empty) => {
  const { isDone, output } = await deploy(ALL, { DATA_KEY: empty });
  expect(output).toContain('Stay as they are at Cloudflare: TOKEN_SECRET, DATA_KEY.');
  expect(isDone).toBe(true);
});

test('a version that another deployment has replaced is reported', async () => {
  const { isDone, output } = await deploy({ ...ALL, fails: 'other' });
  expect(isDone).toBe(false);
  expect(output).toContain(
    'Health failed.\nCloudflare runs version version-of-another, and not version-new.',
  );
});

test('a version that does not answer is reported with how to roll back', async () => {
  answered = '0.0.1';
  const { isDone, output, account } = await deploy(ALL);
  expect(isDone).toBe(false);
  expect(output).toContain('Health failed.\nVersion: The desk is version 0.0.1');
  expect(output).toContain('The new version was uploaded.');
  expect(output).toContain('npx wrangler rollback version-before');
  expect(account.secrets).toContain('LIBSQL_URL');
});
