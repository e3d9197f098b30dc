import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAbandoned } from '../../scripts/build-web.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Higher than any process id. */
const NOBODY = '4999999';

test.each([
  ['of a process that builds', String(process.pid), 30, false],
  ['of a process that has ended', NOBODY, 0, true],
  ['whose process id another program has got', String(process.pid), 3_600, true],
  ['that its process is about to write', '', 0, false],
  ['that its process did not write', '', 30, true],
  ['that is cut off', '\0\0', 30, true],
])('a lock %s', async (_, content, ageSeconds, expected) => {
  const file = join(folder, 'web.lock');
  writeFileSync(file, content);
  const at = Date.now() / 1000 - ageSeconds;
  utimesSync(file, at, at);
  expect(await isAbandoned(file)).toBe(expected);
});

test('a lock that another process removed meanwhile is not removed again', async () => {
  expect(await isAbandoned(join(folder, 'web.lock'))).toBe(false);
});
