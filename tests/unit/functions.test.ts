import { expect, test } from 'vitest';
import { findFunctions } from '../bench/harness/functions.ts';

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
