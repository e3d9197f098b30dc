/** Which file imports which, read from the sources: value, type, dynamic and re-exporting imports alike. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The top-level folders that hold code. */
const TOP_FOLDERS = [
  'code-finder',
  'mail-lines',
  'scripts',
  'shared',
  'sidecar',
  'simulator',
  'tests',
  'web',
  'worker',
];

/** Every file that the sources import, by importing file; paths from the repository's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * `import x from './a.ts'`, `export * from './a.ts'`, `import './a.ts'`, `import('./a.ts')`; the formatter's quotes.
 */
const IMPORT =
  /^(?:import|export)\b[^'";]*?\bfrom '(\.[^']+)'|^import '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;

const SOURCE = /(?<!\.gen)\.(?:ts|tsx|mjs|css)$/;

/** All source files of the repository, except generated ones. */
export function listSources(): string[] {
  return TOP_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  ).sort();
}

/** The imports in a file's text, as paths from the repository's root. */
export function importsIn(file: string, text: string): string[] {
  const paths = Array.from(
    text.matchAll(IMPORT),
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  return [
    ...new Set(paths.map((path) => normalize(join(dirname(file), path.replace(/\?.*$/, ''))))),
  ];
}

/** Reads the imports of all source files. */
export function readImports(files: readonly string[] = listSources()): ImportGraph {
  return new Map(files.map((file) => [file, importsIn(file, readFileSync(file, 'utf8'))]));
}

/**
 * Groups of files that import each other in a cycle (strongly connected components, after Tarjan),
 * smallest first.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let low = index;
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next))
        low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => a.length - b.length);
}
