import { describe, expect, test } from 'vitest';
import { mutationsOf } from '../../scripts/checks/mutations.ts';

/** Each mutated source. */
const mutate = (text: string) =>
  mutationsOf('a.ts', text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );

describe('the mutations of a source', () => {
  test.each([
    ['a bound', 'a <= 20;', ['a < 20;', ';']],
    ['a sum', 'f(a + 1);', [';', 'f(a - 1);']],
    ['a condition', 'if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;', 'if (a) ;']],
    ['a default', 'x = a ?? 0;', [';', 'x = a;']],
    ['a negation', 'x = !a;', [';', 'x = a;']],
    ['a step', 'for (;;) n++;', ['for (;;) ;', 'for (;;) n--;']],
    ['a result', 'const f = () => true;', ['const f = () => false;']],
    ['a number as a result', 'function f() { return 3; }', ['function f() { return 0; }']],
    ['an object as a result', 'const f = () => ({ a });', ['const f = () => undefined;']],
  ])('change %s', (_, text, mutants) => {
    expect(mutate(text)).toEqual(expect.arrayContaining(mutants));
    expect(mutate(text)).toHaveLength(mutants.length);
  });

  test.each([
    ['a type', 'type A = B extends C ? D : E;'],
    ['a joined text', "const x = 'a' + b;"],
    ['an import', "import { a } from './a.ts';"],
    ['a directive', "'use strict';"],
    ['an endless loop', 'while (false) {}'],
  ])('leave %s alone', (_, text) => {
    expect(mutate(text)).toEqual([]);
  });

  test('name the line', () => {
    expect(mutationsOf('a.ts', 'const a = 1;\n\nconst f = () => a > 1;')).toMatchObject([
      { line: 3, replacement: 'undefined' },
      { line: 3, replacement: '>=' },
    ]);
  });

  test('refuse a source that cannot be parsed', () => {
    expect(() => mutationsOf('a.ts', 'const = ;')).toThrow('a.ts: ');
  });
});
