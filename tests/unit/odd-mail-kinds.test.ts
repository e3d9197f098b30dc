import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { mailLines, showMail } from '../../mail-lines/mail-text.ts';
import { readMail } from '../../mail-lines/mime-tree.ts';

const SENTENCE = 'Your presale code is LAMPLIGHT7. Presale opens on Friday at 10:00.';
const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64').replace(/.{76}/g, '$&\r\n');

/** A mail of lines, one character for each byte. */
const mailOf = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');
const likelyIn = (mail: Buffer): string[] =>
  findCodes(mailLines(readMail(mail)))
    .codes.filter(({ confidence }) => confidence >= 0.5)
    .map(({ code }) => code);

/** A mail with other mails attached. */
const forwarded = (...parts: string[][]): Buffer =>
  mailOf(
    'From: a@b.example',
    'Subject: Fwd',
    'Content-Type: multipart/mixed; boundary=out',
    '',
    ...parts.flatMap((part) => ['--out', ...part]),
    '--out--',
  );
const ATTACHED = ['Content-Type: message/rfc822', ''];
const HEAD = [
  'Received: by mx.example id 8BITKEY7',
  'From: club@band.example',
  'X-Ticket: SPAM-9911',
];

describe('a mail attached to a mail', () => {
  const html = `<p>${SENTENCE}</p>`;
  it.each([
    [
      'one part in base64',
      [
        ...ATTACHED,
        ...HEAD,
        'Content-Type: text/html',
        'Content-Transfer-Encoding: base64',
        '',
        base64(html),
      ],
    ],
    [
      'one part in quoted-printable',
      [
        ...ATTACHED,
        ...HEAD,
        'Content-Transfer-Encoding: quoted-printable',
        '',
        SENTENCE.replace('LAMP', 'LAM=\r\nP'),
      ],
    ],
    [
      'several parts',
      [
        ...ATTACHED,
        ...HEAD,
        'Content-Type: multipart/alternative; boundary=in',
        '',
        '--in',
        '',
        SENTENCE,
        '--in',
        'Content-Type: text/html',
        '',
        html,
        '--in--',
      ],
    ],
    [
      'a whole mail in base64',
      [
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: base64',
        '',
        base64([...HEAD, '', SENTENCE].join('\r\n')),
      ],
    ],
    [
      'a mail in a mail in a mail',
      [...ATTACHED, ...HEAD, ...ATTACHED, ...HEAD, ...ATTACHED, ...HEAD, '', SENTENCE],
    ],
    [
      'a digest',
      [
        'Content-Type: multipart/digest; boundary=dig',
        '',
        '--dig',
        '',
        ...HEAD,
        '',
        SENTENCE,
        '--dig',
        '',
        ...HEAD,
        '',
        'Nothing else.',
        '--dig--',
      ],
    ],
    ['message/global', ['Content-Type: message/global', '', ...HEAD, '', SENTENCE]],
  ])('is read like any other, without its header lines: %s', (_, part) => {
    expect(likelyIn(forwarded(part))).toEqual(['LAMPLIGHT7']);
  });

  it.each([
    ['=?utf-8?q?Bj=C3=B6rgvin?= on tour'],
    ['=?iso-8859-1?b?QmrmcmcsIA==?= =?utf-8?q?Bj=C3=B6rgvin?='],
    [Buffer.from('Björgvin on tour').toString('latin1')],
  ])('shows its subject: %s', (subject) => {
    const mail = forwarded([...ATTACHED, ...HEAD, `Subject: ${subject}`, '', 'Hello']);
    expect(showMail(readMail(mail).parts)).toContain('Björgvin');
  });
});

describe('a subject that was sent as bytes', () => {
  it.each([
    ['UTF-8', 'us-ascii', Buffer.from('Björgvin: preventa')],
    ['Latin-1', '', Buffer.from('Björgvin: preventa', 'latin1')],
    ['Latin-1 beside a text in it', 'iso-8859-1', Buffer.from('Björgvin: preventa', 'latin1')],
  ])('is read: %s', (_, charset, subject) => {
    const type = charset === '' ? 'text/plain' : `text/plain; charset=${charset}`;
    const mail = mailOf(
      `Subject: ${subject.toString('latin1')}`,
      `Content-Type: ${type}`,
      '',
      'Hello',
    );
    expect(readMail(mail).subject).toBe('Björgvin: preventa');
  });

  it.each([
    ['koi8-r', [0xeb, 0xcf, 0xc4], 'Код'],
    ['gb2312', [0xd4, 0xa4, 0xca, 0xdb], '预售'],
    ['windows-1250', [0xb3, 0xf3, 0x64, 0xbf], 'łódż'],
  ])('is read in the charset of its text: %s', (charset, letters, subject) => {
    const raw = Buffer.from(letters).toString('latin1');
    const mail = mailOf(`Subject: ${raw}`, `Content-Type: text/plain; charset=${charset}`, '', raw);
    expect(readMail(mail).subject).toBe(subject);
  });
});

describe('a text of an unusual type', () => {
  it.each([
    'text',
    'html',
    'text/enriched',
    'text/richtext',
    'text/markdown',
    'text/x-web-markdown',
    'text/vnd.note',
    'TEXT',
  ])('is read: %s', (type) => {
    const text = /html/.test(type) ? `<p>${SENTENCE}</p>` : SENTENCE;
    expect(likelyIn(mailOf(`Content-Type: ${type}`, '', text))).toEqual(['LAMPLIGHT7']);
  });

  it.each([
    'multipart/alternative;; boundary=b1',
    'multipart/alternative; boundary="b1',
    'multipart/alternative; charset=utf-8;;boundary=b1;',
    'multipart/mixed; BOUNDARY = b1',
  ])('is read in a multipart with a faulty header: %s', (type) => {
    const mail = mailOf(`Content-Type: ${type}`, '', '--b1', '', SENTENCE, '--b1--');
    expect(likelyIn(mail)).toEqual(['LAMPLIGHT7']);
  });
});

describe('one code in two cases', () => {
  const bothForms = (plain: string, html: string): Buffer =>
    mailOf(
      'Subject: Presale',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      `Your presale code is ${plain}.`,
      '--b',
      'Content-Type: text/html',
      '',
      `<p>Your presale code is <b ${html}</b>.</p>`,
      '--b--',
    );
  it.each([
    ['TIDEWATER', 'style="text-transform: uppercase">tidewater', 'TIDEWATER'],
    ['TIDEWATER', 'style="text-transform:uppercase !important">Tidewater', 'TIDEWATER'],
    ['tidewater26', 'style="text-transform: lowercase">TIDEWATER26', 'tidewater26'],
    ['REEF26', 'style="color:red; TEXT-TRANSFORM: UPPERCASE">reef26', 'REEF26'],
  ])('is one code in the displayed case: %s, %s', (plain, html, code) => {
    expect(likelyIn(bothForms(plain, html))).toEqual([code]);
  });
});
