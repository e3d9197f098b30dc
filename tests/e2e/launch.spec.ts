import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type APIResponse, expect, test } from '@playwright/test';
import { findFreePort } from '../../scripts/launch/network.ts';
import { makeFolder, readPids, removeFolder, type StartOptions, startProduct } from './product.ts';

const account = {
  OPERATOR_EMAIL: 'first@example.org',
  OPERATOR_PASSWORD: 'kept over a second start',
};
const credentials = { email: account.OPERATOR_EMAIL, password: account.OPERATOR_PASSWORD };
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

/** A start that is expected to fail: its exit code and everything it said. */
async function failToStart(options: StartOptions): Promise<{ code: number | null; said: string }> {
  const product = await startProduct({ dataDir: await newFolder(), ...options });
  const code = await product.ended;
  return { code, said: product.output().trim() };
}

/** Processes whose command line or group belongs to one of `pids`, zombies left out. */
function listAlive(pids: number[]): string[] {
  return execFileSync('ps', ['-eo', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => {
      const [pid, pgid, state] = line.trim().split(/\s+/);
      const isOurs = pids.includes(Number(pid)) || pids.includes(Number(pgid));
      return isOurs && !state?.startsWith('Z');
    });
}

/** The Workers runtimes that wrangler runs in its group. */
function listRuntimes(wrangler: number | undefined): number[] {
  return listAlive([wrangler ?? 0])
    .filter((line) => /\/workerd serve/.test(line))
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

/** Until a part is there again. */
const LONG = { timeout: 60_000 };

async function read(answer: Promise<APIResponse>) {
  return (await answer.catch(() => undefined))?.json() ?? {};
}

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

test.afterAll(async () => {
  await Promise.all(folders.map(removeFolder));
});

test('a second start finds the data of the first, and Ctrl-C leaves no process', async ({
  request,
}) => {
  const dataDir = await newFolder();
  const first = await startProduct({ dataDir, variables: account });
  await first.ready;
  const pids = await readPids(dataDir);
  expect(Object.keys(pids)).toEqual(
    expect.arrayContaining(['start', 'libsql', 'simulator', 'worker']),
  );
  expect(await first.stop()).toBe(0);
  await expect.poll(() => listAlive(Object.values(pids))).toEqual([]);

  const second = await startProduct({ dataDir });
  await second.ready;
  const answer = await request.post(`${second.origin}/api/auth/login`, { data: credentials });
  expect(answer.status()).toBe(200);
  expect(await second.stop()).toBe(0);
});

test('two instances run side by side, and each folder takes one only', async ({ request }) => {
  const dataDir = await newFolder();
  await mkdir(join(dataDir, 'web'));
  await writeFile(join(dataDir, 'web', 'only-here.txt'), 'only here');
  const one = await startProduct({ dataDir, variables: account });
  const two = await startProduct({ dataDir: await newFolder() });
  await Promise.all([one.ready, two.ready]);

  // Each has its own database: the operator of one is a stranger to the other.
  const login = (origin: string) => request.post(`${origin}/api/auth/login`, { data: credentials });
  expect((await login(one.origin)).status()).toBe(200);
  expect((await login(two.origin)).status()).toBe(401);

  // Each serves a copy of the web app of its own, so that a later build changes neither.
  const ask = async (origin: string) => (await request.get(`${origin}/only-here.txt`)).text();
  expect(await ask(one.origin)).toBe('only here');
  expect(await ask(two.origin)).toContain('<!doctype html>');

  const third = await failToStart({ dataDir: one.dataDir });
  expect(third.code).toBe(1);
  expect(third.said).toContain(`already runs on ${one.dataDir} (${one.origin}`);

  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
});

test('an operator without a password gets one, shown once, and the folder is private', async ({
  request,
}) => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const password = /operator@localhost, password (\S+)/.exec(product.output())?.[1];
  const data = { email: 'operator@localhost', password };
  const answer = await request.post(`${product.origin}/api/auth/login`, { data });
  expect(answer.status()).toBe(200);
  for (const [file, mode] of [
    ['', 0o700],
    ['secrets.json', 0o600],
    ['runtime.json', 0o600],
  ] as const) {
    expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(mode);
  }
  await product.stop();
});

test('without a sign-in nothing of the product can be read: neither database, nor Durable Objects, nor files', async ({
  request,
}) => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const { libsqlUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
  expect((await request.get(`${libsqlUrl}/dump`)).status()).toBe(401);
  const statement = { type: 'execute', stmt: { sql: 'select * from operators' } };
  const pipeline = await request.post(`${libsqlUrl}/v2/pipeline`, {
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    data: JSON.stringify({ requests: [statement] }),
  });
  expect(pipeline.status()).toBe(401);
  for (const path of [
    'explorer',
    'explorer/api/workers/durable_objects/namespaces',
    'observability/query',
  ]) {
    const answer = await request.get(`${product.origin}/cdn-cgi/local/${path}`);
    expect(answer.status(), path).toBe(404);
  }
  // A page elsewhere that makes its own name lead to this machine.
  const rebound = await request.get(`${product.origin}/api/health`, {
    headers: { host: 'evil.example' },
  });
  expect(rebound.status()).toBe(403);
  await product.stop();
});

test("the provider's key is nowhere on disk after searches", async ({ request }) => {
  const TICKETMASTER_API_KEY = 'key-that-no-file-may-hold';
  const dataDir = await newFolder();
  const variables = { ...account, TICKETMASTER_API_KEY, PROVIDERS: 'simulated' };
  const product = await startProduct({ dataDir, variables });
  await product.ready;
  const { token } = await read(
    request.post(`${product.origin}/api/auth/login`, { data: credentials }),
  );
  const headers = { authorization: `Bearer ${token}` };
  const { artists } = await read(
    request.get(`${product.origin}/api/events/get_artists/lanterns`, { headers }),
  );
  expect(artists.length).toBeGreaterThan(0);
  const holders = () =>
    spawnSync('grep', ['-rlF', TICKETMASTER_API_KEY, dataDir], { encoding: 'utf8' }).stdout;
  expect(holders()).toBe('');
  await product.stop();
  expect(holders()).toBe('');
});

test('a stop ends all parts within five seconds, even frozen ones', async () => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const { start, ...parts } = await readPids(dataDir);
  expect(Object.keys(parts).sort()).toEqual(['libsql', 'scanner', 'simulator', 'worker']);
  for (const pid of Object.values(parts)) process.kill(-pid, 'SIGSTOP');
  const late = setTimeout(() => process.kill(start ?? 0, 'SIGKILL'), 5000);
  expect(await product.stop()).toBe(0);
  clearTimeout(late);
  await expect.poll(() => listAlive(Object.values(parts))).toEqual([]);
});

