import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BREAKPOINTS } from '../../web/ui/breakpoints.ts';

test('scripts decide by the breakpoints of the theme', () => {
  const tokens = readFileSync('web/styles/tokens.css', 'utf8');
  const inTheme = Object.keys(BREAKPOINTS).map((name) => [
    name,
    new RegExp(`--breakpoint-${name}: ([^;]+);`).exec(tokens)?.[1],
  ]);
  expect(Object.fromEntries(inTheme)).toEqual(BREAKPOINTS);
});
