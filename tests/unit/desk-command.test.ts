import { expect, test } from 'vitest';
import { describeAnswer, readInput, readResult } from '../../scripts/desk.ts';

const tool = {
  name: 'best_accounts',
  inputSchema: {
    type: 'object' as const,
    properties: {
      type: { type: 'string' },
      limit: { type: 'integer' },
      categories: { type: 'array' },
    },
  },
};

test('arguments become the input of a tool, according to the types of its schema', () => {
  expect(readInput(tool, ['type=standard', 'limit=5', 'categories=["VIP","A=B"]'])).toEqual({
    type: 'standard',
    limit: 5,
    categories: ['VIP', 'A=B'],
  });
  expect(readInput(tool, ['limit=null'])).toEqual({ limit: null });
  expect(readInput(tool, ['type=2026', 'limit=many'])).toEqual({ type: '2026', limit: 'many' });
});

test.each(['--limit', 'limit', 'name=x', '=x'])('the argument %s is refused', (argument) => {
  expect(() => readInput(tool, [argument])).toThrow('Its inputs: type, limit, categories.');
});

test('an answer is printed row by row, without characters that move the cursor', () => {
  const answer = {
    data: [
      { a: 'x\u001b[2J', b: 1 },
      { a: '', b: null },
    ],
    next_cursor: '50',
  };
  expect(describeAnswer(answer)).toBe(
    'a: x\\u001b[2J\nb: 1\n\na: \nb: null\n\nThere are more: cursor=50',
  );
  expect(describeAnswer({ data: [], next_cursor: null })).toBe('None.');
  expect(describeAnswer({ message: 'Event added' })).toBe('message: Event added');
});

test('a failed tool is a failed command, and --json prints the whole answer', () => {
  const content = [{ type: 'text' as const, text: 'No.' }];
  expect(() => readResult({ isError: true, content }, false)).toThrow('No.');
  expect(readResult({ content, structuredContent: { data: [] } }, true)).toBe('{"data":[]}');
});
