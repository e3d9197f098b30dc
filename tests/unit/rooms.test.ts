import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCircles, importsIn } from '../../scripts/checks/imports.ts';
import { findUncheckedJson } from '../../scripts/checks/parsed-json.ts';
import {
  mayEnterFeature,
  mayImport,
  ROOMS,
  roomOf,
  withPicture,
} from '../../scripts/checks/room-rules.ts';

test.each([
  ['a value', "import { a } from './a.ts';", ['web/x/a.ts']],
  ['a type', "import type { A } from '../a.ts';", ['web/a.ts']],
  ['several lines', "import {\n  a,\n  type B,\n} from './a.ts';", ['web/x/a.ts']],
  [
    'an export',
    "export { a } from './a.ts';\nexport * from './b.ts';",
    ['web/x/a.ts', 'web/x/b.ts'],
  ],
  ['a side effect', "import './a.css';", ['web/x/a.css']],
  ['a dynamic import', "const load = () => import('./a.tsx');", ['web/x/a.tsx']],
  ['the type of a module', "type A = typeof import('./a.ts');", ['web/x/a.ts']],
  ['a query', "import run from './a.ts?worker';", ['web/x/a.ts']],
  ['a package', "import { z } from 'zod';", []],
])('%s is read as an import', (_, text, imports) => {
  expect(importsIn('web/x/file.ts', text)).toEqual(imports);
});

describe('import cycles', () => {
  test('are found from any of their files, and a file that only leads to one is not part of it', () => {
    const graph = new Map([
      ['entry', ['a']],
      ['a', ['b']],
      ['b', ['c', 'leaf']],
      ['c', ['a']],
      ['leaf', []],
      ['d', ['e']],
      ['e', ['d']],
    ]);
    expect(findCircles(graph)).toEqual([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ]);
  });

  test('are never found if every file imports only later ones', () => {
    const edges = fc.array(fc.tuple(fc.nat(20), fc.nat(20)));
    fc.assert(
      fc.property(edges, (given) => {
        const graph = new Map<string, string[]>();
        for (let file = 0; file <= 20; file += 1) graph.set(String(file), []);
        for (const [a, b] of given) if (a < b) graph.get(String(a))?.push(String(b));
        expect(findCircles(graph)).toEqual([]);
      }),
    );
  });
});

test('a room is the longest folder that is named', () => {
  expect(roomOf('worker/features/account/routes.ts')).toBe('worker/features');
  expect(roomOf('worker/app.ts')).toBe('worker');
  expect(roomOf('code-finder/training/fit.ts')).toBe('code-finder/training');
  expect(roomOf('code-finder/src/model.ts')).toBe('code-finder');
  expect(mayImport('web/ui', 'web/lib')).toBe(false);
  expect(mayImport('web/features', 'web/ui')).toBe(true);
  for (const { imports } of Object.values(ROOMS)) {
    for (const imported of imports) expect(Object.keys(ROOMS)).toContain(imported);
  }
});

test('no room imports a room that imports it, directly or through others', () => {
  const rules = new Map(Object.entries(ROOMS).map(([room, { imports }]) => [room, imports]));
  expect(findCircles(rules)).toEqual([]);
});

test.each([
  ['worker/features/signup/service.ts', 'worker/features/queues/index.ts', true],
  ['worker/features/signup/service.ts', 'worker/features/queues/uploads/service.ts', false],
  ['worker/features/queues/routes.ts', 'worker/features/queues/uploads/service.ts', true],
  ['worker/app.ts', 'worker/features/queues/routes.ts', true],
  ['web/features/encore/plan.ts', 'web/features/recent-work/recent-work.tsx', true],
  ['web/features/encore/plan.ts', 'web/features/ticketing/queries.ts', false],
  ['web/routes/_app/encore-tool.tsx', 'web/features/ticketing/queries.ts', true],
])('%s may import %s: %s', (file, imported, isAllowed) => {
  expect(mayEnterFeature(file, imported)).toBe(isAllowed);
});

