import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyHunk, readBlocks } from '../../scripts/checks/how-to-blocks.ts';

const FENCE = '```';

test('a page is read into files, changes and commands, without the indentation of a list item', () => {
  const page = [
    '1. Write it.',
    '',
    `   ${FENCE}ts new shared/a.ts`,
    '   const a = {',
    '     b: 1,',
    '   };',
    `   ${FENCE}`,
    '',
    `${FENCE}diff shared/b.ts`,
    ' kept',
    '+added',
    FENCE,
    '',
    `${FENCE}sh run`,
    'echo done',
    FENCE,
    '',
  ].join('\n');
  expect(readBlocks(page)).toEqual([
    { kind: 'new', path: 'shared/a.ts', text: 'const a = {\n  b: 1,\n};\n' },
    { kind: 'change', path: 'shared/b.ts', text: ' kept\n+added\n' },
    { kind: 'run', text: 'echo done\n' },
  ]);
});

test('a block without a file or a command is refused', () => {
  expect(() => readBlocks(`${FENCE}ts shared/a.ts\nx\n${FENCE}\n`)).toThrow('neither a file');
});

test('a change replaces the removed lines and keeps the lines around them', () => {
  const text = ' one\n-two\n+2\n three\n';
  expect(applyHunk('zero\none\ntwo\nthree\n', { path: 'a', text })).toBe('zero\none\n2\nthree\n');
});

test.each([
  ['are missing', 'one\nthree\n', '0 times'],
  ['are there twice', 'one\ntwo\none\ntwo\n', '2 times'],
])('a change is refused if its lines %s', (_, file, message) => {
  expect(() => applyHunk(file, { path: 'a', text: ' one\n-two\n' })).toThrow(message);
});

test.each(['docs/adding-a-site.md', 'docs/adding-a-capability.md'])(
  'the changes of %s fit the files of the repository',
  (page) => {
    const written = new Map<string, string>();
    for (const block of readBlocks(readFileSync(page, 'utf8'))) {
      if (block.kind === 'new') written.set(block.path, block.text);
      if (block.kind !== 'change') continue;
      const before = written.get(block.path) ?? readFileSync(block.path, 'utf8');
      // The test also runs in a copy to which the page was applied.
      const added = block.text.replaceAll(/^-.*\n/gm, '').replaceAll(/^[ +]/gm, '');
      if (!before.includes(added)) written.set(block.path, applyHunk(before, block));
    }
    expect(written.size).toBeGreaterThan(0);
  },
);
