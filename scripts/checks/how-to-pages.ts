/**
 * `npm run verify:how-to`: follows the how-to pages. Each page is applied to a copy of the repository, block by block,
 * and `npm run verify` must pass in the copy. It takes about two minutes for each page, so `npm test` does not run it.
 * Pages as arguments check those only.
 *
 * A page has three kinds of blocks:
 * - ```` ```ts new PATH ````: a file to write;
 * - ```` ```diff PATH ````: lines to add (`+`) and to remove (`-`) beside lines that are there;
 * - ```` ```sh run ````: commands to run.
 */

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText } from '../../shared/error-text.ts';
import { applyHunk, type Block, readBlocks } from './how-to-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['docs/adding-a-site.md', 'docs/adding-a-capability.md'];

/**
 * Copies every file that git tracks or would track, in its state on disk, and links the installed
 * packages. The folders of `node_modules` whose names begin with a dot hold caches of this
 * checkout, so only the programs are linked. The copy is a repository too, as a checkout is.
 */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'how-to-'));
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  for (const file of stdout.split('\0').filter(Boolean)) {
    cpSync(join(ROOT, file), join(folder, file), { force: true, recursive: true });
  }
  run(folder, 'git init --quiet');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** Runs a command in the copy. @throws Error with its output if it fails. */
function run(folder: string, command: string): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`${command.trim()} failed:\n${stdout}\n${stderr}`);
}

function apply(folder: string, block: Block): void {
  if (block.kind === 'run') {
    run(folder, block.text);
    return;
  }
  const file = join(folder, block.path);
  mkdirSync(dirname(file), { recursive: true });
  const text = block.kind === 'new' ? block.text : applyHunk(readFileSync(file, 'utf8'), block);
  writeFileSync(file, text);
}

const wanted = process.argv.slice(2);
for (const page of PAGES.filter((page) => wanted.length === 0 || wanted.includes(page))) {
  const folder = copyRepository();
  try {
    for (const block of readBlocks(readFileSync(join(ROOT, page), 'utf8'))) apply(folder, block);
    run(folder, 'node scripts/verify.ts');
    console.log(`ok     ${page}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAILED ${page}\n${errorText(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
