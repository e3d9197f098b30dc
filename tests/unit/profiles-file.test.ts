import { describe, expect, it } from 'vitest';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { CsvReader } from '../../shared/csv/reader.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { brandOf, PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';

const HEADER =
  'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
const VALID =
  'Atlas,a@b.test,pw,"12 rue, Lyon",Lyon,FR,Théo,+33 4,69002,Rhône,4000000000000002,03,2028,123';

const WRONG_HEADER = `Invalid CSV format. Expected headers: ${HEADER.replaceAll(',', ', ')} (Email and Password are optional)`;
const NONE_VALID = 'No valid data rows found in CSV file. ';

function check(lines: readonly string[], random: () => number = () => 0) {
  const sheet = new ProfileSheet();
  const reader = new CsvReader({ onRow: sheet.onRow });
  reader.push(lines.join('\n'));
  reader.end();
  return { ...sheet.finish(random), profiles: sheet.profiles };
}
const replaced = (column: string, value: string): string => {
  const at = HEADER.split(',').indexOf(column);
  const cells = VALID.replace('"12 rue, Lyon"', '12 rue').split(',');
  cells[at] = value;
  return cells.join(',');
};

describe('a profiles CSV', () => {
  it('is read with quoted commas, into the fields of the call', () => {
    const { error, profiles } = check([HEADER, VALID]);
    expect(error).toBeNull();
    expect(profiles).toEqual([
      {
        profile_name: 'Atlas',
        email: 'a@b.test',
        password: 'pw',
        address: '12 rue, Lyon',
        city: 'Lyon',
        country: 'FR',
        name: 'Théo',
        phone: '+33 4',
        postal: '69002',
        state: 'Rhône',
        card_number: '4000000000000002',
        card_exp_month: '03',
        card_exp_year: '2028',
        cvv: '123',
      },
    ]);
    expect(writeMachineCsv(PROFILE_COLUMNS, profiles)).toBe(`${HEADER}\r\n${VALID}\r\n`);
  });

  it.each([
    ['nothing', [], 'CSV file must contain at least a header and one data row'],
    ['a header only', [HEADER], 'CSV file must contain at least a header and one data row'],
    ['blank rows only', [HEADER, ',,,'], 'No valid data rows found in CSV file'],
    [
      'another header',
      ['Name,Card', VALID],
      `${WRONG_HEADER}. Column 1 is Name, expected ProfileName`,
    ],
    ['a short row', [HEADER, VALID, 'Atlas,a@b.test'], 'Row 3 has 2 columns, expected 14'],
    [
      'a row without a name',
      [HEADER, replaced('Name', ' ')],
      `${NONE_VALID}Row 2: ProfileName, Name, and CardNumber are required fields`,
    ],
    [
      'a wrong email',
      [HEADER, replaced('Email', 'kaja@@x')],
      `${NONE_VALID}Row 2: Invalid email format`,
    ],
    [
      'a short card',
      [HEADER, replaced('CardNumber', '4'.repeat(12))],
      `${NONE_VALID}Row 2: Invalid card number format`,
    ],
    [
      'a long card',
      [HEADER, replaced('CardNumber', '4'.repeat(20))],
      `${NONE_VALID}Row 2: Invalid card number format`,
    ],
  ])('with %s is reported', (_, lines, message) => {
    expect(check(lines).error).toBe(message);
  });

  describe('with a refused cell', () => {
    const open = (rows: readonly string[]) => {
      const sheet = new ProfileSheet();
      const reader = new CsvReader({ onRow: (cells, line) => sheet.onRow(cells, line) });
      reader.push([HEADER, ...rows].join('\n'));
      reader.end();
      sheet.finish(() => 0);
      return sheet;
    };

    it.each([
      ['Email', 'kaja@@x', 'kaja@x.test', 'email', 'was kaja@@x', 'kaja@x.test'],
      ['Name', ' ', 'Kaja', 'name', 'was empty', 'Kaja'],
      [
        'CardNumber',
        '4'.repeat(12),
        '4000000000000002',
        'card_number',
        'was 12 digits',
        '16 digits',
      ],
      ['ProfileName', '', 'Atlas 2', 'profile_name', 'was empty', 'Atlas 2'],
    ])('in %s is corrected: %j becomes %j', (column, wrong, right, key, reason, content) => {
      const sheet = open([VALID, replaced(column, wrong)]);
      const after = sheet.mend(3, right);
      expect(after).toMatchObject({ error: null, valid: 2, refused: [] });
      expect(after.mended).toEqual([
        expect.objectContaining({ kind: 'mended', row: 3, key, reason, content, value: '' }),
      ]);
      expect(sheet.profiles.at(-1)).toHaveProperty(key, right);
      expect([...sheet.writeRefused()].join('')).not.toContain('Atlas');
      // The second time, nothing is left to correct.
      expect(sheet.mend(3, right)).toEqual(after);
      expect(sheet.profiles).toHaveLength(2);
    });

    it('shows the next wrong cell of its row, and never a secret', () => {
      const row = replaced('Email', 'kaja@@x').replace('4000000000000002', '4'.repeat(12));
      const sheet = open([VALID, row]);
      const after = sheet.mend(3, 'kaja@x.test');
      expect(after.refused).toEqual([
        expect.objectContaining({ row: 3, key: 'card_number', content: '12 digits', value: '' }),
      ]);
      expect(JSON.stringify(sheet.mend(3, '4'.repeat(13)))).not.toContain('4444');
      expect(sheet.mend(3, '4000000000000002')).toMatchObject({ error: null, valid: 2 });
    });

    it('stays refused after a wrong correction, and a row with another number of cells cannot be corrected', () => {
      const sheet = open([VALID, replaced('Email', 'kaja@@x'), 'Atlas,only']);
      const before = sheet.mend(4, 'x');
      expect(before.refused).toHaveLength(2);
      expect(sheet.mend(3, 'kaja').refused[0]).toMatchObject({ value: 'kaja', content: 'kaja' });
      expect(sheet.mend(99, 'x').refused).toHaveLength(2);
    });
  });

  it.each([20, 19, 1])('of %d rows or fewer is sampled completely', (count) => {
    for (let at = 0; at < count; at++) {
      const rows = Array.from({ length: count }, () => VALID).with(at, replaced('Email', 'kaja'));
      expect(check([HEADER, ...rows]).error).toContain(`Row ${at + 2}: Invalid email format`);
    }
  });

  it('of 21 rows is not', () => {
    const rows = Array.from({ length: 21 }, () => VALID).with(5, replaced('Email', 'kaja'));
    expect(check([HEADER, ...rows], () => 0.99)).toMatchObject({ error: null, valid: 20 });
  });

  it.each([
    [
      HEADER.replace('CardExpMonth', 'CardExpiryMonth'),
      'Column 12 is CardExpiryMonth, expected CardExpMonth',
    ],
    [HEADER.replace(',Cvv', ''), 'Column 14 is missing, expected Cvv'],
    [`${HEADER},Note`, 'Column 15 is Note, expected none'],
    [VALID.replace('Atlas', '4000 0000 0000 0002'), 'Column 1 is a number, expected ProfileName'],
  ])('with the header %j names the first difference', (header, difference) => {
    expect(check([header, VALID]).error).toBe(`${WRONG_HEADER}. ${difference}`);
  });

  it.each([
    ['two empty columns at the end', `${HEADER},,`, `${VALID},,`],
    ['empty cells at the end of a row', HEADER, `${VALID},, `],
    ['invisible marks in the header', `\u200b${HEADER}`, VALID],
    ['a reason behind the cells', `${HEADER},Reason`, `${VALID},Row 2: Invalid email format`],
  ])('with %s is accepted', (_, header, row) => {
    expect(check([header, row])).toMatchObject({ error: null, valid: 1 });
  });

  it('with a 15th cell that is not empty is refused', () => {
    const { refused } = check([HEADER, `${VALID},more`]);
    expect(refused).toMatchObject([{ reason: 'Row 2 has 15 columns, expected 14' }]);
  });

  it('writes refused rows as a file that can be corrected and uploaded again', () => {
    const sheet = new ProfileSheet();
    const rows = [HEADER, VALID, replaced('Email', 'kaja'), 'Atlas,a@b.test', `${VALID},more`];
    const reader = new CsvReader({ onRow: sheet.onRow });
    reader.push(rows.join('\n'));
    reader.end();
    const [header = '', ...refused] = [...sheet.writeRefused()].join('').trim().split('\r\n');
    expect(refused).toEqual([
      `${replaced('Email', 'kaja')},Row 3: Invalid email format,`,
      `Atlas,a@b.test${','.repeat(13)}"Row 4 has 2 columns, expected 14",`,
      `${VALID},more,"Row 5 has 15 columns, expected 14"`,
    ]);
    const again = check([header, refused[0]?.replace('kaja', 'k@x.test') ?? '']);
    expect(again).toMatchObject({ error: null, valid: 1, refused: [] });
  });

  it('writes rows with a warning with their own cells and the reason, and these can be uploaded again', () => {
    const sheet = new ProfileSheet();
    const damaged = replaced('Postal', '1.2E+10');
    for (const [at, row] of [HEADER, VALID, damaged].entries()) sheet.onRow(row.split(','), at + 1);
    const [header = '', ...warned] = [...sheet.writeWarned()].join('').trim().split('\r\n');
    expect(warned).toEqual([`${damaged},Row 3: A spreadsheet has shortened this number`]);
    const again = check([header, warned[0]?.replace('1.2E+10', '02134') ?? '']);
    expect(again).toMatchObject({ error: null, valid: 1, warnings: [] });
  });

  it.each([
    ['CardExpYear', '28', { card_exp_year: '2028' }],
    ['CardExpYear', '2029.0', { card_exp_year: '2029' }],
    ['CardExpMonth', '3.0', { card_exp_month: '3' }],
    ['Cvv', '123.0', { cvv: '123' }],
    ['CardNumber', '4111\u00a01111\u00a01111\u00a01111', { card_number: '4111111111111111' }],
    ['CardNumber', '4111–1111—1111‑1111', { card_number: '4111111111111111' }],
    ['CardNumber', "'4111111111111111", { card_number: '4111111111111111' }],
    ['CardNumber', '4111111111111111.0', { card_number: '4111111111111111' }],
    ['CardNumber', '="4111111111111111"', { card_number: '4111111111111111' }],
    ['Phone', "'+33 4", { phone: '+33 4' }],
    ['Postal', "'02134", { postal: '02134' }],
    ['Name', 'Zoe\u0308 \u200bLuk', { name: 'Zo\u00eb Luk' }],
    ['Name', "'t Hooft", { name: "'t Hooft" }],
  ])('reads %s %j without a warning', (column, value, fields) => {
    const { profiles, refused, warnings } = check([HEADER, replaced(column, value)]);
    expect({ profiles, refused, warnings }).toMatchObject({
      profiles: [fields],
      refused: [],
      warnings: [],
    });
  });

  it('refuses a card number that a spreadsheet has shortened', () => {
    const { refused } = check([HEADER, replaced('CardNumber', '4.11111E+15')]);
    expect(refused).toMatchObject([
      { reason: 'Invalid card number format: a spreadsheet has shortened this number' },
    ]);
  });

  it.each([
    ['CardExpMonth', '13', 'The month is not 1 to 12'],
    ['CardExpMonth', '3-Jan', 'The month is not 1 to 12'],
    ['CardExpYear', '1999', 'The year is not 2000 to 2099'],
    ['CardExpYear', 'soon', 'The year is not 2000 to 2099'],
    ['Cvv', '12', 'The CVV is not 3 or 4 digits'],
    ['Cvv', '#N/A', 'Error value of a spreadsheet'],
    ['City', '#BEZUG!', 'Error value of a spreadsheet'],
    ['Phone', '4.91701E+11', 'A spreadsheet has shortened this number'],
    ['Postal', '9002', 'A leading zero may be missing'],
    ['CardNumber', '4111111111111110', 'A spreadsheet may have rounded this number to 15 digits'],
  ])('accepts %s %j with a warning', (column, value, reason) => {
    const { valid, error, refused, warnings } = check([HEADER, replaced(column, value)]);
    expect({ valid, error, refused }).toEqual({ valid: 1, error: null, refused: [] });
    expect(warnings).toMatchObject([{ kind: 'warning', row: 2, reason }]);
  });

  it('that went through a spreadsheet has one warning for each damaged row', () => {
    const damaged = (name: string, cells: string) => `${name},b@x.test,pass1,${cells},3,2029,123`;
    const { valid, warnings } = check([
      HEADER,
      damaged('P1', '1 Oak St,Boston,US,Ann Lee,1.61756E+10,2134,MA,4111111111111110'),
      damaged('P2', '2 Oak St,Boston,US,Ann Lee,+1 617 555 0100,02134,#N/A,5555555555554440'),
      damaged('P3', '3 Oak St,#REF!,US,Ann Lee,"4,91701E+11",02134,MA,4111111111111111'),
      damaged('P4', '4 Oak St,Boston,US,Ann Lee,+1 617 555 0100,02134,MA,4111111111111111'),
    ]);
    expect(valid).toBe(4);
    expect(warnings.map(({ row, field }) => `${row}: ${field}`)).toEqual([
      '2: Phone, Postal code, Card number',
      '3: State, Card number',
      '4: City, Phone',
    ]);
    expect(JSON.stringify(warnings)).not.toMatch(/4111|5555/);
  });

  it('refuses no row under another header', () => {
    const { rows, refused, valid } = check(['Name,Card', 'Atlas,4000']);
    expect({ rows, refused, valid }).toEqual({ rows: 1, refused: [], valid: 0 });
  });

  it('accepts the header in any case and with blanks, and rows without email and password', () => {
    const header = HEADER.toLowerCase().replace('profilename', ' Profile Name');
    const row = replaced('Email', '').replace(',pw,', ',,');
    expect(check([header, row])).toMatchObject({ error: null, valid: 1 });
  });

  it('samples the first 5, the last 5 and 3 middle rows of more than 20, and lists all refused rows', () => {
    const rows = Array.from({ length: 40 }, () => VALID);
    const refusedAt = (at: number) => rows.with(at, replaced('Email', 'kaja'));
    for (const sampled of [0, 4, 12, 35, 39])
      expect(check([HEADER, ...refusedAt(sampled)]).error).toContain(`Row ${sampled + 2}: `);
    const { error, refused, valid } = check([HEADER, ...refusedAt(8)]);
    expect(error).toBeNull();
    expect(valid).toBe(39);
    expect(refused).toEqual([
      {
        kind: 'refused',
        row: 10,
        profile: 'Atlas',
        field: 'Email',
        reason: 'Invalid email format',
        content: 'kaja',
        key: 'email',
        value: 'kaja',
      },
    ]);
  });

  it('shows only the fault of a secret', () => {
    const secret = '40000000000000021234567';
    const rows = [
      replaced('CardNumber', secret),
      replaced('Cvv', 'abc'),
      replaced('Email', 'ann@x.test:secret-1'),
      replaced('Email', '4000000000000002'),
    ];
    const { refused, warnings } = check([HEADER, ...rows]);
    expect(refused.map(({ content }) => content)).toEqual([
      '23 digits',
      'ann@x.test:••••',
      '16 digits',
    ]);
    expect(warnings.map(({ content }) => content)).toEqual(['Other characters in it']);
    expect(JSON.stringify(refused)).not.toMatch(/40000000|secret/);
  });
});

describe('a card', () => {
  it.each([
    ['4000000000000002', 'Visa'],
    ['5555555555554444', 'Mastercard'],
    ['2223000048400011', 'Mastercard'],
    ['378282246310005', 'Amex'],
    ['6011111111111117', 'Discover'],
    ['3530111333300000', 'JCB'],
    ['9999999999999', ''],
  ])('%s is of the brand "%s"', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });
});
