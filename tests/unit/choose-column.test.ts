import { describe, expect, test } from 'vitest';
import { chooseColumn, meaningOf } from '../../shared/csv/columns-of-file.ts';
import { AS_FOUND_BY_NAME, type ReadAs, readAgainAs } from '../../shared/csv/read-file.ts';

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

describe('a file is read again', () => {
  const shown: ReadAs = { encoding: 'utf-8', delimiter: ',', sheet: null };
  const columns = { account: 1 };
  const before = { ...AS_FOUND_BY_NAME, columns };

  test.each<[string, Partial<ReadAs>]>([
    ['delimiter', { delimiter: ';' }],
    ['sheet', { sheet: 'Other' }],
  ])('without the columns that were chosen for another %s', (_, part) => {
    expect(readAgainAs(before, shown, { ...shown, ...part })).toMatchObject({
      ...part,
      columns: null,
    });
    expect(readAgainAs(before, shown, { ...part, columns: { account: 2 } }).columns).toEqual({
      account: 2,
    });
  });

  test('with its chosen columns in another encoding', () => {
    const part = { ...shown, encoding: 'windows-1252' as const };
    expect(readAgainAs(before, shown, part)).toEqual({ ...part, columns });
  });

  test('with a choice that was not read yet', () => {
    const first = readAgainAs(before, shown, { ...shown, delimiter: '|' });
    const part = { ...shown, encoding: 'windows-1252' as const };
    expect(readAgainAs(first, shown, part)).toEqual({ ...part, delimiter: '|', columns: null });
    expect(readAgainAs(first, shown, { columns })).toEqual({ ...shown, delimiter: '|', columns });
  });
});
