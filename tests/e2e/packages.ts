import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Other test runs write and delete files of these folders at the same time, which would end `cp` with an error. */
const CACHES = ['.vite', '.vite-temp', '.vitest-cache', '.cache'];

/** Links the packages of a checkout, without the caches of tools, into `node_modules` of a folder. */
export function linkPackages(folder: string, root = ROOT): void {
  const packages = join(root, 'node_modules');
  const names = readdirSync(packages).filter((name) => !CACHES.includes(name));
  const target = join(folder, 'node_modules');
  mkdirSync(target);
  execFileSync('cp', ['-al', ...names, target], { cwd: packages });
}
