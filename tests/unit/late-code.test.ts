import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files of the web app whose text matches. */
const listFiles = (text: RegExp): string[] =>
  globSync('web/**/*.tsx')
    .filter((file) => text.test(readFileSync(file, 'utf8')))
    .sort();

// What renders before the code is loaded throws, and only a quick page shows it.
test('everything that renders virtual rows waits for their code first', () => {
  const renders = listFiles(/<VirtualRows\b|\bvirtualLibrary\(\)/);
  expect(renders).toContain('web/kit/data-grid/data-grid.tsx');
  const waits = new Set(listFiles(/\buseIsVirtualLoaded\(\)/));
  expect(renders.filter((file) => !waits.has(file))).toEqual([
    // The component that the others render.
    'web/kit/data-grid/virtual-rows.tsx',
  ]);
});
