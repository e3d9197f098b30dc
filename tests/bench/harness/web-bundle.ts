import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Budgets of JavaScript on the wire, in bytes of gzip: the login page in total, and what each route
 * adds to it.
 */
const LOGIN_BUDGET = 140_000;
const ROUTE_BUDGET = 80_000;

interface Chunk {
  file: string;
  imports?: string[];
}

/** The files that a route loads first: all of them for /login, otherwise those that /login does not load. */
export interface RouteWeight {
  route: string;
  bytes: number;
  budget: number;
  /**
   * Whether the file contains the workbook reader, which is loaded only with the first workbook.
   */
  readsWorkbooks: boolean;
}

type Manifest = Record<string, Chunk>;

function collectFiles(manifest: Manifest, key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files);
  return files;
}

const gzipBytes = (file: string) =>
  gzipSync(readFileSync(join(root, 'dist/web', file)), { level: 9 }).length;

/** A file name that every reader of .xlsx contains. */
const WORKBOOK_PART = 'sharedStrings';
const readsWorkbooks = (files: Iterable<string>): boolean =>
  [...files].some((file) =>
    readFileSync(join(root, 'dist/web', file), 'utf8').includes(WORKBOOK_PART),
  );

const sum = (files: Iterable<string>) => [...files].reduce((all, file) => all + gzipBytes(file), 0);

/** Measures the size of the built app, route by route, from Vite's manifest. */
export function weighRoutes(): RouteWeight[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'dist/web-manifest.json'), 'utf8'));
  const screen = (name: string) => `web/routes/${name}.tsx?tsr-split=component`;
  const load = (...keys: string[]) => {
    const files = new Set<string>();
    for (const key of ['index.html', ...keys]) collectFiles(manifest, key, files);
    return files;
  };
  const login = load(screen('login'));
  const routes = Object.keys(manifest).flatMap((key) => {
    const name = /^web\/routes\/(.+)\.tsx\?tsr-split=component$/.exec(key)?.[1];
    return name === undefined || name === 'login' || name === '_app' ? [] : [name];
  });
  const further = routes.map((name) => {
    const isInShell = name.startsWith('_app/');
    const files = load(screen(name), ...(isInShell ? [screen('_app')] : []));
    const route = `/${name.replace(/^_app\//, '').replace(/^index$/, '')}`;
    return {
      route,
      bytes: sum([...files].filter((file) => !login.has(file))),
      budget: ROUTE_BUDGET,
      readsWorkbooks: readsWorkbooks(files),
    };
  });
  const first = { bytes: sum(login), readsWorkbooks: readsWorkbooks(login) };
  return [{ route: '/login', budget: LOGIN_BUDGET, ...first }, ...further];
}
