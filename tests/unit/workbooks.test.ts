import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fileResult } from '../../shared/csv/file-result.ts';
import { AS_FOUND } from '../../shared/csv/read-file.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';
import { readTable } from '../../web/kit/file-import/read-table.ts';
import { type MadeCell, odsOf, odsRow, odsText, xlsxOf } from '../factories/workbooks.ts';

interface Rows {
  rows: string[][];
  onRow: (cells: string[], line: number) => void;
  lineOf: number[];
}

function openRows(): Rows {
  const rows: string[][] = [];
  const lineOf: number[] = [];
  const onRow = (cells: string[], line: number) => {
    rows.push(cells);
    lineOf.push(line);
  };
  return { rows, lineOf, onRow };
}

const blobOf = (bytes: Uint8Array): Blob => new Blob([Uint8Array.from(bytes)]);

async function read(bytes: Uint8Array, sheet: string | null = null) {
  const { taker, ...others } = await readTable(blobOf(bytes), openRows, {
    as: { ...AS_FOUND, sheet },
  });
  return { ...taker, ...others };
}

/** The rows of an .xlsx file with one sheet. */
const rowsOf = async (
  rows: readonly (readonly MadeCell[])[],
  options: Parameters<typeof xlsxOf>[1] = {},
) => (await read(xlsxOf([{ name: 'A', rows }], options))).rows;

/** A ZIP file whose directory states this size in MB for each part. */
function withSizes(zip: Uint8Array, megabytes: number): Uint8Array {
  const bytes = Uint8Array.from(zip);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 28 < bytes.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50)
      view.setUint32(at + 24, megabytes * 1024 ** 2, true);
  }
  return bytes;
}

