import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../mail-lines/clean-text.ts';
import { decodePart } from '../../mail-lines/decode-part.ts';
import { unwrapFlowed } from '../../mail-lines/flowed.ts';
import { htmlLines } from '../../mail-lines/html-lines.ts';
import { readMail } from '../../mail-lines/mime-tree.ts';
import { plainLines } from '../../mail-lines/plain-lines.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { fold } from '../../shared/text.ts';
import { mailMatcher } from '../../sidecar/reader/match-mail.ts';
import { batchOf } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(text, encoding);

/**
 * Quoted-printable as mail programs write it: every byte is escaped that is not a plain letter, and
 * lines have soft breaks.
 */
const quotedPrintable = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      (byte >= 48 && byte < 58) || (byte >= 65 && byte < 91) || (byte >= 97 && byte < 123)
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .map((part, i) => (i % 20 === 19 ? `${part}=\r\n` : part))
    .join('');

describe('decoding a part', () => {
  it('decodes any text from quoted-printable and base64', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // A leading byte order mark is not text, and every reader drops it.
        fc.pre(!text.startsWith('\uFEFF'));
        expect(decodePart(bytes(quotedPrintable(text)), 'quoted-printable', 'utf-8')).toBe(text);
        expect(decodePart(bytes(Buffer.from(text).toString('base64')), 'base64', 'utf-8')).toBe(
          text,
        );
      }),
    );
  });

  it.each([
    ['Latin-1', 'iso-8859-1', Buffer.from([0x56, 0xc5, 0x52]), 'VÅR'],
    ['Windows quotes', 'windows-1252', Buffer.from([0x93, 0x67, 0x70, 0x94]), '“gp”'],
    ['no charset, but UTF-8', '', bytes('VÅR'), 'VÅR'],
    ['no charset, but Latin-1', '', Buffer.from([0x56, 0xc5, 0x52]), 'VÅR'],
    ['a wrong Western charset over UTF-8', 'iso-8859-1', bytes('VÅR'), 'VÅR'],
    [
      'Japanese',
      'iso-2022-jp',
      Buffer.from([0x1b, 0x24, 0x42, 0x25, 0x33, 0x1b, 0x28, 0x42]),
      'コ',
    ],
    ['an unknown charset', 'x-no-such-thing', bytes('plain'), 'plain'],
  ])('reads %s', (_, charset, content, text) => {
    expect(decodePart(content, '8bit', charset)).toBe(text);
  });

  it('drops blanks before quoted-printable line ends, keeps those inside', () => {
    expect(decodePart(bytes('a b  \r\nc=20 \r\nd=\r\ne'), 'quoted-printable', 'utf-8')).toBe(
      'a b\r\nc \r\nde',
    );
  });
});

