/**
 * The rules of docs/architecture.md that a linter of single files cannot say: how long a file may be, and that the
 * web knows the Worker by its types alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LONGEST_FILE = 300;
const ROOMS = [
  'code-finder',
  'scripts',
  'shared',
  'sidecar',
  'simulator',
  'tests',
  'web',
  'worker',
];

const files = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.gen)\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

function findProblems(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const problems: string[] = [];
  if (lines.length > LONGEST_FILE + 1) {
    problems.push(`${file}: ${lines.length} lines; split it, ${LONGEST_FILE} is the limit.`);
  }
  if (!file.startsWith('web/')) return problems;
  for (const [index, line] of lines.entries()) {
    if (/from '[^']*\/worker\//.test(line) && !/^\s*(import|export) type\b/.test(line)) {
      problems.push(
        `${file}:${index + 1}: the web imports the Worker's types only (import type); move what both need to shared.`,
      );
    }
  }
  return problems;
}

const problems = files.flatMap(findProblems);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files looked at, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
