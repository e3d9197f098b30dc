import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedMails, setNames } from '../../code-finder/training/labelled-mails.ts';
import { htmlLines } from '../../mail-lines/html-lines.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { readMail, type TextPart } from '../../mail-lines/mime-tree.ts';
import { mailMatcher, mailRefuser } from '../../sidecar/reader/match-mail.ts';
import { ParsedMail } from '../../sidecar/reader/parsed-mail.ts';
import { newsletter } from '../imap/newsletters.ts';

const NOBODY = { subject: '', from: '' };
const html = (text: string): TextPart[] => [{ type: 'text/html', text }];
const plain = (text: string): TextPart[] => [{ type: 'text/plain', text }];

/** Whether one of the words in a mail's lines makes the test refuse the mail. */
function losesWord(parts: readonly TextPart[], { subject, from } = NOBODY): boolean {
  const lines = mailLines({ subject, from, date: '', parts: [...parts], hasImages: false });
  const words = lines.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '');
  return mailRefuser({ keywords: ['', ...words], mustInclude: words })({ subject, from }, parts);
}

const refuses = (keyword: string, parts: readonly TextPart[]): boolean =>
  mailRefuser({ keywords: [keyword], mustInclude: [] })(NOBODY, parts);

describe('the test before the layout of a mail', () => {
  it.each(setNames())('misses no word of a mail of the set %s', (set) => {
    const lost = decodedMails(set).filter((mail) => losesWord(mail.parts, mail));
    expect(lost.map(({ subject }) => subject)).toEqual([]);
  });

  it('gives the same result as the whole mail, in newsletters with and without the keyword', () => {
    for (let index = 0; index < 60; index++) {
      const mail = readMail(newsletter(index));
      for (const keyword of ['Velvet Herons', 'Velvet', 'Nobody Sings', 'kulturhaus']) {
        const query = { keywords: [keyword], mustInclude: [], caseSensitive: false };
        const isMatch = mailMatcher(query)(mail.from, new ParsedMail(mail));
        expect([keyword, index, mailRefuser(query)(mail, mail.parts)]).toEqual([
          keyword,
          index,
          !isMatch,
        ]);
      }
    }
  });

  it.each([
    ['tags within a word', '<p>Vel<b>vet</b> Her<!-- x --><i>o</i>ns</p>'],
    ['character references', '<p>V&#101;lvet H&eacute;rons</p>'],
    ['invisible characters', '<p>Vel\u00advet He\u200brons</p>'],
    ['another block for each word', '<table><tr><td>Velvet</td><td>Herons</td></tr></table>'],
    ['letters in boxes', `<tr>${[...'VELVETHERONS'].map((x) => `<td>${x}</td>`).join('')}</tr>`],
    ['the text of a picture', '<img src=a.png alt="The Velvet &amp; Herons">'],
    ['a field', '<input value="VELVET-HERONS">'],
    ['an encoded link', '<a href="https://x.example/?code=%56elvet%20H%65rons">Buy</a>'],
    [
      'a link in a link',
      '<a href="https://r.example/?u=https%3A%2F%2Fx.example%2F%3Fcode%3Dvelvet%2520herons">x</a>',
    ],
    ['a style sheet within a word', '<p>Vel<style>p > b { color: red }</style>vet Herons</p>'],
    ['a sign of more in an attribute', '<p>Vel<b title="a > b">vet</b> Herons</p>'],
    ['a quotation mark that stays open', '<p>Vel<b title="a>vet</b> Herons</p>Velvet Herons">x'],
    ['a comment that stays open', '<p>Velvet <!-- Herons'],
    ['circled letters', '<p>Ⓥelvet 𝐇erons</p>'],
  ])('does not refuse a keyword with %s', (_, text) => {
    expect(refuses('velvet herons', html(text))).toBe(false);
  });

  it('does not refuse a keyword by the form of its letters', () => {
    expect(refuses('Ødegård', plain('ØDEGARD and others'))).toBe(false);
    expect(refuses('ΟΔΟΣ', html('<b>Ο</b>ΔΟΣ<br>ΑΒ'))).toBe(false);
    expect(refuses('R&B Straße', plain('r & b, STRASSE'))).toBe(false);
    expect(refuses('!!!', plain('Nothing of the kind'))).toBe(false);
  });

  it('finds the value of a link in a plain text', () => {
    expect(refuses('heron', plain('https://x.example/buy?code=%48eron26'))).toBe(false);
  });

  it('refuses a mail that names no keyword, or not each required word', () => {
    const parts = [...plain('Early tickets for the Velvet Herons'), ...html('<p>Code: A1</p>')];
    expect(refuses('Night Parade', parts)).toBe(true);
    const both = { keywords: ['velvet', 'nobody'], mustInclude: ['Leeds'] };
    expect(mailRefuser(both)(NOBODY, parts)).toBe(true);
    expect(mailRefuser(both)({ ...NOBODY, subject: 'LEEDS' }, parts)).toBe(false);
    expect(mailRefuser(both)({ ...NOBODY, from: 'Leeds <a@b.example>' }, parts)).toBe(false);
  });

  it('misses no word of a page with broken markup', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<b title="', '">', "'", '"', '<', '>', '<!--', '-->', '--!>', '<!-->'],
      ...['<style>', '</style>', '<style/>', '</style', '<title>', '</title>', '<script>'],
      ...['</script>', '<td>', '</td>', '<br/>', '<textarea>', '</textarea>', '<svg>', '</svg>'],
      ...[
        '<head>',
        '</head>',
        '<a href=',
        '?code=',
        'x ',
        'Ab',
        'cd',
        '12',
        ' ',
        '&',
        'amp;',
        '&lt;',
      ],
      ...['<img alt=', '<input value="', '<?', '<!', '<![CDATA[', ']]>', '/>', '=', '<pre>', '\n'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const parts = html(pieces.join(''));
        if (losesWord(parts)) throw new Error(JSON.stringify(htmlLines(pieces.join(''))));
      }),
      { numRuns: 20_000 },
    );
  });
});
