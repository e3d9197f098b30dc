import { describe, expect, it } from 'vitest';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { CsvReader } from '../../shared/csv/reader.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { brandOf, PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';

const HEADER =
  'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
const VALID =
  'Atlas,a@b.test,pw,"12 rue, Lyon",Lyon,FR,Théo,+33 4,69002,Rhône,4000000000000002,03,2028,123';

function check(lines: readonly string[], random: () => number = () => 0) {
  const sheet = new ProfileSheet();
  const reader = new CsvReader({ onRow: (cells, line) => sheet.add(cells, line) });
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
      `Invalid CSV format. Expected headers: ${HEADER.replaceAll(',', ', ')} (Email and Password are optional)`,
    ],
    ['a short row', [HEADER, VALID, 'Atlas,a@b.test'], 'Row 3 has 2 columns, expected 14'],
    [
      'a row without a name',
      [HEADER, replaced('Name', ' ')],
      'Row 2: ProfileName, Name, and CardNumber are required fields',
    ],
    ['a wrong email', [HEADER, replaced('Email', 'kaja@@x')], 'Row 2: Invalid email format'],
    [
      'a short card',
      [HEADER, replaced('CardNumber', '4'.repeat(12))],
      'Row 2: Invalid card number format',
    ],
    [
      'a long card',
      [HEADER, replaced('CardNumber', '4'.repeat(20))],
      'Row 2: Invalid card number format',
    ],
  ])('with %s is reported', (_, lines, message) => {
    expect(check(lines).error).toBe(message);
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

  it('samples the first 5, the last 5 and 3 rows between of more than 20, and lists all refused rows', () => {
    const rows = Array.from({ length: 40 }, () => VALID);
    const refusedAt = (at: number) => rows.with(at, replaced('Cvv', '12'));
    for (const sampled of [0, 4, 12, 35, 39])
      expect(check([HEADER, ...refusedAt(sampled)]).error).toContain(`Row ${sampled + 2}: `);
    const { error, refused, valid } = check([HEADER, ...refusedAt(8)]);
    expect(error).toBeNull();
    expect(valid).toBe(39);
    expect(refused).toEqual([
      {
        row: 10,
        profile: 'Atlas',
        field: 'CVV',
        reason: 'The CVV is not 3 or 4 digits',
        found: '2 digits',
      },
    ]);
  });

  it('shows of a secret only its fault', () => {
    const secret = '40000000000000021234567';
    const { refused } = check([HEADER, replaced('CardNumber', secret), replaced('Cvv', 'abc')]);
    expect(refused.map(({ found }) => found)).toEqual(['23 digits', 'Other characters in it']);
    expect(JSON.stringify(refused)).not.toContain(secret);
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
