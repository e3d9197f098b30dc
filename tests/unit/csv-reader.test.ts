import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvEncoding, decodeCsv } from '../../shared/csv/decode.ts';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { readCsv } from '../../shared/csv/read-file.ts';
import { type CsvIssue, CsvReader } from '../../shared/csv/reader.ts';

interface Read {
  rows: string[][];
  lines: number[];
  issues: CsvIssue[];
}

/** Reads a text in chunks whose lengths repeat in the given order. */
function readAll(text: string, lengths: readonly number[] = [text.length || 1]): Read {
  const read: Read = { rows: [], lines: [], issues: [] };
  const reader = new CsvReader({
    onRow: (cells, line) => {
      read.rows.push(cells);
      read.lines.push(line);
    },
    onIssue: (issue) => read.issues.push(issue),
  });
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    reader.push(text.slice(at, at + length));
    at += length;
  }
  reader.end();
  return read;
}

describe('the CSV reader', () => {
  test.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b,c\n1,2,3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'semicolons',
      'a;b;c\n1;2,5;3',
      [
        ['a', 'b', 'c'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      'a,"b ""x""",c\n"1,5",2,3\n',
      [
        ['a', 'b "x"', 'c'],
        ['1,5', '2', '3'],
      ],
    ],
    [
      'line breaks in quotes',
      'a,b\n"1\r\n2",3\n4,5',
      [
        ['a', 'b'],
        ['1\r\n2', '3'],
        ['4', '5'],
      ],
    ],
    [
      'blank lines',
      '\n\na,b\n\r\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      'a,,\n,,\n',
      [
        ['a', '', ''],
        ['', '', ''],
      ],
    ],
    ['text behind a closing quote', '"a"b,c\n', [['ab', 'c']]],
    [
      'a quote within a cell',
      'a"b,c\n1,2',
      [
        ['a"b', 'c'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\nb\nc', [['a'], ['b'], ['c']]],
    ['nothing', '', []],
  ])('reads %s, wherever the text is split', (_, text, rows) => {
    for (const lengths of [[text.length || 1], [1], [2, 3], [7]]) {
      expect(readAll(text, lengths).rows).toEqual(rows);
    }
  });

  test('names the line where each row begins', () => {
    expect(readAll('a,b\n\n"x\ny",2\n3,4\n').lines).toEqual([1, 3, 5]);
  });

  test('reads a quote that is never closed as text, and names its line', () => {
    const { rows, issues } = readAll('a,b\n"1,2\n3,4\n', [5]);
    expect(rows).toEqual([
      ['a', 'b'],
      ['"1', '2'],
      ['3', '4'],
    ]);
    expect(issues).toEqual([
      { line: 2, message: 'A quote is opened and never closed. It is read as plain text.' },
    ]);
  });

  test.each([
    ['a,b\r1,2\r3,4', ',', [1, 2, 3]],
    ['a,b\r1,2\r\n\r\n"x\ry",2\n3,4', ',', [1, 2, 4, 6]],
    ['sep=;\na;b\n1;2', ';', [2, 3]],
    ['SEP=|\r\na|b\r\n1|2', '|', [2, 3]],
    ['"sep=\t"\ra\tb', '\t', [2]],
    ['sep=x\na,b', ',', [1, 2]],
  ])('finds the rows and lines of %j, wherever it is split', (text, delimiter, lines) => {
    for (const lengths of [[text.length], [1], [2, 3]]) {
      expect(readAll(text, lengths).lines).toEqual(lines);
    }
    const reader = new CsvReader({ onRow: () => {} });
    reader.push(text);
    reader.end();
    expect(reader.delimiter).toBe(delimiter);
  });

  test('a stray quote that opens a cell damages only its own line', () => {
    const { rows, issues } = readAll('a,b,c\n"1,2,3\n4,5,6\n"7,8,9\n10,11,12\n', [4]);
    expect(rows.map(([first]) => first)).toEqual(['a', '"1', '4', '"7', '10']);
    expect(issues.map(({ line }) => line)).toEqual([2, 4]);
    // The quote at the end of the second line closes the cell by chance.
    const chance = readAll('a,b,c\n"1,2,3\n4,5,6"\n7,8,9');
    expect(chance.rows.map(([first]) => first)).toEqual(['a', '"1', '4', '7']);
    // A cell of several lines is read as before.
    expect(readAll('a,b,c\n"1\n2",3,4').rows).toEqual([
      ['a', 'b', 'c'],
      ['1\n2', '3', '4'],
    ]);
  });

  test('reads any output of the machine writer back, wherever it is split', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[",;\t\r\n ab]{0,8}$/),
    );
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, cuts, (rows, lengths) => {
        const columns = [0, 1, 2].map((index) => ({
          header: `h${index}`,
          value: (row: readonly string[]) => row[index],
        }));
        const text = writeMachineCsv(columns, rows);
        expect(readAll(text, lengths).rows).toEqual([['h0', 'h1', 'h2'], ...rows]);
      }),
    );
  });

  test('never throws, and reads the same rows wherever a text is split', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[",;\t\r\nab]{0,60}$/),
        fc.integer({ min: 1, max: 9 }),
        (text, cut) => {
          expect(readAll(text, [cut])).toEqual(readAll(text));
        },
      ),
    );
  });
});

