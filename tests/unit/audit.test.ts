import { expect, test } from 'vitest';
import { readSince } from '../../scripts/operator.ts';
import { printable } from '../../scripts/services/command.ts';
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

test.each([
  ['\u001b[2K\u001b[1A\rnobody', '\\u001b[2K\\u001b[1A\\u000dnobody'],
  ['line\nforged  line', 'line\\u000aforged  line'],
  ['\u009b2J\u0085', '\\u009b2J\\u0085'],
  ['\u202egnihton', '\\u202egnihton'],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['Motörhead \u{1f3b8}', 'Motörhead \u{1f3b8}'],
])('%j is printed as %j, on one line without control characters', (text, line) => {
  expect(printable(text)).toBe(line);
});

test('printed JSON has the same value', () => {
  const entry = { artist: '\u001b[2K \u009b2J \u202e "x" \\u001b' };
  expect(JSON.parse(printable(JSON.stringify(entry)))).toEqual(entry);
});

test('an action has its own text, or a text from the words of its name', () => {
  expect(describeAction('queues.category.rename')).toBe('Category renamed');
  expect(describeAction('labels.set-colour')).toBe('Labels set colour');
});

test('facts are written in words, without ids and without empty facts', () => {
  const detail = {
    queue_total: 60_000,
    isActive: true,
    tags: ['a', 'b'],
    ids: [1, 2],
    from: 'queue:x',
    note: '',
    gone: null,
  };
  expect(describeFacts(detail)).toBe('queue total 60,000, active yes, tags a b');
});

test('a change shows the differences, before and after', () => {
  const was = { host: 'a.test', port: 993, tags: [], isActive: true, end_day: null };
  const detail = {
    host: 'b.test',
    port: 993,
    tags: ['vip'],
    isActive: true,
    end_day: '2026-12-01',
    isResealed: false,
    was,
  };
  expect(describeFacts(detail)).toBe(
    'host from a.test to b.test, tags from none to vip, end day from none to 2026-12-01, password changed no',
  );
});

test('earlier facts that a change does not mention follow it', () => {
  const detail = { add: ['vip'], remove: [], was: { tags: ['paris', 'floor'] } };
  expect(describeFacts(detail)).toBe('add vip; before: tags paris floor');
});

test('a long list is cut', () => {
  const urls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(describeFacts({ count: 7, urls })).toBe('count 7, urls a b c d e and 2 more');
});

test('a deletion names what was deleted', () => {
  expect(describeFacts({ was: { host: 'a.test', tags: ['vip'] } })).toBe('host a.test, tags vip');
});
