import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDispatch } from '../factories/dispatch.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../factories/dispatch.ts', import.meta.url));
/** Less than the 128 MB of a Worker, so that whatever runs here fits there. */
const HEAP_MB = 96;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxoffice-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('100 events x 1,000 accounts are packed within 96 MB of memory, and unzip finds no fault', async () => {
  const path = join(folder, 'large.zip');
  await run(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, path]);
  const { stdout } = await run('unzip', ['-t', path]);
  expect(stdout).toContain('No errors detected');
  const files = unzipSync(await readFile(path));
  expect(Object.keys(files).filter((name) => name.startsWith('events/'))).toHaveLength(100);
  expect(Object.keys(files).filter((name) => name.startsWith('encore/'))).toHaveLength(100);
  const [name = ''] = Object.keys(files).filter((path) => path.startsWith('events/001_'));
  const first = new TextDecoder().decode(files[name]);
  expect(first.trimEnd().split('\r\n')).toHaveLength(1_001);
});

test('the same dispatch makes the same bytes in every time zone', async () => {
  const [here, there] = [join(folder, 'here.zip'), join(folder, 'there.zip')];
  await writeDispatch(here, 3, 5);
  const before = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  await writeDispatch(there, 3, 5);
  process.env.TZ = before ?? '';
  expect(await readFile(here)).toEqual(await readFile(there));
});

test('Info-ZIP unzip extracts names with letters of any language', async () => {
  const path = join(folder, 'letters.zip');
  await writeDispatch(path, 1, 5, 'Kraków Große Elbe 東京');
  const target = join(folder, 'letters');
  await run('unzip', ['-q', path, '-d', target], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  expect(await readdir(join(target, 'events'))).toEqual([
    expect.stringMatching(/^01_.*Kraków.Große.Elbe.東京.*\.csv$/),
  ]);
  const { mode } = await stat(join(target, 'summary.csv'));
  expect(mode & 0o777).toBe(0o644);
});

test('every name in the ZIP is safe on every system', async () => {
  const path = join(folder, 'names.zip');
  await writeDispatch(path, 3, 5);
  for (const name of Object.keys(unzipSync(await readFile(path)))) {
    expect(name).toMatch(/^(?:(?:events|encore)\/)?[^/\\:*?"<>|]+\.csv$/);
    expect(name.toLowerCase()).not.toMatch(/(?:^|\/)(?:con|prn|aux|nul)\b/);
  }
});
