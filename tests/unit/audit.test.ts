import { expect, test } from 'vitest';
import { readSince } from '../../scripts/operator.ts';
import { describeAction, describeFacts } from '../../shared/audit/texts.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['24h', '2026-11-19T12:00:00Z'],
  ['7d', '2026-11-13T12:00:00Z'],
  ['2026-11-01', '2026-11-01T00:00:00Z'],
])('--since %s is %s', (text, instant) => {
  expect(readSince(text, NOW)).toBe(Date.parse(instant));
});

test.each(['soon', '7w', ''])('--since "%s" is refused', (text) => {
  expect(() => readSince(text, NOW)).toThrow('is no date and no period such as 7d or 24h');
});

test('an action has its own text, or its words', () => {
  expect(describeAction('queues.category.rename')).toBe('Category renamed');
  expect(describeAction('labels.set-colour')).toBe('Labels set colour');
});

test('facts are written in words, without ids and empty ones', () => {
  const detail = {
    queue_total: 60_000,
    isActive: true,
    tags: ['a', 'b'],
    ids: [1, 2],
    from: 'queue:x',
    note: '',
    gone: null,
  };
  expect(describeFacts(detail)).toBe('queue total 60,000, is active yes, tags a b');
});
