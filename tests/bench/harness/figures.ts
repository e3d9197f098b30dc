/**
 * `npm run figures`: measures of the code's structure, each beside its goal. `--list` names the
 * files and functions behind the figures, and why a function is long.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findCircles, listSources, readImports } from '../../../scripts/checks/imports.ts';
import { roomOf } from '../../../scripts/checks/room-rules.ts';
import { findFunctions } from './functions.ts';
import { LONG_FUNCTIONS } from './long-functions.ts';
import { weighRoutes } from './web-bundle.ts';

const LONGEST_FUNCTION_LINES = 80;

const files = listSources();
const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const linesOf = (file: string) => (textOf.get(file) ?? '').split('\n').length - 1;
const filesIn = (...houses: string[]) =>
  code.filter((file) => houses.some((house) => file.startsWith(`${house}/`)));
const countMatches = (list: readonly string[], pattern: RegExp) =>
  list.reduce((sum, file) => sum + [...(textOf.get(file) ?? '').matchAll(pattern)].length, 0);

const rows: [figure: string, value: string, goal: string][] = [];
const behind: string[] = [];
const add = (figure: string, value: string | number, goal: string) =>
  void rows.push([figure, String(value), goal]);
/** A figure that counts things, whose names `--list` prints. */
const addCount = (figure: string, names: readonly string[], goal: string) => {
  add(figure, names.length, goal);
  behind.push(...names.map((name) => `${figure}: ${name}`));
};

function addSizes(): void {
  const product = filesIn('web', 'worker', 'shared');
  const lines = product.reduce((sum, file) => sum + linesOf(file), 0);
  add('lines of web, worker and shared', lines.toLocaleString('en-GB'), '');
  const longIn = (...houses: string[]) =>
    filesIn(...houses).flatMap((file) =>
      findFunctions(file, textOf.get(file) ?? '')
        .filter((found) => found.lines > LONGEST_FUNCTION_LINES)
        .map(({ name, line, lines }) => {
          const reason = LONG_FUNCTIONS[`${file} ${name}`];
          return `${file}:${line} ${name} (${lines} lines)${reason ? `: ${reason}` : ''}`;
        }),
    );
  const long = `functions over ${LONGEST_FUNCTION_LINES} lines`;
  addCount(
    `${long} in worker, shared, sidecar`,
    longIn('worker', 'shared', 'sidecar', 'mail-lines'),
    '0',
  );
  addCount(`${long} in web`, longIn('web'), 'at most 5, each with a reason');
}

function addStructure(): void {
  const graph = readImports(code);
  add('import circles, types included', findCircles(graph).length, '0');
  const arrows = new Set(
    [...graph].flatMap(([file, imports]) =>
      imports.map((imported) => `${roomOf(file)} ${roomOf(imported)}`),
    ),
  );
  const mutual = [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`);
  });
  addCount('rooms that import each other', mutual, '0');
  add('JSON.parse with a type assertion', countMatches(code, /JSON\.parse\([^;]*?\) as /g), '0');
}

function addScreens(): void {
  const web = filesIn('web');
  const breakpoints = new Set(
    web.flatMap((file) =>
      Array.from((textOf.get(file) ?? '').matchAll(/\b(?:max|min)-\[\d+px\]/g), ([name]) => name),
    ),
  );
  addCount('breakpoints written in pixels', [...breakpoints].sort(), '0');
  add('arbitrary Tailwind values', countMatches(web, /(?<=[\w)])-\[[^\]\s]+\]/g), 'at most 250');
}

function addBundle(): void {
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const { route, bytes, budget } of weighRoutes()) {
    add(`JavaScript of ${route}, gzip`, kB(bytes), `at most ${kB(budget)}`);
  }
}

addSizes();
addStructure();
addScreens();
addBundle();
const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
for (const [figure, value, goal] of rows) {
  console.log(
    `${figure.padEnd(widths[0] ?? 0)}  ${value.padEnd(Math.min(widths[1] ?? 0, 40))}  ${goal}`,
  );
}
if (process.argv.includes('--list')) console.log(`\n${behind.join('\n')}`);
