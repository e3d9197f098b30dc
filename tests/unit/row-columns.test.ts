import { expect, test } from 'vitest';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { type ColumnStep, showCells, takeStep } from '../../shared/profiles/row-columns.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';

const HEADER = PROFILE_COLUMNS.map(({ header }) => header);
const CARD = '4111111111111111';
const ROW = [
  'P1',
  'ann@example.com',
  'secret-1',
  '1 Oak St',
  'Boston',
  'US',
  'Ann Lee',
  '+1 617 555 0100',
  '02134',
  'MA',
  CARD,
  '3',
  '2029',
  '123',
];

const sheetOf = (...rows: string[][]): ProfileSheet => {
  const sheet = new ProfileSheet();
  for (const [at, cells] of [HEADER, ...rows].entries()) sheet.onRow(cells, at + 1);
  sheet.finish(() => 0);
  return sheet;
};

test.each<[string, string[], ColumnStep[], object]>([
  [
    'an address with a comma',
    ROW.toSpliced(4, 0, ' Apt 2'),
    [{ kind: 'join', at: 3 }],
    { address: '1 Oak St, Apt 2' },
  ],
  [
    'an address with two commas',
    ROW.toSpliced(4, 0, 'Apt 2', 'Floor 3'),
    [
      { kind: 'join', at: 3 },
      { kind: 'join', at: 3 },
    ],
    { address: '1 Oak St, Apt 2, Floor 3' },
  ],
  ['a cell too many', ROW.toSpliced(1, 0, ''), [{ kind: 'remove', at: 1 }], {}],
  ['no state', ROW.toSpliced(9, 1), [{ kind: 'insert', at: 9 }], { state: '' }],
  [
    'neither email nor password',
    ROW.toSpliced(1, 2),
    [
      { kind: 'insert', at: 1 },
      { kind: 'insert', at: 1 },
    ],
    { email: null, password: null },
  ],
])('a row with %s is corrected in steps', (_, cells, steps, profile) => {
  const sheet = sheetOf(ROW, cells);
  const { refused, mended, valid } = sheet.mendColumns(3, steps);
  expect({ refused, valid, lines: sheet.counts.refused }).toEqual({
    refused: [],
    valid: 2,
    lines: [],
  });
  expect(mended).toMatchObject([{ row: 3, reason: `had ${cells.length} columns` }]);
  expect(sheet.profiles[1]).toMatchObject({ name: 'Ann Lee', card_number: CARD, ...profile });
});

test('the next fault of a row with the right number of cells is one cell', () => {
  const sheet = sheetOf(ROW, ROW.toSpliced(6, 1));
  const { refused } = sheet.mendColumns(3, [{ kind: 'insert', at: 6 }]);
  expect(refused).toMatchObject([{ row: 3, field: 'Name' }]);
  expect(sheet.mend(3, 'Ann Lee').valid).toBe(2);
});

test('a row that still has a wrong number of cells stays refused', () => {
  const sheet = sheetOf(ROW, ROW.slice(0, 12));
  const { refused } = sheet.mendColumns(3, [{ kind: 'insert', at: 12 }]);
  expect(refused).toMatchObject([{ row: 3, reason: 'Row 3 has 13 columns, expected 14' }]);
  expect(sheet.showRow(3)).toHaveLength(13);
  expect(sheet.mendColumns(2, []).valid).toBe(1);
});

test.each([
  ['in order', ROW],
  ['an address with a comma', ROW.toSpliced(4, 0, 'Apt 2')],
  ['two cells before the email', ROW.toSpliced(1, 0, '', 'x')],
  ['no email', ROW.toSpliced(1, 1)],
  ['no state', ROW.toSpliced(9, 1)],
  ['only the end', ROW.slice(8)],
  ['the row twice', [...ROW, ...ROW]],
])('no secret is shown of a row with %s', (_, cells) => {
  const shown = showCells(cells);
  expect(shown).toHaveLength(cells.length);
  for (const secret of [CARD, 'secret-1']) expect(shown.join()).not.toContain(secret);
  if (cells.length !== 28) expect(shown).not.toContain('123');
});

test('a cell that cannot be a secret is shown', () => {
  expect(showCells(ROW.toSpliced(4, 0, 'Apt 2')).slice(0, 9)).toEqual([
    'P1',
    'ann@example.com',
    '8 characters',
    '8 characters',
    'Apt 2',
    'Boston',
    'US',
    'Ann Lee',
    '+1 617 555 0100',
  ]);
  expect(showCells(ROW.toSpliced(9, 1)).slice(2, 5)).toEqual([
    '8 characters',
    '1 Oak St',
    'Boston',
  ]);
});

test.each([
  ['a comma', ['sec', 'ret-1']],
  ['two commas', ['sec', 'ret', '-1x']],
  ['a comma at its end', ['secret-1', '']],
])('no part of a password with %s is shown', (_, parts) => {
  const shown = showCells(ROW.toSpliced(2, 1, ...parts));
  for (const part of parts) if (part !== '') expect(shown).not.toContain(part);
});

test('a password before its column is shown unless the address is in its column', () => {
  const [name = '', email = '', password = '', ...rest] = ROW;
  // A cell is missing: the second one may be the password, unless it is the address.
  expect(showCells([name, email, password, ...rest.slice(1)])[1]).toBe(email);
  expect(showCells([name, 'secret-1', ...rest])[1]).toBe('8 characters');
});

test('text beside an address in a cell is not shown', () => {
  const cells = ROW.toSpliced(0, 1, 'ann@example.com:secret-1').slice(0, 13);
  expect(showCells(cells)[0]).toBe('ann@example.com:••••');
});

test('the length of a cell that may be a secret is named', () => {
  expect(showCells(ROW.toSpliced(9, 1)).slice(8)).toEqual([
    '02134',
    '16 digits',
    '1 digit',
    '2029',
    '3 digits',
  ]);
});

test.each<[ColumnStep, string[]]>([
  [{ kind: 'join', at: 0 }, ['a, b', '']],
  [{ kind: 'join', at: 1 }, ['a', 'b']],
  [{ kind: 'insert', at: 3 }, ['a', 'b ', '', '']],
  [{ kind: 'remove', at: 0 }, ['b ', '']],
])('the step %j', (step, cells) => {
  expect(takeStep(['a', 'b ', ''], step)).toEqual(cells);
});