describe('a workbook of Excel', () => {
  const ROWS = [
    ['Id', 'QueueId', 'Place'],
    ['ann@example.com', 'q & <1>', '7'],
    ['müller@example.com', '', ' 12 '],
  ];

  test.each([true, false])('has shared texts or texts in the cells (%s)', async (inline) => {
    expect(await rowsOf(ROWS, { inline })).toEqual(ROWS);
  });

  test('has texts of several runs, without phonetic readings beside them', async () => {
    const strings =
      '<sst><si><r><t>an</t></r><r><t xml:space="preserve">n </t></r><rPh><t>x</t></rPh><phoneticPr/></si><si><t>a_x000D_b</t></si></sst>';
    const shared = (at: number) => ({ xml: `<c r="REF" t="s"><v>${at}</v></c>` });
    const more = { 'xl/sharedStrings.xml': strToU8(strings) };
    expect(await rowsOf([[shared(0), shared(1), shared(9), 'n']], { more })).toEqual([
      ['ann ', 'a\rb', '', 'ann '],
    ]);
  });

  test.each([
    ['12', '12'],
    ['12.0', '12'],
    ['0.30000000000000004', '0.3'],
    ['1E3', '1000'],
    ['-5', '-5'],
    ['123456789012345', '123456789012345'],
    ['4111111111111110', '4.11111111111111E+15'],
    ['4.11111111111111E+15', '4.11111111111111E+15'],
    ['', ''],
  ])('has the number %s as %j', async (value, text) => {
    const [row = []] = await rowsOf([[{ xml: `<c r="REF"><v>${value}</v></c>` }, 'x']]);
    expect(row[0]).toBe(text);
  });

  test.each([
    ['yyyy-mm-dd', '46353', '2026-11-27'],
    ['d. mmm yy', '46353', '2026-11-27'],
    ['mmm-yy', '47178', '2029-03-01'],
    ['[$-409]m/d/yy h:mm AM/PM;@', '46353.8333333333', '2026-11-27 20:00'],
    ['[h]:mm:ss', '0.5', '12:00:00'],
    ['yyyy', '59', '1900-02-28'],
    ['yyyy', '61', '1900-03-01'],
    ['00000', '2134', '02134'],
    ['#,##0.00 "days"', '46353', '46353'],
    ['[Red]0;General', '7', '7'],
    ['yyyy', '99999999', '99999999'],
  ])('with the format %s has %s as %s', async (code, value, text) => {
    const rows = [[{ xml: `<c r="REF" s="1"><v>${value}</v></c>` }]];
    expect(await rowsOf(rows, { formats: [code] })).toEqual([[text]]);
  });

  test('counts days from 1904 if it is set to', async () => {
    const rows = [[{ xml: '<c r="REF" s="1"><v>44891</v></c>' }]];
    expect(await rowsOf(rows, { formats: ['yyyy-mm-dd'], date1904: true })).toEqual([
      ['2026-11-27'],
    ]);
  });

  test('has error values, truth values, results of formulas and ISO dates', async () => {
    const cell = (type: string, inner: string) => ({ xml: `<c r="REF" t="${type}">${inner}</c>` });
    const rows = [
      [
        '#N/A',
        cell('b', '<v>1</v>'),
        cell('str', '<f>A1&amp;"x"</f><v>12x</v>'),
        cell('d', '<v>2026-11-27T00:00:00</v>'),
      ],
    ];
    expect(await rowsOf(rows)).toEqual([['#N/A', 'TRUE', '12x', '2026-11-27']]);
  });

  test('repeats the value of cells that are merged over rows, and not over columns', async () => {
    const rows = [['Id', 'Q', 'P'], ['a', 'q-1', '1'], ['b', '', '2'], [], ['c', '', '3']];
    const tail =
      '<mergeCells count="2"><mergeCell ref="B2:B3"/><mergeCell ref="A5:B5"/></mergeCells>';
    const bytes = xlsxOf([{ name: 'A', rows, tail }]);
    const { lineOf, ...got } = await read(bytes);
    expect(got.rows).toEqual([
      ['Id', 'Q', 'P'],
      ['a', 'q-1', '1'],
      ['b', 'q-1', '2'],
      ['c', '', '3'],
    ]);
    expect(lineOf).toEqual([1, 2, 3, 5]);
    expect(got).toMatchObject({ lines: 5, passed: [{ reason: 'Blank line', lines: 1 }] });
  });

  test('reports where a number has lost its last digits', async () => {
    const { issues } = await read(
      xlsxOf([{ name: 'A', rows: [['Card'], [4111111111111110, 12]] }]),
    );
    expect(issues).toEqual([
      {
        line: 2,
        message: expect.stringContaining('Cell A2 holds a number of more than 15 digits'),
      },
    ]);
  });

  test('is read from its first visible sheet with rows, or from the chosen one', async () => {
    const sheets = [
      { name: 'Old', rows: [['old']], state: 'hidden' as const },
      { name: 'Secret', rows: [['secret']], state: 'veryHidden' as const },
      { name: 'Empty', rows: [] },
      { name: 'Now', rows: [['now']] },
      { name: 'Then', rows: [['then']] },
    ];
    const found = await read(xlsxOf(sheets));
    expect(found).toMatchObject({ rows: [['now']], form: { sheet: 'Now' } });
    expect(found.form.sheets.map(({ name, isHidden }) => `${name} ${isHidden}`)).toEqual([
      'Old true',
      'Secret true',
      'Empty false',
      'Now false',
      'Then false',
    ]);
    expect(await read(xlsxOf(sheets), 'Old')).toMatchObject({ rows: [['old']] });
    // A sheet that was deleted after it was chosen.
    expect(await read(xlsxOf(sheets), 'Gone')).toMatchObject({ rows: [['now']] });
  });

  test('is read with prefixes, absolute paths and rows without numbers', async () => {
    const relation = 'http://x/relationships';
    const bytes = zipSync({
      '_rels/.rels': strToU8(
        `<Relationships><Relationship Id="a" Type="${relation}/officeDocument" Target="/book/Main.xml"/></Relationships>`,
      ),
      'book/main.xml': strToU8(
        '<x:workbook xmlns:x="a" xmlns:rel="b"><x:sheets><x:sheet name="One" sheetId="1" rel:id="r1"/></x:sheets></x:workbook>',
      ),
      'book/_rels/Main.xml.rels': strToU8(
        `<Relationships><Relationship Id="r1" Type="${relation}/worksheet" Target="/data/s.xml"/></Relationships>`,
      ),
      'data/s.xml': strToU8(
        '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    });
    expect((await read(bytes)).rows).toEqual([['a', '2'], ['3']]);
  });

  test('respects the limits of memory: far columns are skipped, and unpacked parts have a maximum size', async () => {
    const far = { xml: '<c r="XFD1"><v>1</v></c>' };
    expect(await rowsOf([['a', far]])).toEqual([['a']]);
    await expect(read(withSizes(xlsxOf([{ name: 'A', rows: [['a']] }]), 700))).rejects.toThrow(
      'The workbook is too large',
    );
    // A part that is larger than it claims to be is cut off.
    const more = { 'xl/sharedStrings.xml': strToU8(`<sst>${'<si><t>a</t></si>'.repeat(9)}`) };
    const bytes = withSizes(xlsxOf([{ name: 'A', rows: [['a']] }], { more }), 0);
    await expect(read(bytes)).rejects.toThrow();
  });
});

describe('a workbook of OpenDocument', () => {
  const number = (value: string, text = value) =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${text}</text:p></table:table-cell>`;

  test('has texts, numbers, dates, truth values and error values', async () => {
    const rows = [
      odsRow('Id', 'A & B'),
      `<table:table-row>${number('12')}${number('2134', '02134')}${number('1234.5', '1,234.50')}<table:table-cell office:value-type="date" office:date-value="2026-11-27T20:00:00"><text:p>27/11/26</text:p></table:table-cell><table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell><table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell></table:table-row>`,
    ];
    expect((await read(odsOf([{ name: 'A', rows }]))).rows).toEqual([
      ['Id', 'A & B'],
      ['12', '02134', '1234.5', '2026-11-27 20:00', 'TRUE', '#N/A'],
    ]);
  });

  test('has blanks, lines and notes as its cells show them', async () => {
    const cell =
      '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>a<text:s text:c="2"/>b<text:tab/>c</text:p><text:p>d<text:span>e</text:span></text:p></table:table-cell>';
    const rows = [`<table:table-row>${cell}</table:table-row>`];
    expect((await read(odsOf([{ name: 'A', rows }]))).rows).toEqual([['a  b\tc\nde']]);
  });

  test('repeats cells and rows, and ends where the sheet is empty', async () => {
    const repeated = `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>`;
    const end =
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const { rows, lines } = await read(odsOf([{ name: 'A', rows: [repeated, end] }]));
    expect({ rows, lines }).toEqual({
      rows: [
        ['x', 'x'],
        ['x', 'x'],
      ],
      lines: 2,
    });
  });

  test('repeats the value of cells that are merged over rows', async () => {
    const merged =
      '<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>q-1</text:p></table:table-cell>';
    const rows = [
      `<table:table-row>${odsText('a')}${merged}</table:table-row>`,
      `<table:table-row>${odsText('b')}<table:covered-table-cell/></table:table-row>`,
      `<table:table-row>${odsText('c')}<table:covered-table-cell/></table:table-row>`,
    ];
    expect((await read(odsOf([{ name: 'A', rows }]))).rows).toEqual([
      ['a', 'q-1'],
      ['b', 'q-1'],
      ['c'],
    ]);
  });

  test('is read from its first visible sheet, and reports what it has lost', async () => {
    const styles =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const sheets = [
      { name: 'Old', rows: [odsRow('old')], style: 'ta2' },
      { name: 'Now', rows: [`<table:table-row>${number('4111111111111110')}</table:table-row>`] },
    ];
    const { rows, issues, form } = await read(odsOf(sheets, styles));
    expect(rows).toEqual([['4.11111111111111E+15']]);
    expect(issues).toMatchObject([{ line: 1 }]);
    expect(form).toMatchObject({ sheet: 'Now', text: 'workbook, sheet Now' });
    expect((await read(odsOf(sheets, styles), 'Old')).rows).toEqual([['old']]);
  });

  test('with a password is refused in a sentence', async () => {
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
    const bytes = zipSync({
      'META-INF/manifest.xml': strToU8(manifest),
      'content.xml': strToU8('x'),
    });
    await expect(read(bytes)).rejects.toThrow('A password protects the workbook.');
  });
});

describe('a file that is not a workbook', () => {
  test.each([
    ['a ZIP file', zipSync({ 'a.csv': strToU8('Id,QueueId,Place') }), 'not a workbook'],
    ['a Numbers document', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'Numbers document'],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), '.xls'],
    ['one that is cut off', xlsxOf([{ name: 'A', rows: [['a']] }]).slice(0, 400), 'cut off'],
    [
      'a binary workbook',
      zipSync({
        '_rels/.rels': strToU8(
          '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        ),
        'xl/workbook.bin': strToU8('x'),
      }),
      '.xlsb',
    ],
  ])('such as %s is refused in a sentence', async (_, bytes, text) => {
    await expect(read(bytes)).rejects.toThrow(text);
  });
});

describe('importers', () => {
  test('read a queue file from a workbook with any name', async () => {
    const rows = [
      ['Queue export'],
      [],
      ['Place', 'Queue Id', 'Id'],
      [12, 'q-1', 'ann@example.com'],
      [7, 'q-1', 'bob@example.com'],
      ['#N/A', 'q-1', 'cy@example.com'],
    ];
    const { taker, form, ...others } = await readTable(
      blobOf(xlsxOf([{ name: 'A', rows }])),
      () => new QueueSheet(),
    );
    taker.finish();
    expect(taker.queues.get('q-1')).toMatchObject({
      accounts: ['ann@example.com', 'bob@example.com'],
      positions: [12, 7],
    });
    expect(fileResult(taker.counts, { ...form, ...others })).toEqual({
      lines: 6,
      taken: 2,
      ignored: expect.arrayContaining([
        { reason: 'Header', lines: 1 },
        { reason: 'Line above the header', lines: 1 },
        { reason: 'Blank line', lines: 1 },
      ]),
      refused: [{ line: 6, reason: 'The position is not a positive whole number' }],
      encoding: null,
      delimiter: null,
    });
  });

  test('refuse a card number that a workbook has stored as a number', async () => {
    const cells: Record<string, MadeCell> = {
      profile_name: 'P1',
      name: 'Ann Lee',
      postal: { xml: '<c r="REF" s="1"><v>2134</v></c>' },
      card_number: 4111111111111110,
      card_exp_month: 3,
      card_exp_year: 2029,
      cvv: 123,
    };
    const row = (cards: MadeCell) =>
      PROFILE_COLUMNS.map(({ key }) => (key === 'card_number' ? cards : (cells[key] ?? '')));
    const header = PROFILE_COLUMNS.map((one) => one.header);
    const rows = [header, row(4111111111111110), row('4111111111111111')];
    const { taker } = await readTable(
      blobOf(xlsxOf([{ name: 'A', rows }], { formats: ['00000'] })),
      () => new ProfileSheet(),
    );
    const { refused, valid } = taker.finish(() => 0);
    expect(valid).toBe(1);
    expect(taker.profiles).toMatchObject([
      { postal: '02134', card_exp_month: '3', card_exp_year: '2029', cvv: '123' },
    ]);
    expect(refused).toMatchObject([
      { row: 2, reason: 'Invalid card number format: a spreadsheet has shortened this number' },
    ]);
  });
});