/**
 * Features of the Worker that belong to parts of the product without data or screens of their own.
 */
const WITHOUT_TWIN = ['channel'];

test('a capability has the same name in all three folders', () => {
  const namesIn = (house: string) => globSync(`${house}/*/`).map((folder) => basename(folder));
  const elsewhere = new Set([...namesIn('shared'), ...namesIn('web/features')]);
  expect(elsewhere.size).toBeGreaterThan(20);
  expect(namesIn('worker/features').filter((name) => !elsewhere.has(name))).toEqual(WITHOUT_TWIN);
});

test('a part of a feature is named after what it does, not after the kind of its files', () => {
  const kinds = '{components,hooks,utils,helpers,lib,common,misc,types}';
  expect(globSync(`{web,worker}/features/**/${kinds}/`)).toEqual([]);
});

test.each(globSync('web/features/**/search-state.ts'))('%s reads the address', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/Search = z\.object\(/);
});

test('the address of a screen is read only in search-state.ts', () => {
  const readers = globSync('web/{features,routes}/**/*.{ts,tsx}').filter((file) =>
    /Search = z\.object\(|validateSearch: z\./.test(readFileSync(file, 'utf8')),
  );
  expect(readers.length).toBeGreaterThan(10);
  expect(readers.filter((file) => basename(file) !== 'search-state.ts')).toEqual([]);
});

test('the picture in docs/architecture.md matches the rules (node scripts/checks/room-rules.ts draws it)', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  expect(text).toContain('```mermaid');
  expect(withPicture(text)).toBe(text);
});

test.each(
  globSync([
    '*.{md,toml}',
    '.env.example',
    '.ci/*',
    'docs/**/*.{md,service,Dockerfile}',
    'migrations/*.sql',
  ]),
)('%s contains no mark of an unresolved merge', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/^(?:<{7}|={7}|>{7})(?: |$)/m);
});

test.each(['README.md', ...globSync('docs/**/*.md')])(
  'every link in %s leads to a file',
  (file) => {
    const targets = Array.from(
      readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g),
      (match) => join(dirname(file), match[1] ?? ''),
    );
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  },
);

test('every file and folder that docs/architecture.md names exists', () => {
  const text = readFileSync('docs/architecture.md', 'utf8').replace(/```mermaid[\s\S]*?```/, '');
  const named = Array.from(
    text.matchAll(
      /`((?:web|worker|shared|sidecar|scripts|tests|code-finder|mail-lines)\/[^`<*]+)`/g,
    ),
    (match) => match[1] ?? '',
  ).filter((path) => path !== 'web/features/x');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('every test that docs/security.md names exists', () => {
  const named = Array.from(
    readFileSync('docs/security.md', 'utf8').matchAll(/`(\w+\/[\w-]+\.(?:test|spec)\.tsx?)`/g),
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join('tests', file)))).toEqual([]);
});

const PARSED = 'JSON.parse(text)';

test.each([
  ['worker/a.ts', `const row = ${PARSED} as Row;`],
  ['simulator/a.ts', `const { offers } = ${PARSED} as { offers: Offer[] };`],
  ['worker/a.ts', 'const row: Row = JSON.parse(text);'],
  ['web/a.ts', 'return schema.parse(JSON.parse(text));'],
])('%s may not read JSON as in %j', (file, code) => {
  expect(findUncheckedJson(file, code)).toHaveLength(1);
});

test.each([
  ['worker/a.ts', `// ${PARSED} as Row`],
  ['worker/a.ts', 'const row = readStored(schema, text);'],
  ['scripts/a.ts', 'const row: Row = JSON.parse(text);'],
  ['shared/json.ts', 'return JSON.parse(text);'],
])('%s may read JSON as in %j', (file, code) => {
  expect(findUncheckedJson(file, code)).toEqual([]);
});
