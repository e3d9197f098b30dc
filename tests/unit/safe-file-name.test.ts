import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeFileName, safeFileParts } from '../../shared/csv/safe-file-name.ts';

describe('a part of a file name', () => {
  test.each([
    ['Rosalía', 'Rosalía'],
    ['Northern Lanterns', 'Northern Lanterns'],
    ['K.I.Z - live', 'K.I.Z - live'],
    ['=1+1 (VIP)', '=1+1 (VIP)'],
    ['AC/DC', 'AC_DC'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..\\..\\boot.ini', '__.._boot.ini'],
    ['C:\\temp', 'C_temp'],
    ['what? *really*', 'what_ _really_'],
    ['trailing dot. ', 'trailing dot_'],
    ['.hidden', '_hidden'],
    ['-rf', '-rf'],
    ['CON', 'file_CON'],
    ['nul.txt', 'file_nul.txt'],
    ['LPT¹', 'file_LPT¹'],
    ['a\u202Egpj.exe', 'a_gpj.exe'],
    ['line\nbreak', 'line_break'],
    ['no\u00A0break', 'no break'],
    ['e\u0301', 'é'],
    ['\uD800x', '_x'],
    ['', 'file'],
    ['///', 'file'],
    ['...', 'file'],
    ['東京ドーム', '東京ドーム'],
  ])('of %j is %j', (text, name) => {
    expect(safeFileName(text)).toBe(name);
  });

  test('uses the fallback of the caller', () => {
    expect(safeFileName('?', 'artist')).toBe('artist');
  });

  test('is safe for every text, and making it safe again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = safeFileName(text);
        expect(name).not.toMatch(/[<>:"/\\|?*\n\r\t]|^\.|[. ]$/);
        expect(name.isWellFormed()).toBe(true);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(110);
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });
});

describe('several parts of a file name', () => {
  const long = 'x'.repeat(90);
  test.each([
    [['a', 'b'], 80, ['a', 'b']],
    // The short part leaves its unused bytes to the others, which share them.
    [[long, 'a', long], 41, ['x'.repeat(20), 'a', 'x'.repeat(20)]],
    [[long, long], 81, ['x'.repeat(40), 'x'.repeat(41)]],
    [[long], 200, [long]],
    [['東京ドーム', long], 40, ['東京ドーム', 'x'.repeat(25)]],
    [['?', 'a'], 80, ['', 'a']],
  ])('%j take at most %i bytes', (texts, most, parts) => {
    expect(safeFileParts(texts, most)).toEqual(parts);
  });
});
