import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../shared/csv/reader.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import {
  correctAccount,
  describeCounts,
  describeMalformed,
  maskAccounts,
  parseAccounts,
} from '../../shared/pasted-accounts/parse-accounts.ts';

describe('pasted accounts', () => {
  test.each([
    ['lines', 'a@x.com\nb@x.com\r\nc@x.com\rd@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
    ['commas and semicolons', 'a@x.com, b@x.com;c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['tabs and blanks', 'a@x.com\tb@x.com  c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['quotes and angle brackets', '"a@x.com";<b@x.com>', ['a@x.com', 'b@x.com']],
    ['nothing', ' \n\t, ;', []],
    ['addresses of other scripts', 'jürgen@bücher.de', ['jürgen@bücher.de']],
  ])('are split at %s', (_, text, accounts) => {
    expect(parseAccounts(text)).toMatchObject({ accounts, malformed: [], doubles: [] });
  });

  test.each([
    ['nobody', 'has no @'],
    ['@@@', 'has more than one @'],
    ['a@b@c.com', 'has more than one @'],
    ['foo@bar', 'has no dot after the @'],
    ['@x.com', 'has nothing before the @'],
    ['a@', 'has nothing after the @'],
    ['a@x..com', 'has a misplaced dot after the @'],
    ['a@x.com.', 'has a misplaced dot after the @'],
    [`${'a'.repeat(250)}@x.com`, 'has more than 254 characters'],
  ])('%j is malformed, with its reason and line', (entry, fault) => {
    const { accounts, malformed } = parseAccounts(`ok@x.com\n${entry}`);
    expect(accounts).toEqual(['ok@x.com']);
    expect(malformed).toEqual([{ text: entry, line: 2, verdict: 'malformed', fault }]);
  });

  test('a repeated address is counted as a duplicate in any case', () => {
    expect(parseAccounts('A@x.com\nb@x.com, a@X.com')).toMatchObject({
      accounts: ['A@x.com', 'b@x.com'],
      malformed: [],
      doubles: [{ text: 'a@X.com', line: 2 }],
    });
  });

  test('the counts omit what does not occur', () => {
    expect(describeCounts(parseAccounts('a@x.com'))).toBe('1 valid');
    expect(describeCounts(parseAccounts('a@x.com a@x.com nobody'))).toBe(
      '1 valid, 1 malformed, 1 duplicate',
    );
  });

  test('the first three malformed entries are named', () => {
    const { malformed } = parseAccounts('a\nb@c.d\ne\nf g');
    expect(describeMalformed(malformed)).toBe(
      'Line 1: "a" has no @. Line 3: "e" has no @. Line 4: "f" has no @. 1 more.',
    );
  });

  test('every entry is valid, malformed or a duplicate', () => {
    const entry = fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', 'ü'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { accounts, malformed, doubles } = parseAccounts(entries.join(';'));
        expect(accounts.length + malformed.length + doubles.length).toBe(entries.length);
      }),
    );
  });

  test.each([
    ['mailto:a@x.com', 'a@x.com'],
    ['a(at)x.com', 'a@x.com'],
    ['a[at]x[dot]com', 'a@x.com'],
    ['a@@x.com', 'a@x.com'],
    ['a@x..com', 'a@x.com'],
    ['a@x.com.', 'a@x.com'],
    ['a@.x.com', 'a@x.com'],
    ['a@gmail', 'a@gmail.com'],
    ['a@gmailcom', 'a@gmail.com'],
    ['a@Outlook', 'a@Outlook.com'],
    ['a@gmial.com', 'a@gmail.com'],
    ['a@Gmal.com', 'a@gmail.com'],
    ['a@gmail.con', 'a@gmail.com'],
    ['a@gmail.co', 'a@gmail.com'],
    ['a@hotmial.cm', 'a@hotmail.com'],
    ['a@outlok.com', 'a@outlook.com'],
    ['a@outloook.com', 'a@outlook.com'],
    ['a@yaboo.com', 'a@yahoo.com'],
    ['a@iclould.com', 'a@icloud.com'],
    ['a@@gmial.com.', 'a@gmail.com'],
    ['a@gmail.com', null],
    ['a@ymail.com', null],
    ['a@mail.com', null],
    ['a@email.com', null],
    ['a@yahoo.fr', null],
    ['a@yahoo.co.uk', null],
    ['a@hotmail.co.uk', null],
    ['a@outlook.de', null],
    ['a@gmial.example', null],
    ['a@club.co', null],
    ['@@@', null],
    ['foo@bar', null],
    ['nobody', null],
    ['a@b@c.com', null],
  ])('%j is corrected to %j', (text, corrected) => {
    expect(correctAccount(text)).toBe(corrected);
  });

  describe('a password beside an address', () => {
    test.each([
      ['ann@example.com:secret-1', 'ann@example.com:••••'],
      ['bob@example.com|secret-1', 'bob@example.com|••••'],
      ['cy@example.com----secret-1', 'cy@example.com----••••'],
      ['dee@example.com=secret-1', 'dee@example.com=••••'],
      ['ann@example.com:p@secret-1', 'ann@example.com:••••'],
      ['ann@example.com#secret-1', 'ann@example.com#••••'],
      ['ann@example.com : secret-1', 'ann@example.com:••••'],
      ['ann@example.com -> secret-1', 'ann@example.com-••••'],
      ['ann@example.com:#?secret-1', 'ann@example.com:••••'],
      ['ann@example.com::secret-1', 'ann@example.com:••••'],
      ['ann@localhost:secret-1', 'ann@localhost:••••'],
      ['<ann@example.com>:secret-1', 'ann@example.com:••••'],
      ['secret-1:ann@example.com', '••••:ann@example.com'],
      ['secret-1----ann@example.com', '••••----ann@example.com'],
      ['1. ann@example.com:secret-1', 'ann@example.com:••••'],
      ['\u200bann@example.com\u200b:secret-1', 'ann@example.com:••••'],
    ])('%j is malformed, and the bare address is its correction', (line, masked) => {
      const { accounts, malformed } = parseAccounts(line);
      expect(accounts).toEqual([]);
      expect(malformed.map(({ text }) => text)).toEqual([masked]);
      expect(String(correctAccount(masked))).toMatch(/^(?:ann|bob|cy|dee)@example\.com$|^null$/);
    });

    test.each([
      'ann@example.com;secret-1',
      'ann@example.com, secret-1',
      'ann@example.com\tsecret-1\timap.example.com\t993',
      'secret-1 ann@example.com',
      'ann@example.com:secret-1;secret-1 secret-1',
      'ann@@example.com:secret-1',
      'bob@example.com ann@example.com secret-1',
    ])('%j is in no entry and no masked text', (line) => {
      expect(JSON.stringify(parseAccounts(line))).not.toContain('secret');
      expect(maskAccounts(line)).not.toContain('secret');
      expect(maskAccounts(line)).toContain('@');
      expect(maskAccounts(maskAccounts(line))).toBe(maskAccounts(line));
      expect(parseAccounts(maskAccounts(line)).entries).toEqual(parseAccounts(line).entries);
    });

    test('is masked while it is typed, and the next address of the line is not', () => {
      expect(maskAccounts('ann@example.com:s', true)).toBe('ann@example.com:••••');
      expect(maskAccounts('ann@example.com b', true)).toBe('ann@example.com b');
      expect(maskAccounts('ann@example.com b')).toBe('ann@example.com ••••');
    });

    test('is not detected in text without one', () => {
      const text =
        "ann@example.com\r\nann--lee@my-host.example.com; o'neil@xn--bcher-kva.de\nnobody\nfoo@bar (keep)";
      expect(maskAccounts(text)).toBe(text);
      expect(parseAccounts(text).accounts).toEqual([
        'ann@example.com',
        'ann--lee@my-host.example.com',
        "o'neil@xn--bcher-kva.de",
        'foo@bar',
      ]);
    });
  });

  test('only an address without a dot can be kept unchanged on request', () => {
    const parsed = parseAccounts(
      'x@local (keep)\nann@x.com:pw (keep)\nnobody (keep)\na@@x.com (keep)',
    );
    expect(parsed.accounts).toEqual(['x@local']);
    expect(parsed.malformed).toHaveLength(3);
  });

  test.each([
    ['ann@example.com\u200b'],
    ['\u202aann@example.com\u202c'],
    ['ann\u00ad@example.com'],
    ['“ann@example.com”'],
    ['‘ann@example.com’'],
    ['«ann@example.com»'],
    ['`ann@example.com`'],
    ['*ann@example.com*'],
    ['\ufeffann@exam\u200dple.com'],
    ['„ann@example.com“'],
    ['Ann Lee <ann@example.com>'],
    ['"Lee, Ann" <ann@example.com>'],
    ['12) ann@example.com'],
    ['• ann@example.com'],
    ['- [mailto ignored] <ann@example.com>'],
  ])('%j is one account', (text) => {
    expect(parseAccounts(`${text}\nann@example.com`)).toMatchObject({
      accounts: ['ann@example.com'],
      malformed: [],
      doubles: [{ line: 2 }],
    });
  });

  test('a decomposed letter equals a composed one', () => {
    const parsed = parseAccounts('mu\u0308ller@x.com\nm\u00fcller@x.com');
    expect(parsed).toMatchObject({ accounts: ['m\u00fcller@x.com'], doubles: [{ line: 2 }] });
  });

  test('names between several addresses on a line are removed', () => {
    const text =
      'Ann Lee <ann@example.com>; Roy, Bob <bob@example.com>\n1. cy@example.com\n• dee@example.com';
    const { accounts, malformed } = parseAccounts(text);
    expect(accounts).toEqual([
      'ann@example.com',
      'bob@example.com',
      'cy@example.com',
      'dee@example.com',
    ]);
    expect(malformed).toEqual([]);
  });

  test('a correction is always a valid address', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '@', '.', '(at)', 'gmail') }), (text) => {
        const corrected = correctAccount(text);
        if (corrected !== null) expect(parseAccounts(corrected).malformed).toEqual([]);
      }),
    );
  });
});

