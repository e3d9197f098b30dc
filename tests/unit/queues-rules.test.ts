import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCsvFile } from '../../shared/csv/read-file.ts';
import { writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';
import {
  ANALYSIS_COLUMNS,
  analysisFileName,
  categoryFileName,
  ignoredFileName,
  UNTESTED_COLUMNS,
  untestedFileName,
} from '../../shared/queues/exports.ts';
import {
  defaultFields,
  queueIdOf,
  statusOf,
  totalFault,
  totalWarning,
} from '../../shared/queues/queue-file.ts';
import { IGNORED, QueueSheet } from '../../shared/queues/queue-sheet.ts';
import { formatRatio, medalOf, performanceOf, readThreshold } from '../../shared/queues/ratios.ts';
import { categoryUploadedText, uploadingText } from '../../shared/queues/texts.ts';

function sheetOf(rows: readonly string[][]): QueueSheet {
  const sheet = new QueueSheet();
  for (const [index, cells] of rows.entries()) sheet.add(cells, index + 1);
  sheet.finish();
  return sheet;
}

const HEADER = ['Id', 'QueueId', 'Place'];

describe('ratios', () => {
  test.each([
    [0.03, 'Excellent'],
    [0.0301, 'Good'],
    [0.1, 'Good'],
    [0.1001, 'Average'],
    [0.2, 'Average'],
    [0.2001, 'Poor'],
    [1, 'Poor'],
  ])('%f is %s', (ratio, label) => expect(performanceOf(ratio)).toBe(label));

  test.each([
    [0.0512, '5.12%'],
    [1, '100.00%'],
    [0.00004, '0.00%'],
  ])('%f reads %s', (ratio, text) => expect(formatRatio(ratio)).toBe(text));

  test('only ranks 1 to 3 get medals', () => {
    expect([1, 2, 3, 4].map(medalOf)).toEqual(['🥇', '🥈', '🥉', null]);
  });

  test.each([
    ['5', 5],
    ['0.1', 0.1],
    [' 100 ', 100],
    ['12.5', 12.5],
    ['0.3', 0.3],
    ['', null],
    ['0', null],
    ['0.05', null],
    ['-1', null],
    ['100.1', null],
    ['5.55', null],
    ['1e1', null],
    ['five', null],
  ])('the threshold %j reads as %j', (text, percent) => expect(readThreshold(text)).toBe(percent));
});

describe('a queue file', () => {
  test.each([
    [{ name: 'a.csv', type: '' }, true],
    [{ name: 'a.CSV', type: 'application/vnd.ms-excel' }, true],
    [{ name: 'a.txt', type: 'text/csv' }, true],
    [{ name: 'a.txt', type: 'text/plain' }, false],
  ])('%j is taken: %j', (file, isTaken) => expect(isCsvFile(file)).toBe(isTaken));

  test.each([
    ['2026-11-20', '1', 'Ready'],
    ['', '1', 'Missing date'],
    ['2026-02-30', '1', 'Missing date'],
    ['', '', 'Missing date'],
    ['2026-11-20', '', 'Missing total'],
    ['2026-11-20', '0', 'Missing total'],
    ['2026-11-20', '1.5', 'Missing total'],
  ])('with date %j and total %j is %s', (queueDate, queueTotal, status) =>
    expect(statusOf({ queueDate, queueTotal })).toBe(status),
  );

  test('warns when its total is below the highest position', () => {
    expect(totalWarning('99', 100)).toBe(
      'All accounts with position higher than 99 will be ignored',
    );
    expect(totalWarning('100', 100)).toBeNull();
    expect(totalWarning('', 100)).toBeNull();
  });

  test('starts with today and the highest position', () => {
    expect(defaultFields('2026-11-20', 77)).toEqual({ queueDate: '2026-11-20', queueTotal: '77' });
    expect(defaultFields('2026-11-20', 0).queueTotal).toBe('');
  });

  test('has the first queue id of its rows, else its own name', () => {
    expect(queueIdOf(['q1', 'q2'], 'madrid.csv')).toBe('q1');
    expect(queueIdOf([], 'madrid.csv')).toBe('madrid');
    expect(queueIdOf([], '.csv')).toBe('queue');
  });

  test('needs a header and one row', () => {
    expect(sheetOf([HEADER]).hasData).toBe(false);
    expect(sheetOf([]).hasData).toBe(false);
    expect(sheetOf([HEADER, ['a@x', 'q', '1']]).hasData).toBe(true);
  });

  test.each([
    [['a@x', 'q'], IGNORED.short],
    [['', 'q', '5'], IGNORED.noAccount],
    [['x'.repeat(321), 'q', '5'], IGNORED.longAccount],
    [['a@x', 'q', ''], IGNORED.noPlace],
    [['a@x', 'q', '0'], IGNORED.noPlace],
    [['a@x', 'q', '1.5'], IGNORED.noPlace],
    [['a@x', 'q', '-3'], IGNORED.noPlace],
  ])('ignores %j and reports why', (cells, reason) => {
    const sheet = sheetOf([HEADER, cells]);
    expect(sheet.accounts).toEqual([]);
    expect(sheet.ignored).toEqual([{ line: 2, reason, text: cells.join(',') }]);
  });

  test('takes columns by their names in any order, else the first three', () => {
    expect(
      sheetOf([
        ['Place', 'Id', 'QueueId'],
        ['5', 'a@x', 'q'],
      ]).accounts,
    ).toEqual(['a@x']);
    expect(
      sheetOf([
        ['mail', 'run', 'spot'],
        ['a@x', 'q', '5'],
      ]).places,
    ).toEqual([5]);
  });

  test('keeps the best position of each account, and counts every row once', () => {
    const name = fc.constantFrom('a@x', 'A@x', ' b@x ', 'c@x');
    const row = fc.tuple(name, fc.constant('q'), fc.integer({ min: 1, max: 99 }).map(String));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const sheet = sheetOf([HEADER, ...rows]);
        const best = new Map<string, number>();
        for (const [account, , place] of rows) {
          const key = account.trim().toLowerCase();
          best.set(key, Math.min(best.get(key) ?? 100, Number(place)));
        }
        expect(sheet.places).toEqual([...best.values()]);
        expect(sheet.highest).toBe(Math.max(...best.values()));
        expect(sheet.accounts.length + sheet.ignoredCount).toBe(rows.length);
        const total = Math.ceil(sheet.highest / 2);
        expect(sheet.countAbove(total)).toBe(sheet.places.filter((place) => place > total).length);
      }),
    );
  });
});

