/**
 * The rules of docs/architecture.md that a linter of single files cannot say: how long a file may be, and that the
 * web knows the Worker by its types alone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const LONGEST_FILE = 300;

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && !file.endsWith('.gen.ts'));

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