test('the first row decides how many cells a row has after a stray quote has broken it', () => {
  const rows = (text: string) => readAll(text).rows.map((cells) => cells.length);
  // The second row is shorter. The quotes of the third and fourth line would combine both into one
  // cell.
  expect(rows('a,b,c\n1,2\n"3,4,5\n6,7,8"\n')).toEqual([3, 2, 3, 3]);
  expect(rows('"a","b","c"\n"1","2"\n"3,4,5\n6,7,8"\n')).toEqual([3, 2, 3, 3]);
  // A quoted line break stays in its cell in a file of one column, and in rows with as many cells
  // as the first one.
  expect(rows('a\n"1\n2"\n')).toEqual([1, 1]);
  expect(rows('a,b\n"1\n2",3\n')).toEqual([2, 2]);
});

test('a carriage return, a line feed and both are the same line break', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[",;\nab]{0,60}$/), (text) => {
      const expected = readAll(text);
      for (const ending of ['\r', '\r\n']) {
        const { rows, ...rest } = readAll(text.replaceAll('\n', ending));
        const same = rows.map((cells) => cells.map((cell) => cell.replaceAll(ending, '\n')));
        expect({ rows: same, ...rest }).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('lines are counted by their outcome', () => {
  const reader = new CsvReader({ onRow: () => undefined });
  reader.push('sep=;\na;b\n\n"1\n2";3\n\n');
  expect(reader.lines).toBe(6);
  expect(reader.passed.map(({ lines }) => lines)).toEqual([2, 1, 1]);
});

test('the delimiter is the character that most of the first 20 lines contain equally often', () => {
  const delimiterOf = (text: string) => {
    const reader = new CsvReader({ onRow: () => undefined });
    reader.push(text);
    const early = reader.delimiter;
    reader.end();
    return [early, reader.delimiter];
  };
  expect(delimiterOf('a;b,c;d')).toEqual([null, ';']);
  expect(delimiterOf('a;b,c,d\n1;2\n3;4')).toEqual([null, ';']);
  expect(delimiterOf('"a;b;c",d')).toEqual([null, ',']);
  expect(delimiterOf('nothing\n')).toEqual([null, ',']);
  // Lines without it do not count, and the 20th decides.
  expect(delimiterOf(`${'a\n'.repeat(30)}${'a\tb\n'.repeat(19)}`)).toEqual([null, '\t']);
  expect(delimiterOf(`${'a\tb\n'.repeat(20)}`)).toEqual(['\t', '\t']);
  expect(delimiterOf(`a;b${'x'.repeat(65_533)}`)).toEqual([null, ';']);
  expect(delimiterOf(`a;b${'x'.repeat(65_535)}`)).toEqual([';', ';']);
});

test('a quote that is not closed within a megabyte is read as text before the end of the file', () => {
  const rows: string[][] = [];
  const reader = new CsvReader({ onRow: (cells) => rows.push(cells), delimiter: ',' });
  const line = '1,2345678901234\n';
  reader.push(`a,b\n"1,2\n${line.repeat(1024 * 64 - 1)}`);
  expect(rows).toHaveLength(1);
  reader.push(line);
  expect(rows.length).toBeGreaterThan(60_000);
});

describe('decoding', () => {
  const text = 'Id,QueueId,Place\nzoë@exämple.com,q1,5\n';
  const utf16 = (isLittle: boolean, isMarked: boolean) => {
    const all = (isMarked ? '\uFEFF' : '') + text;
    const view = new DataView(new ArrayBuffer(all.length * 2));
    for (let at = 0; at < all.length; at++) view.setUint16(at * 2, all.charCodeAt(at), isLittle);
    return new Uint8Array(view.buffer);
  };
  const utf8 = new TextEncoder().encode(text);
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]);
  const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));

  test.each<[string, Uint8Array<ArrayBuffer>, CsvEncoding]>([
    ['UTF-8', utf8, 'utf-8'],
    ['UTF-8 with a byte order mark', marked, 'utf-8'],
    ['UTF-16, little end first', utf16(true, true), 'utf-16le'],
    ['UTF-16, big end first', utf16(false, true), 'utf-16be'],
    ['UTF-16 without a mark', utf16(true, false), 'utf-16le'],
    ['UTF-16, big end first, without a mark', utf16(false, false), 'utf-16be'],
    ['Windows-1252', latin, 'windows-1252'],
  ])('reads %s, byte by byte', async (_, bytes, encoding) => {
    let read = '';
    const source = {
      stream: () =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(bytes.slice(0, 64));
            for (const byte of bytes.slice(64)) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
    };
    const decoded = await decodeCsv(source, {
      onText: (piece) => {
        read += piece;
      },
      onRestart: () => {
        read = '';
      },
    });
    expect(read).toBe(text);
    expect(decoded.encoding).toBe(encoding);
  });

  test.each([
    [
      'one wrong byte among letters of UTF-8',
      ['Jürgen Müller, Köln, Zoë Łuk\n', 0xe9, ' Roy'],
      'Jürgen Müller, Köln, Zoë Łuk\né Roy',
      'utf-8',
    ],
    [
      'a file that is cut off within a letter',
      ['müller@example.com,1\nzo', 0xc3],
      'müller@example.com,1\nzoÃ',
      'utf-8',
    ],
    ['a mark of UTF-8 and wrong bytes', ['\uFEFFa', 0xe9, 'b', 0xfc], 'aébü', 'utf-8'],
    ['more wrong bytes than letters', ['ü', 0xe9, 'x', 0xfc], 'Ã¼éxü', 'windows-1252'],
    ['bytes that are letters in neither way', [0x93, 'x', 0x94], '“x”', 'windows-1252'],
    [
      'words in Mac Roman',
      ['m', 0x9f, 'ller,zo', 0x91, ',K', 0x9a, 'ln'],
      'müller,zoë,Köln',
      'macintosh',
    ],
    ['capitals in Mac Roman', ['M', 0x86, 'LLER'], 'MÜLLER', 'macintosh'],
    ['capitals in Windows-1252', ['M', 0xdc, 'LLER'], 'MÜLLER', 'windows-1252'],
    [
      'an apostrophe of Windows-1252',
      ['O', 0x92, 'Neil, Ann', 0x92, 's'],
      'O’Neil, Ann’s',
      'windows-1252',
    ],
    ['a capital at the start', [0x8a, 'koda, caf', 0xe9], 'Škoda, café', 'windows-1252'],
    ['half of a mark of UTF-16', [0xff, 'a'], 'ÿa', 'windows-1252'],
    ['the other half of a mark', [0xfe, 'a'], 'þa', 'windows-1252'],
    ['a mark of UTF-16 behind its place', ['a', 0xfe, 'b'], 'aþb', 'windows-1252'],
    ['a wrong start of two marks', [0xef, 0xbb, 'a'], 'ï»a', 'windows-1252'],
    [
      'few zeros',
      [...'abcdefghijk'].flatMap((letter, at) => (at < 2 ? [letter, 0] : [letter])),
      'a\0b\0cdefghijk',
      'utf-8',
    ],
    ['zeros on both sides', ['\0\0\0\0ab'], '\0\0\0\0ab', 'utf-8'],
    ['an overlong form', [0xe0, 0x9f, 0x80, 'a'], 'àŸ€a', 'windows-1252'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], 'í\u00a0€', 'windows-1252'],
    ['a code point that does not exist', [0xf4, 0x90, 0x80, 0x80], 'ô\u0090€€', 'windows-1252'],
    ['a longest form that is overlong', [0xf0, 0x8f, 0xbf, 0xbf], 'ð\u008f¿¿', 'windows-1252'],
    [
      'the ends of each length',
      ['\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}', 0xff],
      '\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}ÿ',
      'utf-8',
    ],
    ['as many wrong bytes as letters', ['ü', 0xe9, 'x'], 'Ã¼éx', 'windows-1252'],
  ] as [string, (string | number)[], string, CsvEncoding][])(
    'decides by the whole file: %s',
    async (_, parts, text, encoding) => {
      const bytes = parts.map((part) =>
        typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.of(part),
      );
      let read = '';
      const decoded = await decodeCsv(new Blob(bytes), {
        onText: (piece) => {
          read += piece;
        },
        onRestart: () => {
          read = '';
        },
      });
      expect({ read, found: decoded.encoding }).toEqual({ read: text, found: encoding });
    },
  );

  test.each([
    [['a'], 'all of its bytes fit'],
    [['ü', 0xc3], 'all of its bytes fit, and it ends within a character'],
    [['üüü', 0xe9, 'a'], '1 byte does not fit, and the others do'],
    [['üüü', 0xe9, 'a', 0xe9, 'a'], '2 bytes do not fit, and the others do'],
    [[0xe9, 'a'], 'most of its accented letters are not UTF-8'],
    [
      ['m', 0x9f, 'ller'],
      'most of its accented letters are not UTF-8, and make words in Mac Roman only',
    ],
    [[0xff, 0xfe, 'a', 0], 'it begins with the byte order mark'],
    [['a', 0, 'b', 0], 'every second byte is zero'],
  ] as [(string | number)[], string][])(
    'gives the reason for %j, also in chunks',
    async (parts, evidence) => {
      const bytes = parts.flatMap((part) =>
        typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part],
      );
      const pieces = (length: number) => ({
        stream: () =>
          new ReadableStream<Uint8Array>({
            start(controller) {
              for (let at = 0; at < bytes.length; at += length)
                controller.enqueue(Uint8Array.from(bytes.slice(at, at + length)));
              controller.close();
            },
          }),
      });
      const take = { onText: () => undefined, onRestart: () => undefined };
      expect((await decodeCsv(pieces(99), take)).evidence).toBe(evidence);
      if (!evidence.includes('mark') && !evidence.includes('zero'))
        expect((await decodeCsv(pieces(1), take)).evidence).toBe(evidence);
    },
  );

  test('an encoding that was chosen is used for any bytes', async () => {
    const read = async (chosen: CsvEncoding, ...bytes: number[]) => {
      let text = '';
      const onText = (piece: string) => {
        text += piece;
      };
      const { evidence } = await decodeCsv(new Blob([Uint8Array.from(bytes)]), {
        onText,
        onRestart: () => undefined,
        chosen,
      });
      return [text, evidence];
    };
    expect(await read('utf-8', 0xef, 0xbb, 0xbf, 0x61, 0xe9)).toEqual(['aé', 'it was chosen']);
    expect(await read('windows-1251', 0xef)).toEqual(['п', 'it was chosen']);
  });

  test('is read again from the start when a late byte shows another encoding', async () => {
    const early = 'Id;Name\n'.repeat(20_000);
    const file = new Blob([early, new Uint8Array([0x37, 0x3b, 0x54, 0x68, 0xe9, 0x6f])]);
    const progress: number[] = [];
    const open = () => {
      const rows: string[][] = [];
      return { rows, onRow: (cells: string[]) => rows.push(cells) };
    };
    const { taker } = await readCsv(file, open, { onProgress: (bytes) => progress.push(bytes) });
    const { rows } = taker;
    expect(rows).toHaveLength(20_001);
    expect(rows.at(-1)).toEqual(['7', 'Théo']);
    expect(progress.at(-1)).toBe(file.size);
  });
});
