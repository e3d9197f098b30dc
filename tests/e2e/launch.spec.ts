import { spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import { liveClient } from './live-client.ts';
import {
  listAlive,
  listPorts,
  listRuntimes,
  makeFolder,
  type Product,
  readPids,
  removeFolder,
  startProduct,
} from './product.ts';

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

/** The answer of a port, if it serves HTTP. */
function ask(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const call = get({ port, path, headers, host: '127.0.0.1', timeout: 5000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    call.on('error', (error) => resolve({ status: 0, text: String(error) }));
    call.on('timeout', () => call.destroy());
  });
}

/** The time until a part has restarted on a busy machine. */
const LONG = { timeout: 120_000 };

async function read(answer: Promise<APIResponse>) {
  return (await answer.catch(() => undefined))?.json() ?? {};
}

async function tokenOf(request: APIRequestContext, origin: string): Promise<string> {
  return (await read(request.post(`${origin}/api/auth/login`, { data: credentials }))).token;
}

/**
 * Monitors the prices of an event.
 * @returns its address in the form that the channel uses.
 */
async function watchPrice(request: APIRequestContext, origin: string, place: string) {
  const url = `https://www.axs.com/events/1/${place.replaceAll(' ', '-')}`;
  const headers = { authorization: `Bearer ${await tokenOf(request, origin)}` };
  const added = await request.post(`${origin}/api/events/price-targets`, {
    headers,
    data: { targets: [{ url }] },
  });
  expect(added.ok(), await added.text()).toBe(true);
  return url;
}

/** The credentials of the operator whose password the start generated. */
function shownIn(product: Product) {
  const password = /operator@localhost, password (\S+)/.exec(product.output())?.[1];
  return { email: 'operator@localhost', password };
}

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

test.afterAll(async () => {
  await Promise.all(folders.map(removeFolder));
});

/**
 * Starts cost the most, so several tests share each: `two` is used by all tests until the one that
 * freezes it, `one` by the rest, in order.
 */
test.describe('products', () => {
  test.describe.configure({ mode: 'serial' });
  const TICKETMASTER_API_KEY = 'key-that-no-file-may-hold';
  let one: Product;
  let two: Product;
  /** Every process of the first start of `one` so far. */
  const seen: number[] = [];

  test.beforeAll(async () => {
    const dataDir = await newFolder();
    await mkdir(join(dataDir, 'web'));
    await writeFile(join(dataDir, 'web', 'only-here.txt'), 'only here');
    one = await startProduct({ dataDir, variables: account });
    const variables = { TICKETMASTER_API_KEY, PROVIDERS: 'simulated' };
    two = await startProduct({ dataDir: await newFolder(), variables });
    await Promise.all([one.ready, two.ready]);
  });

  test('two instances run side by side, and a folder serves only one', async ({ request }) => {
    // Each has its own database: the operator of one does not exist in the other.
    const login = (origin: string) =>
      request.post(`${origin}/api/auth/login`, { data: credentials });
    expect((await login(one.origin)).status()).toBe(200);
    expect((await login(two.origin)).status()).toBe(401);

    // Each serves its own copy of the web app, so that a later build changes neither.
    const call = async (origin: string) => (await request.get(`${origin}/only-here.txt`)).status();
    expect(await call(one.origin)).toBe(200);
    expect(await call(two.origin)).toBe(404);

    const third = await startProduct({ dataDir: one.dataDir });
    expect(await third.ended).toBe(1);
    expect(third.output()).toContain(`already runs on ${one.dataDir} (${one.origin}`);
  });

  test('generates a missing password, shows it once, and keeps its folder private', async ({
    request,
  }) => {
    const answer = await request.post(`${two.origin}/api/auth/login`, {
      data: shownIn(two),
    });
    expect(answer.status()).toBe(200);
    for (const [file, mode] of [
      ['', 0o700],
      ['secrets.json', 0o600],
      ['runtime.json', 0o600],
    ] as const) {
      expect((await stat(join(two.dataDir, file))).mode & 0o777, file).toBe(mode);
    }
  });

  test('shows nothing without a sign-in: no database, no Durable Objects, nothing to other host names', async ({
    request,
  }) => {
    const { libsqlUrl } = JSON.parse(await readFile(join(two.dataDir, 'runtime.json'), 'utf8'));
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
      const answer = await request.get(`${two.origin}/cdn-cgi/local/${path}`);
      expect(answer.status(), path).toBe(404);
    }
    // A page elsewhere whose host name resolves to this machine.
    const rebound = await request.get(`${two.origin}/api/health`, {
      headers: { host: 'evil.example' },
    });
    expect(rebound.status()).toBe(403);
  });

  test('refuses a body that is too large with 413, also one in chunks of unknown length', async () => {
    const part = new Uint8Array(128 * 1024).fill(97);
    const send = async () => {
      let left = 10;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? controller.enqueue(part) : controller.close()),
      });
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      return (await fetch(`${two.origin}/api/auth/login`, init)).status;
    };
    for (let round = 0; round < 10; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 10 }, send));
      expect(statuses).toEqual(Array(10).fill(413));
    }
  });

  test('opens no debugger on any of its ports', async () => {
    test.skip(process.platform !== 'linux', 'The ports of a process are read from /proc.');
    const ports = listPorts(Object.values(await readPids(two.dataDir)));
    expect(ports).toContain(two.port);
    for (const port of ports) {
      // Any page may make its own host name resolve to this machine and read the answers.
      for (const host of ['evil.example', `127.0.0.1:${port}`]) {
        const { status, text } = await ask(port, '/json', { host, origin: 'https://evil.example' });
        expect(text, `port ${port}`).not.toContain('webSocketDebuggerUrl');
        expect(status, `port ${port}`).not.toBe(101);
      }
      const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
      const key = {
        'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
        'sec-websocket-version': '13',
      };
      const runtime = await ask(port, '/core:user:boxoffice-desk', { ...upgrade, ...key });
      expect(runtime.status, `port ${port}`).not.toBe(101);
    }
  });

  test("writes the provider's key to no file, also after searches", async ({ request }) => {
    const { token } = await read(
      request.post(`${two.origin}/api/auth/login`, { data: shownIn(two) }),
    );
    const headers = { authorization: `Bearer ${token}` };
    const search = `${two.origin}/api/events/get_artists/lanterns`;
    // The start generated the password, so the operator must choose another one first.
    expect((await request.get(search, { headers })).status()).toBe(403);
    await request.post(`${two.origin}/api/auth/password`, {
      headers,
      data: {
        current_password: shownIn(two).password,
        new_password: account.OPERATOR_PASSWORD,
      },
    });
    const { artists } = await read(request.get(search, { headers }));
    expect(artists.length).toBeGreaterThan(0);
    const { stdout } = spawnSync('grep', ['-rlF', TICKETMASTER_API_KEY, two.dataDir], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  test('is stopped within five seconds, even if all of its parts are frozen', async () => {
    const { start, ...parts } = await readPids(two.dataDir);
    expect(Object.keys(parts).sort()).toEqual(['libsql', 'scanner', 'simulator', 'worker']);
    for (const pid of Object.values(parts)) process.kill(-pid, 'SIGSTOP');
    const late = setTimeout(() => process.kill(start ?? 0, 'SIGKILL'), 5000);
    expect(await two.stop()).toBe(0);
    clearTimeout(late);
    await expect.poll(() => listAlive(Object.values(parts)), LONG).toEqual([]);
  });

  for (const part of ['libsql', 'simulator', 'worker', 'scanner', 'runtime']) {
    test(`a ${part} that dies is reported in one sentence and started again, with its data and live prices`, async ({
      request,
    }) => {
      const before = await readPids(one.dataDir);
      seen.push(...Object.values(before));
      const printed = one.output().length;
      const live = liveClient(one.origin);
      const watch = (place: string) => watchPrice(request, one.origin, place);
      await live.connect(await tokenOf(request, one.origin));
      const first = await watch(`before ${part}`);
      await expect.poll(() => live.pricesOf(), LONG).toContain(first);
      const lost = part === 'runtime' ? listRuntimes(before.worker) : [before[part] ?? 0];
      for (const pid of lost) process.kill(pid, 'SIGKILL');
      await expect
        .poll(() => one.output().slice(printed), LONG)
        .toMatch(/ended.*It is started again\./);
      const restarted = part === 'runtime' ? 'worker' : part;
      await expect
        .poll(async () => (await readPids(one.dataDir))[restarted], LONG)
        .not.toBe(before[restarted]);

      const { origin } = one;
      const health = { status: 'ok', database: 'ok', scanner: 'connected', providers: 'simulated' };
      await expect
        .poll(() => read(request.get(`${origin}/api/health`, { timeout: 2000 })), LONG)
        .toMatchObject(health);
      const token = await tokenOf(request, origin);
      const headers = { authorization: `Bearer ${token}` };
      const found = await read(
        request.get(`${origin}/api/events/get_artists/lanterns`, { headers }),
      );
      expect(found.success).toBe(true);
      // Regardless of the losses, the client gets the missed update and the following ones.
      live.close();
      const second = await watch(`without ${part}`);
      await live.connect(token);
      await expect.poll(() => live.pricesOf(), LONG).toContain(second);
      live.close();
    });
  }

  test('Ctrl-C ends the product and everything that it has restarted, and a second start finds its data', async ({
    request,
  }) => {
    const pids = await readPids(one.dataDir);
    expect(Object.keys(pids)).toEqual(
      expect.arrayContaining(['start', 'libsql', 'simulator', 'worker']),
    );
    seen.push(...Object.values(pids));
    expect(await one.stop()).toBe(0);
    await expect.poll(() => listAlive(seen), LONG).toEqual([]);

    one = await startProduct({ dataDir: one.dataDir });
    await one.ready;
    const answer = await request.post(`${one.origin}/api/auth/login`, { data: credentials });
    expect(answer.status()).toBe(200);
  });

  test('a killed start leaves no process, and the next one succeeds', async () => {
    const { dataDir, port } = one;
    const pids = await readPids(dataDir);
    process.kill(pids.start ?? 0, 'SIGKILL');
    await one.ended;
    await expect.poll(() => listAlive(Object.values(pids)), LONG).toEqual([]);

    const next = await startProduct({ dataDir, port });
    await next.ready;
    // Only the next start can end the processes that are left now.
    const left = await readPids(dataDir);
    // This process is frozen first, because it ends all others when the process that started it has
    // ended.
    process.kill(left.start ?? 0, 'SIGSTOP');
    process.kill(next.pid, 'SIGKILL');
    process.kill(left.start ?? 0, 'SIGKILL');
    await next.ended;

    one = await startProduct({ dataDir, port });
    await one.ready;
    await expect.poll(() => listAlive(Object.values(left)), LONG).toEqual([]);
  });

  test('a part that keeps dying ends the product with one sentence', async () => {
    const killed = new Set<number>();
    let hasEnded = false;
    void one.ended.then(() => {
      hasEnded = true;
    });
    // On a busy machine, the first starts may be more than a minute ago when the fourth has ended.
    const killUntilEnd = async () => {
      if (!hasEnded) {
        const { libsql = 0 } = await readPids(one.dataDir);
        if (libsql > 0 && !killed.has(libsql)) process.kill(libsql, 'SIGKILL');
        killed.add(libsql);
      }
      expect(hasEnded).toBe(true);
    };
    await expect(killUntilEnd).toPass(LONG);
    expect(await one.ended).toBe(1);
    const lines = one.output().trim().split('\n');
    // The Worker may report calls that the database did not answer, until it is stopped.
    const last = lines.filter((line) => !line.startsWith('[worker] ')).at(-1);
    expect(last).toMatch(
      /^The libSQL server ended .* That was 4 times within a minute: giving up\.$/,
    );
    await expect.poll(() => listAlive([...killed]), LONG).toEqual([]);
  });
});

test('the product ends with all of its processes when the process that started it is killed', async () => {
  const dataDir = await newFolder();
  const product = await startProduct({ dataDir });
  await product.ready;
  const pids = await readPids(dataDir);
  product.abandon();
  await expect.poll(() => listAlive([product.pid, ...Object.values(pids)]), LONG).toEqual([]);
});
