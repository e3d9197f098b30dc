import { expect, test } from 'vitest';
import { chooseColumn, meaningOf } from '../../shared/csv/columns-of-file.ts';

const COLUMNS = { account: 0, queueId: 1, position: 2 };

test.each<[number, keyof typeof COLUMNS | null, typeof COLUMNS]>([
  [3, 'account', { account: 3, queueId: 1, position: 2 }],
  [2, 'account', { account: 2, queueId: 1, position: 0 }],
  [1, 'position', { account: 0, queueId: 2, position: 1 }],
  [1, null, { account: 0, queueId: -1, position: 2 }],
  // Accounts and positions always have a column.
  [0, null, COLUMNS],
  [3, null, COLUMNS],
  [0, 'account', COLUMNS],
])('column %i as %s', (at, meaning, columns) => {
  expect(chooseColumn(COLUMNS, { at, meaning, optional: ['queueId'] })).toEqual(columns);
});

test('a column that is not read has no meaning', () => {
  expect([0, 1, 2, 3].map((at) => meaningOf(COLUMNS, at))).toEqual([
    'account',
    'queueId',
    'position',
    null,
  ]);
});
