import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { mailBytes } from '../../code-finder/training/labelled-mails.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { readMail } from '../../mail-lines/mime-tree.ts';

const MAILS = mailBytes('labelled');
/**
 * Bar: any bytes as a mail take at most this many times as long as all labelled mails together,
 * which take an eighth of a second on an idle machine. A slower or busier machine is slower with
 * both.
 */
const MOST_TIMES = 2.5;
let mostMs = 0;

/** Milliseconds of processor time that a mail costs. */
function readOnce(bytes: Uint8Array): number {
  const started = process.threadCpuUsage();
  findCodes(mailLines(readMail(bytes)));
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}

/** Returns the first of three readings below the bar, else the smallest: garbage collection may distort one of them. */
function readFor(bytes: Uint8Array): number {
  let least = readOnce(bytes);
  for (let again = 0; again < 2 && least >= mostMs; again += 1) {
    least = Math.min(least, readOnce(bytes));
  }
  return least;
}

const repeat = (text: string, bytes: number): string =>
  text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
const html = (body: string): Buffer =>
  Buffer.from(`Subject: Presale code\r\nContent-Type: text/html\r\n\r\n${body}`);
const plain = (body: string, more = ''): Buffer =>
  Buffer.from(`Subject: Presale code\r\nContent-Type: text/plain\r\n${more}\r\n${body}`);
const KB256 = 256 * 1024;

/** Pieces that all differ, so that nothing learned from one applies to another. */
const each = (piece: (i: number) => string): string =>
  Array.from({ length: 4000 }, (_, i) => piece(i)).join('\r\n');
const lines = (line: (i: number) => string): Buffer => plain(each(line));
const letters = (i: number): string => [...String(i)].map((digit) => 'BDFGKLMPRS'[+digit]).join('');

const HOSTILE: [string, Buffer][] = [
  ['thousands of codes with marks', lines((i) => `Presale password: AB-${1000 + i}-X`)],
  ['thousands of codes with end marks', lines((i) => `Presale password: LACE&FURY${i}!!`)],
  ['thousands of codes of several words', lines((i) => `"Presale code" -> *BLUE ${i} HOUR*`)],
  [
    'thousands of codes that could be words',
    lines((i) => `${repeat(`RED${letters(i)} code `, 200)}`),
  ],
  ['thousands of codes with accents', lines((i) => `código É${i}À clé: ÀÉ${i}ÎÔ`)],
  ['thousands of codes in quotation marks', lines((i) => repeat(`code "A${i}B" `, 1900))],
  [
    'thousands of codes in one paragraph',
    lines((i) => `the presale code for the early access is right here AB${i}X,`),
  ],
  ['thousands of sentences in a line', lines((i) => repeat(`Use code AB${i}X. `, 1900))],
  ['thousands of codes in bold', html(each((i) => `Code <b>AB${i}X</b> <i>"Q${i}Z"</i><br>`))],
  ['thousands of cells', html(`<table>${each((i) => `<tr><td>Code<td>A${i}B</tr>`)}</table>`)],
  ['thousands of links', lines((i) => `presale code https://x.example/?code=A${i}B&access=C${i}D`)],
  [
    'every kind at once',
    lines((i) => `Code: *AB-${i}!!* or "RED ${i} SUN" -> K${i}#Z | say zq${i}`),
  ],
  ['a quarter megabyte of blanks', plain(repeat(' ', KB256))],
  [
    'blanks before each quoted-printable line end',
    plain(repeat(`${' '.repeat(900)}x`, KB256), 'Content-Transfer-Encoding: quoted-printable\r\n'),
  ],
  ['one endless word', plain(repeat('a', KB256))],
  ['nothing but codes', plain(repeat('use code AB12CD ', KB256))],
  ['nothing but labels', plain(repeat('presale code: ', KB256))],
  ['nothing but letters apart', plain(repeat('A B C D ', KB256))],
  ['nothing but quotation marks', plain(repeat('" «', KB256))],
  ['nothing but colons', plain(repeat(': = > ', KB256))],
  ['nothing but links', plain(repeat('https://x.example/?code=A1B2&', KB256))],
  ['tags that never close', html(repeat('<div><b>', KB256))],
  ['a table in a table without end', html(repeat('<table><tr><td>', KB256))],
  ['entities only', html(repeat('&#8203;&shy;', KB256))],
  ['half a tag', html(`<a href="${repeat('x=&code=', KB256)}`)],
  ['a style sheet without end', html(`<style>${repeat('.a{display:none', KB256)}`)],
  ['accents only', plain(repeat('é̀́', KB256))],
  ['a header without end', Buffer.from(`Subject: ${repeat('=?utf-8?B?', KB256)}`)],
  [
    'parts in parts',
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${repeat('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', KB256)}`,
    ),
  ],
  [
    'thousands of parts',
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${repeat('--b\r\n\r\ncode AB12\r\n', KB256)}`,
    ),
  ],
];

describe('any bytes as a mail', () => {
  // The patterns are compiled once per process.
  beforeAll(() => {
    for (const mail of MAILS) readOnce(mail);
    const readings = [1, 2, 3].map(() => MAILS.reduce((sum, mail) => sum + readOnce(mail), 0));
    mostMs = MOST_TIMES * Math.min(...readings);
  });

  it.each(HOSTILE)('are read in time: %s', (_, bytes) => {
    expect(readFor(bytes)).toBeLessThan(mostMs);
  });

  it('never make the finder throw: noise', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 4000 }),
        (bytes) => void findCodes(mailLines(readMail(bytes))),
      ),
      { numRuns: 300 },
    );
  });

  it('never make the finder throw or slow: mails with bytes changed, cut and doubled', () => {
    const change = fc.record({
      mail: fc.nat(MAILS.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 40 }),
      cut: fc.nat(400),
    });
    fc.assert(
      fc.property(change, ({ mail, at, bytes, cut }) => {
        const source = MAILS[mail] ?? Buffer.alloc(0);
        const place = Math.floor(at * source.length);
        const changed = Buffer.concat([
          source.subarray(0, place),
          bytes,
          source.subarray(place + cut),
          source.subarray(0, place),
        ]);
        expect(readFor(changed)).toBeLessThan(mostMs);
      }),
      { numRuns: 250 },
    );
  });
});
