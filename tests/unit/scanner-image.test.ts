import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { SCANNER_HEAPS, SCANNER_MALLOC } from '../../scripts/launch/services/node-programs.ts';

const rootFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const image = rootFile('docs/deploy/scanner.Dockerfile');
const unit = rootFile('docs/deploy/boxoffice-scanner.service');

/** The packages that programs import, with the paths in them. */
async function packagesOf(...programs: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: programs.map((path) =>
      fileURLToPath(new URL(`../../sidecar/${path}`, import.meta.url)),
    ),
    bundle: true,
    write: false,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
  });
  const imported = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
    .filter((path) => !path.startsWith('node:'));
  return [...new Set(imported)].sort();
}

test('the image of the scanner contains each package that the scanner imports', async () => {
  const imported = await packagesOf('main.ts', 'reader/thread.ts', 'catalogues/thread.ts');
  const [, listed = '[]'] = /todo=(\[.*?\])/.exec(image) ?? [];
  const packages = z.array(z.string()).parse(JSON.parse(listed.replaceAll("'", '"')));
  expect(packages.sort()).toEqual([...new Set(imported.map((path) => path.split('/')[0]))].sort());
});

test('the thread that reads mails loads no schemas, which would take 10 MB', async () => {
  const packages = ['css-tree/parser', 'entities', 'htmlparser2', 'iconv-lite', 'libmime'];
  expect(await packagesOf('reader/thread.ts')).toEqual(packages);
});

test('image and unit of the scanner have the memory settings of a local start', () => {
  for (const [name, value] of Object.entries(SCANNER_MALLOC)) {
    expect(image).toContain(`${name}=${value}`);
    expect(unit).toContain(`${name}=${value}`);
  }
  expect(image).toContain(SCANNER_HEAPS.map((flag) => `"${flag}"`).join(', '));
  expect(unit).toContain(SCANNER_HEAPS.join(' '));
});