describe('reading a mail', () => {
  it.each([
    ['a charset', 'Content-Type: text/plain; charset=koi8-r (Russian)', '8bit'],
    ['a quoted charset', 'Content-Type: text/plain (a note); charset="koi8-r"', '8bit'],
    ['an encoding', 'Content-Type: text/plain; charset=koi8-r', '8bit (raw)'],
  ])('reads the text with any comment after %s', (_, type, encoding) => {
    const head = `${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
    const mail = Buffer.concat([bytes(head), Buffer.from([0xeb, 0xcf, 0xc4])]);
    expect(readMail(mail).parts).toEqual([{ type: 'text/plain', text: 'Код' }]);
  });

  it('finds the texts of a mail inside a mail, and reports pictures', () => {
    const mail = readMail(
      bytes(
        'Subject: =?utf-8?B?w4RydGU=?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nouter\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\ntext\r\n--b\r\nContent-Type: image/png\r\n\r\n\r\n--b--',
      ),
    );
    expect(mail.subject).toBe('Ärte');
    expect(mail.parts.map(({ text }) => text.trim())).toEqual(['outer', 'inner', 'text']);
    expect(mail.hasImages).toBe(true);
  });
});

describe('lines of a mail', () => {
  it('folding keeps the length, so that positions match', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(text).length).toBe(text.length);
      }),
    );
  });

  it('cleaning removes invisible characters and writes hyphens and full-width letters in ASCII', () => {
    expect(cleanText('A\u200bB\u00adC\u2011D\u00a0\uff21')).toBe('ABC-D A');
  });

  it('recognises quoted history, hidden blocks and column heads', () => {
    expect(plainLines('new\n> old').map(({ isQuoted }) => isQuoted)).toEqual([false, true]);
    expect(
      htmlLines('<p>a</p><div style="display:none">b</div>').map(({ isHidden }) => isHidden),
    ).toEqual([false, true]);
    const cells = htmlLines(
      '<table><tr><th>Artist</th><th>Code</th></tr><tr><td>x</td><td>y</td></tr></table>',
    );
    expect(cells.map(({ text, columnHead }) => [text, columnHead])).toEqual([
      ['Artist', null],
      ['Code', null],
      ['x', 'Artist'],
      ['y', 'Code'],
    ]);
  });
});

describe('tags as mail programs write them', () => {
  const textOf = (html: string): string =>
    htmlLines(html)
      .map(({ text }) => text)
      .join(' / ');

  it.each([
    ['a comment that ends early', 'a<!-->b<!--->c<!-- x --!>d<!-- <p> -->e', 'abcde'],
    [
      'conditions for one program',
      '<!--[if mso]><p>no</p><![endif]--><![if !mso]>yes<![endif]>',
      'yes',
    ],
    ['declarations', '<!DOCTYPE html><?xml version="1"?><![CDATA[<p>x]]>y', 'y'],
    ['signs that are no tags', 'a < b <3 c <', 'a < b <3 c <'],
    ['an end tag without a name', 'a</>b</ p>c</3>d', 'abcd'],
    [
      'end tags that are left out',
      '<ul><li>a<li>b</ul><table><tr><td>c<td>d<tr><td>e',
      'a / b / c / d / e',
    ],
    ['a paragraph that a block ends', '<p><b>a<div>b</div>c', 'a / b / c'],
    ['end tags of nothing', 'a</div></b></p>b</br>c', 'a / b / c'],
    ['raw text', '<title>a<p>b</title><script>"</p>"</SCRIPT >c<style>d', 'c'],
    ['a picture of vectors', '<svg><title/><path d="x"/></svg>a', 'a'],
    ['a tag that is never closed', 'a<p title="b', 'a'],
    ['a form within a form', '<form>a<form>b</form>c', 'ab / c'],
    [
      'references',
      'caf&eacute; &#65;&amp;B &unknown; <img alt="&lt;C&gt;">',
      '<C> / café A&B &unknown;',
    ],
  ])('reads %s', (_, html, text) => {
    expect(textOf(html).trim()).toBe(text);
  });
});

describe('matching keywords', () => {
  const query = { keywords: ['Rosalía'], mustInclude: [] as string[], caseSensitive: false };
  it.each([
    ['accents and case folded', query, 'a mail about ROSALIA', true],
    ['another word', query, 'a mail about Rosa', false],
    ['case required', { ...query, caseSensitive: true }, 'a mail about rosalia', false],
    [
      'case required, accents still folded',
      { ...query, caseSensitive: true },
      'a mail about Rosalia',
      true,
    ],
    ['a word broken over lines', { ...query, keywords: ['the tour'] }, 'the\n  tour', true],
    [
      'all words that must be there',
      { ...query, mustInclude: ['presale', 'madrid'] },
      'Rosalía presale in Madrid',
      true,
    ],
    [
      'one of them missing',
      { ...query, mustInclude: ['presale', 'madrid'] },
      'Rosalía presale',
      false,
    ],
  ])('%s', (_, requested, text, expected) => {
    expect(mailMatcher(requested)('', { text, foldedText: fold(text) })).toBe(expected);
  });

  it('also searches the sender', () => {
    const news = { text: 'news', foldedText: 'news' };
    expect(mailMatcher(query)('Rosalia HQ <hq@x.example>', news)).toBe(true);
  });
});

describe('long texts', () => {
  const words = (length: number): string =>
    'seats and a band. '.repeat(length / 18 + 1).substring(0, length);
  const textOf = (lines: readonly { text: string }[]): string =>
    lines.map(({ text }) => text).join(' ');
  const codesOf = (type: 'text/plain' | 'text/html', text: string) => {
    const [outcome] = readBatch(
      batchOf(ANY_CODE, [
        {
          subject: 'Presale',
          from: '',
          hasImages: false,
          parts: [{ type, charset: 'utf-8', encoding: '8bit', bytes: bytes(text) }],
        },
      ]),
    );
    return outcome;
  };
  const sentence =
    'The fan presale opens on Friday. Your presale code is LAMPLIGHT7 for all seats.';

  it.each([
    ['a line of 2,130 characters', 'text/plain', `${words(2050)}${sentence}`],
    ['a line of 90,000 characters', 'text/plain', `${words(90_000)}${sentence}`],
    ['a text of 9,000 lines', 'text/plain', `${'Seats and a band.\n'.repeat(9_000)}${sentence}`],
    ['a paragraph of 60,000 characters', 'text/html', `<p>${words(60_000)}${sentence}</p>`],
    ['9,000 paragraphs', 'text/html', `${'<p>Seats and a band.</p>'.repeat(9_000)}<p>${sentence}`],
    [
      '120,000 characters of laid out text',
      'text/html',
      `<pre>${'Seats\n'.repeat(15_000)}${sentence}</pre>`,
    ],
    ['1,500 elements without an end', 'text/html', `${'<span>'.repeat(1_500)}${sentence}`],
    [
      'three thousand of them in tables',
      'text/html',
      `${'<table><tr><td>'.repeat(3_000)}${sentence}`,
    ],
  ] as const)('are read to their end: %s', (_, type, text) => {
    const outcome = codesOf(type, text);
    expect(outcome?.codes.map(({ code }) => code)).toContain('LAMPLIGHT7');
    expect(outcome?.gaps).toEqual([]);
  });

  it.each([
    ['more lines than are read', 'text/plain', 'a\n'.repeat(25_000)],
    ['more paragraphs', 'text/html', '<p>a'.repeat(25_000)],
    [
      'more possible codes',
      'text/plain',
      Array.from({ length: 3_000 }, (_, i) => `presale code AB${i}X`).join('\n'),
    ],
    [
      'more links with codes',
      'text/html',
      Array.from({ length: 1_500 }, (_, i) => `<a href="https://x.test/?code=${i}AB">e</a>`).join(
        '',
      ),
    ],
  ] as const)('report the part that is not read: %s', (_, type, text) => {
    expect(codesOf(type, text)?.gaps).toEqual(['text_too_long']);
  });

  it('lose no character of a long line, in any script', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word', '😀', 'x'.repeat(3_000), 'ü', '券'), { maxLength: 900 }),
        (list) => {
          const bare = (text: string): string => text.replaceAll(' ', '');
          const text = list.join(' ').trim();
          expect(bare(textOf(plainLines(text)))).toBe(bare(text));
          expect(bare(textOf(htmlLines(`<p>${text}</p>`)))).toBe(bare(text));
          for (const line of plainLines(text)) expect(line.text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('keep text hidden inside a hidden element with thousands of open ones', () => {
    const html = `<div style="display:none">${'<b>'.repeat(2_500)}${'secret '.repeat(2_000)}`;
    expect(htmlLines(html).every(({ isHidden }) => isHidden)).toBe(true);
  });
});

describe('charsets by other names', () => {
  const koi = Buffer.from([0xf0, 0xd2, 0xc5, 0xc4]);
  it.each([
    ['windows-949', '선예매', Buffer.from([0xbc, 0xb1, 0xbf, 0xb9, 0xb8, 0xc5])],
    ['ks_c_5601', '선예매', Buffer.from([0xbc, 0xb1, 0xbf, 0xb9, 0xb8, 0xc5])],
    ['cp936', '预售', Buffer.from([0xd4, 0xa4, 0xca, 0xdb])],
    ['hz-gb-2312', '预售 A', bytes('~{T$J[~} A')],
    ['iso-2022-kr', '선예매 A', bytes('\x1b$)C\x0e<1?98E\x0f A')],
    ['ibm437', 'é', Buffer.from([0x82])],
    ['cp850', 'ö', Buffer.from([0x94])],
    ['koi8-r', 'Пред', koi],
    ['"KOI8-R";', 'Пред', koi],
    ['x-mac-roman', 'é', Buffer.from([0x8e])],
    ['utf-7', 'Björgvin+', bytes('Bj+APY-rgvin+-')],
    ['cp1250', 'ř', Buffer.from([0xf8])],
  ])('%s', (charset, text, content) => {
    const gaps = new Set<LeftOutReason>();
    expect(decodePart(content, '8bit', charset, { gaps })).toBe(text);
    expect(gaps.size).toBe(0);
  });

  it('reports an unknown charset, and binary data', () => {
    const gaps = new Set<LeftOutReason>();
    expect(decodePart(bytes('plain'), '8bit', 'x-no-such-thing', { gaps })).toBe('plain');
    const picture = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256));
    for (const charset of ['', 'utf-8', 'iso-8859-1', 'shift_jis'])
      expect(decodePart(picture, '8bit', charset, { gaps })).toBe('');
    expect([...gaps].toSorted()).toEqual(['not_text', 'unknown_charset']);
  });

  it('uses the charset of a page if its mail does not name one', () => {
    const page = (head: string) => Buffer.concat([bytes(`<html><head>${head}</head><p>`), koi]);
    const read = (head: string, charset = '') =>
      decodePart(page(head), '8bit', charset, { isHtml: true }).slice(-4);
    expect(read('<meta charset="koi8-r">')).toBe('Пред');
    expect(
      read('<META http-equiv=Content-Type content="text/html; charset=koi8-r">', 'us-ascii'),
    ).toBe('Пред');
    expect(read('<meta charset="koi8-r">', 'windows-1251')).not.toBe('Пред');
  });
});

describe('flowed text', () => {
  it.each([
    ['flowed', 'one \ntwo\nthree', 'one two\nthree'],
    ['delsp', 'HOSHI \n2026', 'HOSHI2026'],
    ['flowed', '> one \n> two\nown', '> one two\nown'],
    ['flowed', ' >stuffed \ntext', '>stuffed text'],
    ['flowed', 'bye \n-- \nname', 'bye \n-- \nname'],
    ['fixed', 'one \ntwo', 'one \ntwo'],
  ] as const)('is joined as its sender wrapped it: %s %j', (flow, text, joined) => {
    expect(unwrapFlowed(text, flow)).toBe(joined);
  });
});

describe('files that are written into a text', () => {
  it.each([
    ['uuencode', 'before\nbegin 644 a.txt\nM> %Y,\n#AB\n`\nend\nafter', ['before', 'after']],
    ['base64', `before\n${`${'QUJD'.repeat(19)}\n`.repeat(4)}after`, ['before', 'after']],
    [
      'a sentence that begins so',
      'begin 644 songs later\nThe code is FIRST1, and more than that',
      2,
    ],
    ['one long code', `${'QUJD'.repeat(15)}\nafter`, 2],
    [
      'a signature',
      'before\n-----BEGIN PGP SIGNATURE-----\niQIzBAEBCgAdFiEE7K2QP9XTRM\n=p4Kz\n-----END PGP SIGNATURE-----\nafter',
      ['before', 'after'],
    ],
    [
      'a certificate',
      'before\n-----BEGIN CERTIFICATE-----\nMIIC7K2QP9XTRM4HHLD\n-----END CERTIFICATE-----\nafter',
      ['before', 'after'],
    ],
    [
      'a hex dump',
      'before\n00000020  04 85 68 f7 44 c4 9d 78 57 00 c7 0e 3c c7 a1 6e  |bK3XZ2&b3X54bYc|\n0x0030: 0485 68f7 44c4 9d78 5700 c70e  K7QM2X\nafter',
      ['before', 'after'],
    ],
    [
      'a signed text, of which only the signature goes',
      '-----BEGIN PGP SIGNED MESSAGE-----\nThe code is TIDE26\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----',
      2,
    ],
    ['a begin without an end', '-----BEGIN PGP MESSAGE-----\nThe code is TIDE26', 2],
  ] as const)('are not words: %s', (_, text, kept) => {
    const lines = plainLines(text).map((line) => line.text);
    if (typeof kept === 'number') expect(lines).toHaveLength(kept);
    else expect(lines).toEqual(kept);
  });
});

