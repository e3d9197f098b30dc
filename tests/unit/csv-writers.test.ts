import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { withoutGuard } from '../../shared/csv/formula-guard.ts';
import { streamMachineCsv, writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { streamSpreadsheetCsv, writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';

const columns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    header: `c${index}`,
    value: (row: readonly string[]) => row[index] ?? '',
  }));

const readBack = (text: string) =>
  Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data.slice(1, -1);

test('many rows are written in chunks of about 64 K characters, without losing any', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [String(index), 'x'.repeat(40)]);
  const pieces = [...streamMachineCsv(columns(2), rows)];
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) {
    expect(piece.length).toBeLessThan(65 * 1024);
    expect(piece.endsWith('\r\n')).toBe(true);
  }
  expect(readBack(pieces.join(''))).toEqual(rows);
  // The last row ends a chunk: no empty line follows.
  const full = [['x'.repeat(64 * 1024), 'y']];
  expect([...streamMachineCsv(columns(2), full)].join('').split('\r\n')).toHaveLength(3);
});

describe('the machine writer', () => {
  test('writes no byte order mark and ends lines in CR LF', () => {
    expect(writeMachineCsv(columns(2), [['a', 'b']])).toBe('c0,c1\r\na,b\r\n');
  });

  test.each([
    ['=1+1', '=1+1'],
    ['+14155550100', '+14155550100'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' outer ', '" outer "'],
    ['a;b', 'a;b'],
    ['Beyoncé 🎫', 'Beyoncé 🎫'],
    ['', '""'],
  ])('keeps the value %j byte for byte', (value, cell) => {
    expect(writeMachineCsv(columns(1), [[value]])).toBe(`c0\r\n${cell}\r\n`);
  });

  test('writes missing values as empty cells and numbers exactly', () => {
    const mixed = [
      { header: 'n', value: (row: { n: number | null }) => row.n },
      { header: 'x', value: () => undefined },
    ];
    expect(writeMachineCsv(mixed, [{ n: 0.1 }, { n: null }])).toBe('n,x\r\n0.1,\r\n,\r\n');
  });

  test('what is written reads the same', () => {
    const rows = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(rows, (table) => {
        expect(readBack(writeMachineCsv(columns(2), table))).toEqual(table);
      }),
    );
  });

  test('passes half a million rows on in small chunks', () => {
    function* many() {
      for (let row = 0; row < 500_000; row++) yield [`account${row}@example.com`, String(row)];
    }
    let pieces = 0;
    let longest = 0;
    for (const piece of streamMachineCsv(columns(2), many())) {
      pieces += 1;
      longest = Math.max(longest, piece.length);
    }
    expect(pieces).toBeGreaterThan(100);
    expect(longest).toBeLessThan(66_000);
  });
});

describe('the spreadsheet writer', () => {
  test('begins with a byte order mark, once, and ends lines in CR LF', () => {
    expect(writeSpreadsheetCsv(columns(2), [['a', 'b']])).toBe('\uFEFFc0,c1\r\na,b\r\n');
    expect([...streamSpreadsheetCsv(columns(1), [['a']])].join('')).toBe('\uFEFFc0\r\na\r\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+14155550100', "'+14155550100"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['  =1', "'  =1"],
    ['\u00A0=1', "'\u00A0=1"],
    ['\u3000＝1', "'\u3000＝1"],
    ['\u200B=1', "'\u200B=1"],
    ['\uFEFF=1', '"\'\uFEFF=1"'],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    [' \tx', '"\' \tx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=b', 'a=b'],
    ['jo-ann@example.com', 'jo-ann@example.com'],
    ['a;b', '"a;b"'],
    ["'quoted", "'quoted"],
  ])('writes %j as %j', (value, cell) => {
    expect(writeSpreadsheetCsv(columns(1), [[value]])).toBe(`\uFEFFc0\r\n${cell}\r\n`);
  });

  test('escapes formulas in headings too, and does not change real numbers', () => {
    const table = [{ header: '=x', value: (row: number) => row }];
    expect(writeSpreadsheetCsv(table, [-1.5])).toBe("\uFEFF'=x\r\n-1.5\r\n");
  });

  test('no cell that is read back begins as a formula, and nothing else is changed', () => {
    const start = fc.constantFrom(
      '',
      ' ',
      '\t',
      '\u3000',
      '\u200B',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
    );
    const cell = fc
      .tuple(start, start, fc.string({ unit: 'binary' }))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (table) => {
        const read = readBack(writeSpreadsheetCsv(columns(2), table).slice(1));
        for (const [index, row] of read.entries()) {
          for (const [column, text] of row.entries()) {
            expect(text).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
            const given = table[index]?.[column];
            expect([given, `'${given}`]).toContain(text);
          }
        }
        expect(read).toHaveLength(table.length);
      }),
    );
  });
});

test.each(['+1', '=x', '-5 %', '@home', '＝full', '\u200b+1', 'floor', "o'neil", "'t Hooft", ''])(
  'a cell %j of a report is the same when it is read again',
  (text) => {
    const [cell = ''] = readBack(writeSpreadsheetCsv(columns(1), [[text]]))[0] ?? [];
    expect(withoutGuard(cell)).toBe(text);
  },
);