for (const part of ['libsql', 'simulator', 'worker', 'scanner', 'runtime']) {
  test(`a ${part} that dies is told in one sentence and started again, and the data is there`, async ({
    request,
  }) => {
    const dataDir = await newFolder();
    const product = await startProduct({ dataDir, variables: account });
    await product.ready;
    const before = await readPids(dataDir);
    const lost = part === 'runtime' ? listRuntimes(before.worker) : [before[part] ?? 0];
    for (const pid of lost) process.kill(pid, 'SIGKILL');
    await expect.poll(() => product.output()).toMatch(/ended.*It is started again\./);
    const restarted = part === 'runtime' ? 'worker' : part;
    await expect
      .poll(async () => (await readPids(dataDir))[restarted], LONG)
      .not.toBe(before[restarted]);

    const { origin } = product;
    const health = { status: 'ok', database: 'ok', scanner: 'connected', providers: 'simulated' };
    await expect
      .poll(() => read(request.get(`${origin}/api/health`, { timeout: 2000 })), LONG)
      .toMatchObject(health);
    const { token } = await read(request.post(`${origin}/api/auth/login`, { data: credentials }));
    const headers = { authorization: `Bearer ${token}` };
    const found = await read(request.get(`${origin}/api/events/get_artists/lanterns`, { headers }));
    expect(found.success).toBe(true);

    const after = await readPids(dataDir);
    expect(await product.stop()).toBe(0);
    const all = [...Object.values(before), ...Object.values(after)];
    await expect.poll(() => listAlive(all)).toEqual([]);
  });
}

