import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildImage } from '../e2e/dockerfile.ts';
import { linkPackages } from '../e2e/packages.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  'install -d -m 700 -o 1000 -g 1000 /data',
  'install -d -o 4321 -m 700 /data',
  'install -g 4321 -m 700 -d /data /backups && true',
])('a user who is not root executes the step %s for itself', (command) => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'Dockerfile'), `FROM base\nWORKDIR /app\nRUN ${command}\n`);
  vi.spyOn(process, 'getuid').mockReturnValue(4_322);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const image = buildImage(join(folder, 'Dockerfile'), folder);
  const { uid, gid, mode } = statSync(join(image.root, 'data'));
  const { uid: ownUser, gid: ownGroup } = statSync(folder);
  expect([uid, gid, mode & 0o777]).toEqual([ownUser, ownGroup, 0o700]);
});

test('the packages are linked without the caches that tools change in the meantime', () => {
  const [root, target] = [makeFolder(), makeFolder()];
  for (const name of ['.vite', '.vite-temp', '.vitest-cache', '.cache', '.bin', 'zod', '@types']) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
    writeFileSync(join(root, 'node_modules', name, 'file'), '');
  }
  linkPackages(target, root);
  expect(readdirSync(join(target, 'node_modules')).toSorted()).toEqual(['.bin', '@types', 'zod']);
});
