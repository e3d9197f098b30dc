import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIResponse, expect, test } from '@playwright/test';
import { makeFolder, type Product, readPids, removeFolder, startProduct } from './product.ts';

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

/** The credentials of the operator whose password the start generated. */
function shownIn(product: Product) {
  const password = /operator@localhost, password (\S+)/.exec(product.output())?.[1];
  return { email: 'operator@localhost', password };
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
  const ask = async (origin: string) => (await request.get(`${origin}/only-here.txt`)).status();
  expect(await ask(one.origin)).toBe(200);
  expect(await ask(two.origin)).toBe(404);

  const third = await startProduct({ dataDir: one.dataDir });
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(`already runs on ${one.dataDir} (${one.origin}`);

  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
});

/** One start for all of them; the last one ends it. */
test.describe('a running product', () => {
  test.describe.configure({ mode: 'serial' });
  const TICKETMASTER_API_KEY = 'key-that-no-file-may-hold';
  let product: Product;

  test.beforeAll(async () => {
    const dataDir = await newFolder();
    const variables = { TICKETMASTER_API_KEY, PROVIDERS: 'simulated' };
    product = await startProduct({ dataDir, variables });
    await product.ready;
  });

  test('gives an operator without a password one, shown once, and keeps its folder private', async ({
    request,
  }) => {
    const answer = await request.post(`${product.origin}/api/auth/login`, {
      data: shownIn(product),
    });
    expect(answer.status()).toBe(200);
    for (const [file, mode] of [
      ['', 0o700],
      ['secrets.json', 0o600],
      ['runtime.json', 0o600],
    ] as const) {
      expect((await stat(join(product.dataDir, file))).mode & 0o777, file).toBe(mode);
    }
  });

  test('shows nothing without a sign-in: neither database, nor Durable Objects, nor to foreign host names', async ({
    request,
  }) => {
    const { libsqlUrl } = JSON.parse(await readFile(join(product.dataDir, 'runtime.json'), 'utf8'));
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
    // A page elsewhere that lets its own host name lead to this machine.
    const rebound = await request.get(`${product.origin}/api/health`, {
      headers: { host: 'evil.example' },
    });
    expect(rebound.status()).toBe(403);
  });

  test("has the provider's key nowhere on disk after searches", async ({ request }) => {
    const { token } = await read(
      request.post(`${product.origin}/api/auth/login`, { data: shownIn(product) }),
    );
    const headers = { authorization: `Bearer ${token}` };
    const { artists } = await read(
      request.get(`${product.origin}/api/events/get_artists/lanterns`, { headers }),
    );
    expect(artists.length).toBeGreaterThan(0);
    const { stdout } = spawnSync('grep', ['-rlF', TICKETMASTER_API_KEY, product.dataDir], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  test('is stopped within five seconds, even if all of its parts are frozen', async () => {
    const { start, ...parts } = await readPids(product.dataDir);
    expect(Object.keys(parts).sort()).toEqual(['libsql', 'scanner', 'simulator', 'worker']);
    for (const pid of Object.values(parts)) process.kill(-pid, 'SIGSTOP');
    const late = setTimeout(() => process.kill(start ?? 0, 'SIGKILL'), 5000);
    expect(await product.stop()).toBe(0);
    clearTimeout(late);
    await expect.poll(() => listAlive(Object.values(parts))).toEqual([]);
  });
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
