import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../../scripts/launch/network.ts';
import { buildImage, environmentOf, giveToUser, type Image } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ACCOUNT = { email: 'first@desk.example', password: 'a password from a file' };

test.describe.configure({ timeout: 300_000 });

/** On the disk of the checkout, so that links take the place of copies. */
let folder: string;
let child: ChildProcess | undefined;

test.beforeAll(() => {
  const copies = join(ROOT, 'test-results/checkouts');
  mkdirSync(copies, { recursive: true });
  folder = mkdtempSync(join(copies, 'image-'));
});
test.afterAll(() => {
  child?.kill('SIGKILL');
  execFileSync('rm', ['-rf', folder]);
});

/** Runs a command of the image as its user. */
function start(image: Image, [program = '', ...args]: string[], more: NodeJS.ProcessEnv) {
  const isRoot = process.getuid?.() === 0;
  return spawn(program === 'node' ? process.execPath : program, args, {
    cwd: image.workingFolder,
    env: { ...environmentOf(image), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && image.user !== undefined && { uid: image.user, gid: image.user }),
  });
}

const exitOf = (process: ChildProcess) =>
  new Promise<number | null>((resolve) => process.once('close', resolve));

test('the steps of the image build a desk that starts as its user, reads its secrets and is healthy', async ({
  request,
}) => {
  const image = buildImage(join(ROOT, 'docs/deploy/Dockerfile'), folder);
  const app = image.workingFolder;
  expect(image.user).toBe(1_000);
  // The image does not contain files that others must not see.
  for (const name of ['.git', 'tests', '.env.example', '.data']) {
    expect(() => readFileSync(join(app, name))).toThrow('ENOENT');
  }
  chmodSync(dirname(image.root), 0o755);
  const secrets = join(image.root, 'run/secrets/boxoffice.env');
  writeFileSync(
    secrets,
    `OPERATOR_EMAIL=${ACCOUNT.email}\nOPERATOR_PASSWORD=${ACCOUNT.password}\n`,
    { mode: 0o400 },
  );
  giveToUser(secrets);
  // In the image, the link leads to the system folder.
  execFileSync('ln', ['-sfn', secrets, join(app, '.env')]);
  const port = { PORT: String(await findFreePort()), SIMULATED_RESALE_ARTISTS: '60' };
  child = start(image, image.command, port);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = exitOf(child);
  const healthy = async () => {
    if (child?.exitCode !== null) throw new Error(`The desk ended:\n${output}`);
    return exitOf(start(image, image.healthcheck, port));
  };
  await expect.poll(healthy, { timeout: 200_000, intervals: [1_000] }).toBe(0);
  const origin = `http://localhost:${port.PORT}`;
  const answer = await request.post(`${origin}/api/auth/login`, { data: ACCOUNT });
  expect(answer.status(), output).toBe(200);
  expect((await request.get(`${origin}/login`)).status()).toBe(200);
  await expect
    .poll(async () => (await (await request.get(`${origin}/api/health`)).json()).scanner)
    .toBe('connected');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await exitOf(start(image, image.healthcheck, port))).toBe(1);
});
