import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from '../../web/ui/breakpoints.ts';

test('scripts use the breakpoints of the theme', () => {
  const tokens = readFileSync('web/styles/tokens.css', 'utf8');
  const inTheme = Object.keys(BREAKPOINTS).map((name) => [
    name,
    new RegExp(`--breakpoint-${name}: ([^;]+);`).exec(tokens)?.[1],
  ]);
  expect(Object.fromEntries(inTheme)).toEqual(BREAKPOINTS);
});

test('no class name writes a width of the window in pixels', () => {
  const withPixels = globSync('web/**/*.{ts,tsx}').filter((file) =>
    /\b(?:max|min)-\[\d+px\]/.test(readFileSync(file, 'utf8')),
  );
  expect(withPixels).toEqual([]);
});
