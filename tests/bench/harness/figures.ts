/** `npm run figures`: what the structure of the code comes to, each figure beside its goal. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findCircles, listSources, readImports } from '../../../scripts/checks/imports.ts';
import { weighRoutes } from './web-bundle.ts';

const SHORT_LINES = 25;
/**
 * Capabilities that stood before web/kit, and those whose code was taken out of them. At commit 01da314 they were
 * eleven with 278 files and 20,650 lines; they have gained functions since.
 */
const BEFORE_KIT = [
  ...['accounts', 'auth', 'encore', 'error', 'health', 'imap-accounts', 'presale-codes'],
  ...['queues', 'shell', 'signup', 'site-generator', 'ticketing'],
];
const LINES_BEFORE_KIT = 20_650;
const FILES_BEFORE_KIT = 278;
const CAPABILITIES_BEFORE_KIT = 11;
/** The lines that the kit was to save. */
const LINES_TO_SAVE = 4_000;

const files = listSources();
const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const linesOf = (file: string) => (textOf.get(file) ?? '').split('\n').length - 1;
const sumLines = (list: readonly string[]) => list.reduce((sum, file) => sum + linesOf(file), 0);
const countLines = (list: readonly string[]) => sumLines(list).toLocaleString('en-GB');
const imports = readImports(code);

const rows: [figure: string, value: string, goal: string][] = [];
const add = (figure: string, value: string | number, goal: string) =>
  void rows.push([figure, String(value), goal]);

function addSizes(): void {
  const pattern = /^(?:shared|worker\/features|web\/features)\/imap-accounts\//;
  const mailboxes = code.filter((file) => pattern.test(file));
  add('imap-accounts: files', mailboxes.length, 'at most 10');
  add('imap-accounts: lines', countLines(mailboxes), 'at most 650');
  const product = code.filter(
    (file) => !/^(?:code-finder|simulator|tests)\//.test(file) && !file.endsWith('.mjs'),
  );
  add(
    'lines of TypeScript without code-finder, simulator, tests and generated files',
    countLines(product),
    '',
  );
  add('files of the same', product.length, '');
  const capabilities = Map.groupBy(product, (file) => capabilityOf(file) ?? '');
  capabilities.delete('');
  const older = BEFORE_KIT.flatMap((name) => capabilities.get(name) ?? []);
  for (const name of BEFORE_KIT) capabilities.delete(name);
  const newer = [...capabilities.values()].flat();
  const goal = (LINES_BEFORE_KIT - LINES_TO_SAVE).toLocaleString('en-GB');
  add(
    'lines of capabilities older than the kit, with functions added since',
    countLines(older),
    `at most ${goal}`,
  );
  const perCapability = (files: number, lines: number, count: number) =>
    `${Math.round(files / count)} files, ${Math.round(lines / count).toLocaleString('en-GB')} lines`;
  add(
    `mean of the ${capabilities.size} capabilities made with the kit`,
    perCapability(newer.length, sumLines(newer), capabilities.size),
    `${perCapability(FILES_BEFORE_KIT, LINES_BEFORE_KIT, CAPABILITIES_BEFORE_KIT)} before it`,
  );
}

/** The capability that a file belongs to: the folder of this name in shared, worker/features and web/features. */
const capabilityOf = (file: string): string | undefined =>
  /^(?:shared|worker\/features|web\/features)\/(?!csv\/)([^/]+)\//.exec(file)?.[1];

function addStructure(): void {
  const importers = new Map<string, number>();
  for (const [file, imported] of imports) {
    if (file.startsWith('tests/')) continue;
    for (const target of imported) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  const short = code.filter(
    (file) =>
      linesOf(file) <= SHORT_LINES &&
      importers.get(file) === 1 &&
      !/^(?:tests|simulator|code-finder)\//.test(file),
  );
  add(`files of at most ${SHORT_LINES} lines with one importer`, short.length, 'at most 15');
  add('import circles, types included', findCircles(imports).length, '0');
  if (process.argv.includes('--list')) console.log(short.join('\n'));
}

function addScreens(): void {
  const styles = files.filter((file) => file.startsWith('web/'));
  const weights = new Set(
    styles.flatMap((file) =>
      Array.from(
        (textOf.get(file) ?? '').matchAll(
          /\bfont-(?:\[(\d{3})\]|(thin|light|normal|medium|semibold|bold|extrabold|black)\b)/g,
        ),
        (match) => match[1] ?? match[2] ?? '',
      ),
    ),
  );
  add('font weights', `${weights.size} (${[...weights].sort().join(', ')})`, 'at most 4');
  const routes = code.filter((file) => /^web\/routes\/(?!__root|_app\.tsx)/.test(file));
  const bare = routes.filter((file) => !/\bloader\b/.test(textOf.get(file) ?? ''));
  const names = bare.map((file) => file.replace(/^web\/routes\/(?:_app\/)?|\.tsx$/g, ''));
  add('routes without a loader', `${bare.length} (${names.join(', ')})`, 'those without data');
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
