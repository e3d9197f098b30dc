import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../scripts/launch/network.ts';
import { openLog, startProcess, systemVariables } from '../../scripts/launch/processes.ts';
import {
  SCANNER_PERMISSIONS,
  scannerVariables,
} from '../../scripts/launch/services/node-programs.ts';
import { watchOutput } from '../../scripts/launch/services/worker.ts';
import { PATIENCE } from '../factories/patience.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxoffice-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the log of a part', () => {
  test('starts again when it is full, keeps one older file, and is private', () => {
    const file = join(folder, 'part.log');
    const write = openLog(file, { largestBytes: 100 });
    for (let line = 0; line < 1000; line += 1) write(`line ${line}`);
    expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThan(300);
    expect(readFileSync(file, 'utf8')).toContain('line 999\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.runIf(process.platform === 'linux')(
    'on a full disk is abandoned with one sentence, and the part continues',
    async () => {
      const output = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const part = startProcess({
        name: 'part',
        command: process.execPath,
        args: ['-e', 'for (let i = 0; i < 100; i += 1) console.log(i); process.exit(7)'],
        env: systemVariables(),
        logFile: '/dev/full',
      });
      expect(await part.ended).toContain('part ended (code 7)');
      await vi.waitUntil(() => output.mock.calls.length > 0, PATIENCE);
      expect(output.mock.calls).toEqual([[expect.stringContaining('ENOSPC')]]);
    },
  );
});

test.each([
  'write /data/wrangler/.wrangler/tmp/dev-6XGYU8/index.js: no space left on device',
  "Error: ENOSPC: no space left on device, open '/data/wrangler/wrangler.json'",
  "Error: EDQUOT: disk quota exceeded, mkdir '/data/wrangler/tmp'",
])(
  'a Worker that starts on a full disk has failed, but not one that already runs: %s',
  async (line) => {
    const failure = ({ failed }: ReturnType<typeof watchOutput>) =>
      Promise.race([failed, new Promise((resolve) => setImmediate(resolve, 'none'))]);
    const starting = watchOutput();
    starting.read('✘ [ERROR] Build failed with 2 errors:');
    starting.read(`  ✘ [ERROR] Failed to write to output file: ${line}`);
    expect(await failure(starting)).toBe(
      'The disk of DATA_DIR is full: free some space and try again.',
    );
    const running = watchOutput();
    running.settle();
    running.read(line);
    expect(await failure(running)).toBe('none');
  },
);

test('a part gets the variables of the system and those that its service names, and no others', async () => {
  vi.stubEnv('TICKETMASTER_API_KEY', 'not for parts');
  vi.stubEnv('OPERATOR_PASSWORD', 'not for parts');
  vi.stubEnv('SQLD_HTTP_AUTH', 'not for parts');
  vi.stubEnv('SCANNER_MAILBOXES', '3');
  const names = Object.keys(systemVariables(/^SCANNER_/));
  expect(names).toEqual(expect.arrayContaining(['PATH', 'SCANNER_MAILBOXES']));
  for (const name of ['TICKETMASTER_API_KEY', 'OPERATOR_PASSWORD', 'SQLD_HTTP_AUTH']) {
    expect(names).not.toContain(name);
  }
});

describe('the scanner of a start', () => {
  const launch = { workerPort: 8787, simulatorMailPort: undefined };

  test('opens mail servers of this machine, but not of the private network', () => {
    vi.stubEnv('SCANNER_ALLOW_PRIVATE', undefined);
    expect(scannerVariables(launch).SCANNER_ALLOW_PRIVATE).toBe('loopback');
  });

  test('opens those of the private network if its owner allows it', () => {
    vi.stubEnv('SCANNER_ALLOW_PRIVATE', '1');
    expect(scannerVariables(launch).SCANNER_ALLOW_PRIVATE).toBe('1');
  });
});

test.each([
  ['the secrets of DATA_DIR', "require('node:fs').readFileSync(FILE)"],
  ['a program', "require('node:child_process').execSync('id')"],
  ['a new file', "require('node:fs').writeFileSync(FILE, '')"],
])('the scanner may not open %s, in its main thread or its reader', (_, code) => {
  const secrets = join(folder, 'secrets.json');
  writeFileSync(secrets, '{}');
  const attempt = `const FILE = ${JSON.stringify(secrets)}; try { ${code}; console.log('opened') } catch (error) { console.log(error.code) }`;
  const thread = `new (require('node:worker_threads').Worker)(${JSON.stringify(attempt)}, { eval: true })`;
  const { stdout } = spawnSync(
    process.execPath,
    [...SCANNER_PERMISSIONS, '-e', `${attempt}; ${thread}`],
    { encoding: 'utf8' },
  );
  expect(stdout.trim().split('\n')).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']);
});

test('a port is the requested one, or a free one if another program listens there', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const free = await findFreePort(port);
  expect(free).not.toBe(port);
  await once(other.close(), 'close');
  expect(await findFreePort(port)).toBe(port);
});

test('two searches that begin at the same port find different ports', async () => {
  const searchFromStart = async () => {
    vi.resetModules();
    const network = await import('../../scripts/launch/network.ts');
    return network.findFreePort();
  };
  expect(await searchFromStart()).not.toBe(await searchFromStart());
});
