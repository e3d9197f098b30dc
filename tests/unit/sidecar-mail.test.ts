import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/text.ts';
import { cleanText } from '../../sidecar/mail/clean-text.ts';
import { decodePart } from '../../sidecar/mail/decode-part.ts';
import { htmlLines } from '../../sidecar/mail/html-lines.ts';
import { readMail } from '../../sidecar/mail/mime-tree.ts';
import { plainLines } from '../../sidecar/mail/plain-lines.ts';
import { mailMatcher } from '../../sidecar/reader/match-mail.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(text, encoding);

/** Quoted-printable as mail programs write it: every byte escaped that is not a plain letter, lines cut softly. */
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
        // A leading byte order mark is no text, and is dropped by every reader.
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
  it('folding keeps the length, so that places agree', () => {
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

  it('looks at the sender too', () => {
    const news = { text: 'news', foldedText: 'news' };
    expect(mailMatcher(query)('Rosalia HQ <hq@x.example>', news)).toBe(true);
  });
});
