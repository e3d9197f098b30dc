import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let server: ViteDevServer;
let origin: string;

beforeAll(async () => {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(root, 'test-results/data-'));
  for (const name of ['worker.env', 'libsql.db', 'secrets.json']) {
    writeFileSync(join(folder, name), 'not for anybody');
  }
  process.env.DATA_DIR = folder;
  server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  origin = server.resolvedUrls?.local[0] ?? '';
});

/**
 * Whether .gitignore excludes a path. Git is not used, because a checkout may be an archive on a
 * machine without git.
 */
function isIgnored(path: string): boolean {
  const names = path.split('/');
  const patterns = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const last = patterns.findLast((pattern) => {
    const glob = pattern.replaceAll(/^!|\/$/g, '');
    const isFolder = pattern.endsWith('/');
    return (isFolder ? names.slice(0, -1) : names).some((name) => matchesGlob(name, glob));
  });
  return last !== undefined && !last.startsWith('!');
}

/** Folders and files that a restore, a backup and a deployment may leave in the checkout. */
test.each([
  '.data-restored/libsql/dbs/default/data',
  'desk-2026-11-22.db',
  '.env.production',
  'data-key',
  'sqld-token',
  'sqld-private.pem',
])('the dev server refuses %s of the checkout', async (name) => {
  const inside = mkdtempSync(join(root, 'test-results/checkout-'));
  const path = join(inside, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'not for anybody');
  onTestFinished(() => rmSync(inside, { recursive: true }));
  for (const address of [relative(root, path), `@fs${path}`, `${relative(root, path)}?raw`]) {
    const answer = await fetch(origin + address, { headers: { accept: '*/*' } });
    expect(await answer.text(), address).not.toContain('not for anybody');
    expect(answer.status, address).toBe(403);
  }
  expect(isIgnored(name)).toBe(true);
});

test.each(['.env.example', 'package.json', 'docs/data-keys.md'])(
  '.gitignore excludes %s',
  (name) => {
    expect(isIgnored(name)).toBe(false);
  },
);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
  delete process.env.DATA_DIR;
});

test('the dev server serves the app', async () => {
  expect(await (await fetch(`${origin}web/main.tsx`)).text()).toContain('import');
});

test('the dev server serves the page about registering an app, which is not a link', async () => {
  const page = readFileSync(join(root, 'docs/mail-sign-in.md'), 'utf8');
  expect(await (await fetch(`${origin}mail-sign-in.txt`)).text()).toBe(page);
  const entries = readdirSync(join(root, 'web/public'), { withFileTypes: true });
  expect(entries.filter((entry) => !entry.isFile())).toEqual([]);
});

test.each(['worker.env', 'libsql.db', 'secrets.json'])(
  'the dev server refuses %s of DATA_DIR under every address',
  async (name) => {
    const path = join(folder, name);
    for (const address of [
      relative(root, path),
      `${relative(root, path)}?raw`,
      `@fs${path}`,
      `@fs${path}?raw&import`,
    ]) {
      const answer = await fetch(origin + address, { headers: { accept: '*/*' } });
      expect(await answer.text(), address).not.toContain('not for anybody');
      expect(answer.status, address).toBe(403);
    }
  },
);
