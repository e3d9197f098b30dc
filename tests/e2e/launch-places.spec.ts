import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  copyCheckout,
  listAlive,
  makeFolder,
  readPids,
  removeFolder,
  startProduct,
} from './product.ts';

const folders: string[] = [];

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

test.afterAll(async () => {
  await Promise.all(folders.map(removeFolder));
});

test('starts, and runs its tests, in a folder with blanks, accents and signs of addresses', async ({
  request,
}) => {
  const root = copyCheckout('a,b Mes documents é #1 %20');
  folders.push(dirname(root));
  const dataDir = join(await makeFolder(), 'données #2 %41');
  folders.push(dataDir);
  const product = await startProduct({ root, dataDir, usesNpm: true });
  await product.ready;
  const health = await request.get(`${product.origin}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', scanner: 'connected' });
  expect((await request.get(`${product.origin}/login`)).status()).toBe(200);
  // SIGTERM reaches npm alone.
  const pids = Object.values(await readPids(dataDir));
  await product.stop();
  await expect.poll(() => listAlive(pids)).toEqual([]);

  const tests = spawnSync(process.execPath, ['scripts/test.mjs', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(tests.stdout).toContain('1 passed, 0 failed');
});
