import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../shared/csv/reader.ts';
import { writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';
import { isTableFile } from '../../shared/csv/table-file.ts';
import {
  ANALYSIS_COLUMNS,
  analysisFileName,
  categoryFileName,
  ignoredFileName,
  UNTESTED_COLUMNS,
  untestedFileName,
} from '../../shared/queues/accounts/exports.ts';
import {
  formatRatio,
  medalOf,
  performanceOf,
  readThreshold,
} from '../../shared/queues/accounts/ratios.ts';
import {
  categoryUploadedText,
  severalQueuesText,
  uploadingText,
} from '../../shared/queues/texts.ts';
import {
  defaultFields,
  queueIdOf,
  statusOf,
  totalFault,
  totalWarning,
} from '../../shared/queues/uploads/queue-file.ts';
import { IGNORED, QueueRows, QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';

/** The rows of the only queue of a sheet. */
const rowsOf = (sheet: QueueSheet): QueueRows => [...sheet.queues.values()][0] ?? new QueueRows();

function sheetOf(rows: readonly string[][]): QueueSheet {
  const sheet = new QueueSheet();
  for (const [index, cells] of rows.entries()) sheet.onRow(cells, index + 1);
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
  ])('%f is read as %s', (ratio, text) => expect(formatRatio(ratio)).toBe(text));

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
  ])('%j is taken: %j', (file, isTaken) => expect(isTableFile(file)).toBe(isTaken));

  test.each([
    ['2026-11-20', '1', 'Ready'],
    ['', '1', 'Missing date'],
    ['2026-02-30', '1', 'Missing date'],
    ['', '', 'Missing date'],
    ['2026-11-20', '', 'Missing total'],
    ['2026-11-20', '0', 'Missing total'],
    ['2026-11-20', '1.5', 'Missing total'],
  ])('with date %j and total %j is %s', (queueDate, queueTotal, status) =>
    expect(statusOf({ queueDate, queueTotal }, 1)).toBe(status),
  );

  test('a file without rows has no other fault', () => {
    expect(statusOf({ queueDate: '', queueTotal: '' }, 0)).toBe('No rows');
  });

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
    [['a@x', 'q', ''], IGNORED.noPosition],
    [['a@x', 'q', '0'], IGNORED.noPosition],
    [['a@x', 'q', '1.5'], IGNORED.noPosition],
    [['a@x', 'q', '-3'], IGNORED.noPosition],
  ])('ignores %j and reports why', (cells, reason) => {
    const sheet = sheetOf([HEADER, cells]);
    expect(rowsOf(sheet).accounts).toEqual([]);
    expect(sheet.ignored).toEqual([{ line: 2, reason, text: cells.join(',') }]);
  });

  test('takes columns by their names in any order, else the first three', () => {
    const named = sheetOf([
      ['Place', 'Id', 'QueueId'],
      ['5', 'a@x', 'q'],
    ]);
    expect(rowsOf(named).accounts).toEqual(['a@x']);
    const unnamed = sheetOf([
      ['who', 'run', 'spot'],
      ['a@x', 'q', '5'],
    ]);
    expect(rowsOf(unnamed).positions).toEqual([5]);
  });

  describe('in the forms that operators have', () => {
    const read = (text: string) => {
      const sheet = new QueueSheet();
      const reader = new CsvReader({ onRow: sheet.onRow });
      reader.push(text);
      reader.end();
      sheet.finish();
      const { accounts, positions: ranked } = rowsOf(sheet);
      const positions = accounts.map((account, at) => `${account} ${ranked[at]}`);
      return { positions, ignored: sheet.ignored, queueIds: sheet.queueIds };
    };

    test.each([
      ['lone CRs', 'Id,QueueId,Place\rann@x.test,q-1,12\rbob@x.test,q-1,7\r'],
      ['all kinds of line ends', 'Id,QueueId,Place\rann@x.test,q-1,12\r\nbob@x.test,q-1,7\n'],
      [
        'a line that names the delimiter',
        'sep=;\r\nPlace;Id;QueueId\r\n12;ann@x.test;q-1\r\n7;bob@x.test;q-1',
      ],
      ['bars, which a line names', 'sep=|\nId|QueueId|Place\nann@x.test|q-1|12\nbob@x.test|q-1|7'],
      ['a total behind the position', 'Email,Place,Total\nann@x.test,12,50000\nbob@x.test,7,50000'],
      ['blanks in its header', 'Place,Queue Id,Id\n12,q-1,ann@x.test\n7,q-1,bob@x.test'],
      [
        'marks in its header',
        '\u200bPLACE ,queue_id,"E-Mail"\n12,q-1,ann@x.test\n7,q-1,bob@x.test',
      ],
      ['no header', 'ann@x.test,q-1,12\nbob@x.test,q-1,7'],
      ['one row and no header, twice', 'ann@x.test,q-1,12\nbob@x.test,q-1,7\nbob@x.test,q-1,9'],
      [
        'a title above the header',
        'Queue export of 27 November,,\nPlace,QueueId,Id\n12,q-1,ann@x.test\n7,q-1,bob@x.test',
      ],
      [
        'invisible marks',
        'Id,QueueId,Place\nann@x.test\u200b,q-1,12\n“bob@x.test”,q-1,7\nANN@x.test,q-1,30',
      ],
      ['numbers of a spreadsheet', 'Id,QueueId,Place\nann@x.test,q-1,12.0\nbob@x.test,q-1," 7"'],
    ])('with %s has its two accounts', (_, text) => {
      expect(read(text).positions).toEqual(['ann@x.test 12', 'bob@x.test 7']);
    });

    test.each([
      ['12,345', 12_345],
      ['1 234 567', 1_234_567],
      ["12'345", 12_345],
      ['12.345', 12_345],
      ['12.00', 12],
      ['12,5', null],
      ['12.000', null],
      ['1,23,456', null],
      ['1e3', null],
    ])('reads the position %j as %s', (text, position) => {
      const sheet = sheetOf([HEADER, ['a@x', 'q', text]]);
      expect(rowsOf(sheet).positions).toEqual(position === null ? [] : [position]);
    });

    test('with stray quotes loses only the lines of the quotes, and no row silently', () => {
      const between = Array.from({ length: 3_000 }, (_, at) => `b${at}@x.test,q-1,${at + 20}`);
      for (const rows of [['bob@x.test,q-1,7', 'cy@x.test,q-1,8'], between]) {
        const lines = ['"ann@x.test,q-1,12', ...rows, '"dee@x.test,q-1,9', 'eve@x.test,q-1,10'];
        const { positions, ignored } = read(['Id,QueueId,Place', ...lines].join('\n'));
        expect(positions.length + ignored.length).toBe(lines.length);
        expect(positions).toContain('eve@x.test 10');
        expect(positions).toHaveLength(lines.length);
      }
    });

    test('keeps no password, and names the row', () => {
      const { positions, ignored } = read('Id,QueueId,Place\nann@x.test:secret-1,q-1,5\n');
      expect(positions).toEqual([]);
      expect(ignored).toEqual([
        { line: 2, reason: IGNORED.mixedAccount, text: 'ann@x.test:••••,q-1,5' },
      ]);
    });

    test('keeps the rows of each queue separate, and assigns rows without an id to the queue above', () => {
      const sheet = sheetOf([
        HEADER,
        ['a@x', '', '3'],
        ['a@x', 'q-mon', '10'],
        ['b@x', '', '20'],
        ['a@x', 'q-tue', '900'],
        ['b@x', 'q-tue', '5'],
        ['b@x', 'q-mon', '7'],
      ]);
      const queues = [...sheet.queues].map(([id, rows]) => [id, rows.positions, rows.highest]);
      expect(queues).toEqual([
        ['q-mon', [3, 7], 7],
        ['q-tue', [900, 5], 900],
      ]);
      expect(sheet.queueIds).toEqual(['q-mon', 'q-tue']);
      expect(severalQueuesText(sheet.queueIds)).toContain('(q-mon, q-tue)');
    });

    test('identifies columns by their content if no name is known and the usual ones do not fit', () => {
      expect(read('12,q-1,ann@x.test\n7,q-1,bob@x.test').positions).toEqual([
        'ann@x.test 12',
        'bob@x.test 7',
      ]);
    });

    test('has several lines above its header', () => {
      const text = 'Export,,\nof Monday,,\n,,\nPlace,QueueId,Id\n12,q-1,ann@x.test';
      const { positions, ignored } = read(text);
      expect(positions).toEqual(['ann@x.test 12']);
      expect(ignored.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
        '1 Line above the header',
        '2 Line above the header',
        '3 Line above the header',
      ]);
    });

    test('is read by the columns that were chosen, once or for its header', () => {
      const rows = [
        ['A', 'B', 'C'],
        ['9', '12', 'ann'],
        ['8', '7', 'bob'],
      ];
      const columns = { account: 2, queueId: -1, position: 1 };
      const chosen = new QueueSheet({ columns });
      for (const [at, cells] of rows.entries()) chosen.onRow(cells, at + 1);
      expect(rowsOf(chosen)).toMatchObject({ accounts: ['ann', 'bob'], positions: [12, 7] });
      expect(chosen.headerKey).toBe('a|b|c');
      const remembered = new QueueSheet({ remembered: { 'a|b|c': columns } });
      for (const [at, cells] of rows.entries()) remembered.onRow(cells, at + 1);
      expect(rowsOf(remembered)).toMatchObject({ accounts: ['ann', 'bob'], positions: [12, 7] });
      // A first row that contains data is not a header.
      const bare = new QueueSheet({ columns });
      for (const [at, cells] of rows.slice(1).entries()) bare.onRow(cells, at + 1);
      expect(rowsOf(bare).positions).toEqual([12, 7]);
      expect(bare.headerKey).toBeNull();
    });
  });

  test('keeps the best position of each account, and counts every row once', () => {
    const name = fc.constantFrom('a@x', 'A@x', ' b@x ', 'c@x');
    const row = fc.tuple(name, fc.constant('q'), fc.integer({ min: 1, max: 99 }).map(String));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const sheet = sheetOf([HEADER, ...rows]);
        const best = new Map<string, number>();
        for (const [account, , position] of rows) {
          const key = account.trim().toLowerCase();
          best.set(key, Math.min(best.get(key) ?? 100, Number(position)));
        }
        const { positions, highest, accounts } = rowsOf(sheet);
        expect(positions).toEqual([...best.values()]);
        expect(highest).toBe(Math.max(...best.values()));
        expect(accounts.length + sheet.ignoredCount).toBe(rows.length);
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