test.each([
  ['a password column before it', 'Password,Email\nsecret1,ann@x.test\np@ss.word,bob@x.test', []],
  [
    'another name and order',
    'Name;E-Mail Address;Password\nAnn;ann@x.test;p@ss\nBob;bob@x.test;x',
    [],
  ],
  ['no header', 'ann@x.test\nbob@x.test', []],
  ['names around addresses and no header', '"Lee, Ann",<ann@x.test>\n“bob@x.test”,Bob', []],
  ['lone CRs and a row without one', 'Email\rann@x.test\rnobody\rbob@x.test', [3]],
])('a file of accounts with %s has its addresses', (_, text, without) => {
  const sheet = new AccountSheet();
  const reader = new CsvReader(sheet);
  reader.push(text);
  reader.end();
  expect(sheet.accounts).toEqual(['ann@x.test', 'bob@x.test']);
  expect(sheet.counts.refused.map(({ line }) => line)).toEqual(without);
});

test('the first five rows of a file of accounts are shown', () => {
  const sheet = new AccountSheet();
  for (const [at, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries())
    sheet.onRow([`${name}@x.test`], at + 1);
  expect(sheet.head).toEqual(
    [['a'], ['b'], ['c'], ['d'], ['e']].map(([name]) => [`${name}@x.test`]),
  );
});