describe('exports', () => {
  test('have the columns and names of the specification', () => {
    const rows = [{ rank: 1, account: 'a@x', avg_ratio: 0.012345 }];
    expect(writeSpreadsheetCsv(ANALYSIS_COLUMNS, rows)).toBe(
      '\uFEFFRank,Email,AVG_Ratio\r\n1,a@x,1.23%\r\n',
    );
    expect(writeSpreadsheetCsv(UNTESTED_COLUMNS, rows)).toBe('\uFEFFEmail\r\na@x\r\n');
    expect(analysisFileName(5)).toBe('accounts_below_5percent.csv');
    expect(analysisFileName(0.5)).toBe('accounts_below_0.5percent.csv');
    expect(categoryFileName('VIP')).toBe('VIP_accounts.csv');
    expect(untestedFileName('VIP')).toBe('VIP_untested_accounts.csv');
    expect(ignoredFileName('madrid.csv')).toBe('madrid_ignored_rows.csv');
  });
});

test.each([
  ['', null],
  ['1', null],
  ['1000000000', null],
  ['-4', 'Enter a whole number from 1 to 1,000,000,000.'],
  ['1e9', 'Enter a whole number from 1 to 1,000,000,000.'],
  ['12,5', 'Enter a whole number from 1 to 1,000,000,000.'],
  ['12345678901234567890', 'Enter a whole number from 1 to 1,000,000,000.'],
])('a typed total of %j has the fault %j', (text, fault) => {
  expect(totalFault(text)).toBe(fault);
});

test('progress and success read as specified', () => {
  expect(uploadingText(2, 3)).toBe('Uploading 2/3 files...');
  expect(categoryUploadedText('VIP', 12)).toBe(
    'Category "VIP" uploaded successfully with 12 accounts.',
  );
});