test('a part that keeps dying ends the product with one sentence', async () => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const seen = new Set<number>();
  const killNext = async () => {
    const { simulator = 0 } = await readPids(dataDir);
    expect(seen).not.toContain(simulator);
    seen.add(simulator);
    process.kill(simulator, 'SIGKILL');
  };
  for (const _ of [1, 2, 3, 4]) await expect(killNext).toPass(LONG);
  expect(await product.ended).toBe(1);
  const last = product.output().trim().split('\n').at(-1);
  expect(last).toMatch(/^simulator ended .* That was 4 times within a minute: giving up\.$/);
  await expect.poll(() => listAlive([...seen])).toEqual([]);
});

test('a start that was killed outright leaves nothing, and does not hinder the next one', async () => {
  const dataDir = await newFolder();
  const killed = await startProduct({ dataDir });
  await killed.ready;
  const pids = await readPids(dataDir);
  process.kill(pids.start ?? 0, 'SIGKILL');
  await killed.ended;
  await expect.poll(() => listAlive(Object.values(pids))).toEqual([]);

  const next = await startProduct({ dataDir, port: killed.port });
  await next.ready;
  // Nobody is left to tidy up this time but the start after it.
  const left = await readPids(dataDir);
  process.kill(next.pid, 'SIGKILL');
  process.kill(left.start ?? 0, 'SIGKILL');
  await next.ended;

  const last = await startProduct({ dataDir, port: killed.port });
  await last.ready;
  await expect.poll(() => listAlive(Object.values(left))).toEqual([]);
  expect(await last.stop()).toBe(0);
});

test('a product whose starter is gone ends, with all of its processes', async () => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const pids = await readPids(dataDir);
  product.abandon();
  await expect.poll(() => listAlive([product.pid, ...Object.values(pids)]), LONG).toEqual([]);
});

test('a port in use ends the start with one sentence', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, said } = await failToStart({ port });
  holder.close();
  expect(code).toBe(1);
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toContain(`Port ${port} is in use`);
});

test('an unreachable LIBSQL_URL ends the start with one sentence', async () => {
  const LIBSQL_URL = `http://127.0.0.1:${await findFreePort()}`;
  const { code, said } = await failToStart({ variables: { LIBSQL_URL } });
  expect(code).toBe(1);
  expect(said.split('\n').at(-1)).toContain('nothing listens there');
});

for (const [name, value, sentence] of [
  ['PORT', 'eight', 'PORT must be a whole number from 1 to 65535, not "eight".'],
  ['PORT', '70000', 'PORT must be a whole number from 1 to 65535, not "70000".'],
  ['DATA_DIR', '/dev/null/x', 'DATA_DIR /dev/null/x cannot be written (ENOTDIR).'],
  // Linux has it, and lets nobody make a folder there.
  ...(process.platform === 'linux'
    ? [['DATA_DIR', '/proc/x', 'DATA_DIR /proc/x cannot be written (ENOENT).'] as const]
    : []),
  [
    'LIBSQL_URL',
    'file:x.db',
    'LIBSQL_URL must be an http, https or libsql address, not "file:x.db".',
  ],
  ['OPERATOR_EMAIL', 'nobody', 'OPERATOR_EMAIL must be an e-mail address, not "nobody".'],
  [
    'OPERATOR_PASSWORD',
    'short',
    'OPERATOR_PASSWORD cannot be used: A password must have 12 to 1024 characters.',
  ],
  [
    'TICKETMASTER_API_URL',
    'ftp://x',
    'TICKETMASTER_API_URL must be an http or https address, not "ftp://x".',
  ],
  ['PROVIDERS', 'fake', 'PROVIDERS must be live or simulated, not "fake".'],
  [
    'PAGE_HOSTS',
    'http://x/y',
    'PAGE_HOSTS must be a comma list of host names, each with or without a port, not "http://x/y".',
  ],
  ['NOTIFY_WEBHOOK_URL', 'x', 'NOTIFY_WEBHOOK_URL must be an http or https address.'],
] as const) {
  test(`${name}=${value} ends the start with one sentence`, async () => {
    expect(await failToStart({ variables: { [name]: value } })).toEqual({
      code: 1,
      said: sentence,
    });
  });
}
