import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../../scripts/launch/network.ts';
import { makeFolder, removeFolder, type StartOptions, startProduct } from './product.ts';

const folders: string[] = [];

/** A start that is expected to fail: its exit code and everything it printed. */
async function failToStart(
  options: StartOptions,
): Promise<{ code: number | null; output: string }> {
  const dataDir = await makeFolder();
  folders.push(dataDir);
  const product = await startProduct({ dataDir, ...options });
  const code = await product.ended;
  return { code, output: product.output().trim() };
}

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

test.afterAll(async () => {
  await Promise.all(folders.map(removeFolder));
});

test('a port in use ends the start with one sentence', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, output } = await failToStart({ port });
  holder.close();
  expect(code).toBe(1);
  expect(output.split('\n')).toHaveLength(1);
  expect(output).toContain(`Port ${port} is in use`);
});

for (const size of ['1m', '12m']) {
  test(`a disk of ${size} that fills up ends the start with one sentence`, async () => {
    const isRoot = process.getuid?.() === 0;
    test.skip(process.platform !== 'linux' || !isRoot, 'Only root may mount a small disk.');
    const dataDir = await makeFolder();
    folders.push(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dataDir]);
    try {
      const { code, output } = await failToStart({ dataDir });
      expect(code).toBe(1);
      expect(output).toMatch(/^[^\n]*disk[^\n]*full[^\n]*$/);
    } finally {
      execFileSync('umount', ['--lazy', dataDir]);
    }
  });
}

test('an unreachable LIBSQL_URL ends the start with one sentence', async () => {
  const LIBSQL_URL = `http://127.0.0.1:${await findFreePort()}`;
  const { code, output } = await failToStart({ variables: { LIBSQL_URL } });
  expect(code).toBe(1);
  expect(output.split('\n').at(-1)).toContain('nothing listens there');
});

for (const [name, value, sentence] of [
  ['PORT', 'eight', 'PORT must be a whole number from 1 to 65535, not "eight".'],
  ['PORT', '70000', 'PORT must be a whole number from 1 to 65535, not "70000".'],
  ['DATA_DIR', '/dev/null/x', 'DATA_DIR /dev/null/x cannot be written (ENOTDIR).'],
  // Linux has this folder, and nobody can create a folder in it.
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
  [
    'NOTIFY_WEBHOOK_SECRET',
    'too short',
    'NOTIFY_WEBHOOK_SECRET must be at least 16 characters long.',
  ],
] as const) {
  test(`${name}=${value} ends the start with one sentence`, async () => {
    expect(await failToStart({ variables: { [name]: value } })).toEqual({
      code: 1,
      output: sentence,
    });
  });
}
