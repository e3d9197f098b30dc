import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  correctAccount,
  describeCounts,
  describeMalformed,
  parseAccounts,
} from '../../shared/accounts/parse-accounts.ts';

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

  test('the counts name only what there is', () => {
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

  test('a correction is always a valid address', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '@', '.', '(at)', 'gmail') }), (text) => {
        const corrected = correctAccount(text);
        if (corrected !== null) expect(parseAccounts(corrected).malformed).toEqual([]);
      }),
    );
  });
});
