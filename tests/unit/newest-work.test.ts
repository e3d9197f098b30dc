import { expect, test } from 'vitest';
import { newestOf } from '../../web/features/recent-work/work-link.ts';

const work = (part: object = {}) => ({
  kind: 'encore' as const,
  name: null,
  title: 'Northern Lanterns: Hamburg',
  events: 2,
  rows: 24,
  ...part,
});

test.each([
  ['a repetition', [work(), work({ id: 2 })], 1],
  ['an unnamed draft without rows', [work({ rows: 0 })], 0],
  ['a named draft', [work({ rows: 0, name: 'Friday' })], 1],
  ['a search, which has no rows', [work({ kind: 'presale', events: null, rows: null })], 1],
  ['works that differ in their rows', [work(), work({ rows: 25 })], 2],
  ['works of two tools', [work(), work({ kind: 'adonis' })], 2],
])('an overview of works: %s', (_, works, count) => {
  expect(newestOf(works)).toHaveLength(count);
});