describe('letters that look like others', () => {
  it.each([
    ['bold', '𝐓𝐈𝐃𝐄𝟑𝟐', 'TIDE32'],
    ['fraktur', '𝔗𝔦𝔡𝔢', 'Tide'],
    ['double-struck', 'ℝℤ𝟙', 'RZ1'],
    ['circled', 'ⓉⒾⒹⒺ', 'TIDE'],
    ['squared', '🅃🄸🄳🄴 🆃🅸🅳🅴', 'TIDE TIDE'],
    ['joined', 'oﬃce ﬁre', 'office fire'],
    ['half as wide', 'ﾏｰﾗ ﾊﾟ', 'マーラ パ'],
    ['flags and marks', '🇩🇪 ™ ℃ № ½', '🇩🇪 ™ ℃ № ½'],
  ])('are written as a ticket page accepts them: %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it.each([
    ['Kay‑Zee', 'KAY-ZEE live'],
    ['Kay-Zee', 'Kay–Zee live'],
    ['Wait... What', 'Wait… What'],
    ["Don't", 'Don’t Stop'],
    ['"The" One', '„The“ One'],
    ['Strassenlicht', 'Straßenlicht'],
    ['STRAẞE', 'Strasse'],
    ['Sigur Ros', 'Sigur Rós'],
    ['Mo', 'MØ'],
    ['Lodz', 'Łódź'],
    ['Aegir', 'Ægir'],
    ['Mara Venn', '𝐌𝐚𝐫𝐚 𝐕𝐞𝐧𝐧'],
    ['マーラ', 'ﾏｰﾗ'],
  ])('match each other: %s in %s', (keyword, text) => {
    const lines = plainLines(text)
      .map((line) => line.text)
      .join(' ');
    for (const [wanted, shown] of [
      [keyword, lines],
      [text, cleanText(keyword)],
    ] as const) {
      const query = {
        keywords: [wanted.split(' live')[0]?.split(' Stop')[0] ?? ''],
        mustInclude: [],
        caseSensitive: false,
      };
      expect(mailMatcher(query)('', { text: shown, foldedText: fold(shown) })).toBe(true);
    }
  });
});
