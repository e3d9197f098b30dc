import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFunctions } from '../bench/harness/functions.ts';
import { LONG_FUNCTIONS } from '../bench/harness/long-functions.ts';

const TEXT = `export function outer() {
  const inner = (x: number) => {
    return x;
  };
  return { method() {}, key: () => inner(1) };
}
export default () => <p />;
`;

test('all functions of a file are listed with their names and lines', () => {
  expect(findFunctions('a.tsx', TEXT)).toEqual([
    { name: 'outer', line: 1, lines: 6 },
    { name: 'inner', line: 2, lines: 3 },
    { name: 'method', line: 5, lines: 1 },
    { name: 'key', line: 5, lines: 1 },
    { name: 'anonymous', line: 7, lines: 1 },
  ]);
});

/** The functions of more than 80 lines below some folders. */
const longIn = (pattern: string) =>
  globSync(pattern).flatMap((file) =>
    findFunctions(file, readFileSync(file, 'utf8'))
      .filter(({ lines }) => lines > 80)
      .map(({ name }) => `${file} ${name}`),
  );

test('a function of the web has at most 80 lines, except for five that have a reason', () => {
  expect(longIn('web/**/*.{ts,tsx}').filter((name) => !(name in LONG_FUNCTIONS))).toEqual([]);
  expect(Object.keys(LONG_FUNCTIONS).length).toBeLessThanOrEqual(5);
});

test('a function of any other part of the product has at most 80 lines', () => {
  expect(longIn('{worker,shared,sidecar,mail-lines,code-finder}/**/*.ts')).toEqual([]);
});
