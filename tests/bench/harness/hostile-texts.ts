import { readEnvelope, readMail } from '../../../mail-lines/mime-tree.ts';
import { readCsv } from '../../../shared/csv/read-file.ts';
import { parseMailboxes } from '../../../shared/mailboxes/parse-pasted.ts';
import { parseAccounts } from '../../../shared/pasted-accounts/parse-accounts.ts';
import { readPastedEvents } from '../../../shared/price-monitor/read-url.ts';
import { ProfileSheet } from '../../../shared/profiles/check-file.ts';
import { QueueSheet } from '../../../shared/queues/uploads/queue-sheet.ts';
import { wordsOf } from '../../../shared/resale-events/search-words.ts';
import { readValidity } from '../../../shared/sales/validity.ts';
import { ANY_CODE } from '../../../shared/scanners/any-code.ts';
import { artistOfTitle } from '../../../shared/signup/names.ts';
import { readTicketLimit } from '../../../shared/ticketing/ticket-limit.ts';
import { keysToLookUp } from '../../../shared/watch-rules/artist-names.ts';
import { eventsOfFile } from '../../../sidecar/catalogues/events-of-file.ts';
import { readEvent } from '../../../sidecar/catalogues/read-event.ts';
import { senderKey } from '../../../sidecar/mailbox/sender-key.ts';
import { batchOf, type RawMail } from '../../../sidecar/reader/protocol.ts';
import { readBatch } from '../../../sidecar/reader/read-batch.ts';
import { readTable } from '../../../web/kit/file-import/read-table.ts';
import { describeError } from '../../../worker/http/log.ts';
import { readLinkedEvent } from '../../../worker/providers/event-page/linked-data.ts';
import { parseSignupPage } from '../../../worker/providers/signup-page/parse.ts';
import { odsOf, odsRow, odsText, xlsxOf } from '../../factories/workbooks.ts';

/** Passes a text to a parser; throws or returns at its end. */
export type Reader = (hostile: string) => void | Promise<void>;

const readPart =
  (type: RawMail['parts'][0]['type'], wrap: (hostile: string) => string): Reader =>
  (hostile) => {
    const part = { type, charset: 'utf-8', encoding: '8bit', bytes: Buffer.from(wrap(hostile)) };
    const mail = { subject: 'Presale code', from: '', hasImages: false, parts: [part] };
    readBatch(batchOf(ANY_CODE, [mail]));
  };
const readHtml = (wrap: (hostile: string) => string): Reader => readPart('text/html', wrap);
const readPage =
  (wrap: (hostile: string) => string): Reader =>
  (hostile) =>
    void parseSignupPage(wrap(hostile), 'https://signup.ticketmaster.com/x');
const readPrices =
  (wrap: (hostile: string) => string): Reader =>
  (hostile) => {
    const source = `<script type="application/ld+json">${wrap(hostile)}</script>`;
    readLinkedEvent(source, 'https://www.axs.com/events/1');
  };

const readSheet =
  (open: () => QueueSheet | ProfileSheet, head: string): Reader =>
  async (hostile) => {
    await readCsv(new Blob([head, hostile]), open);
  };
const readQueue = readSheet(() => new QueueSheet(), 'Id,QueueId,Place\n');
const readProfiles = readSheet(() => new ProfileSheet(), '');
const readWorkbook =
  (bytesOf: (hostile: string) => Uint8Array): Reader =>
  async (hostile) => {
    await readTable(new Blob([Uint8Array.from(bytesOf(hostile))]), () => new QueueSheet());
  };
const readWhole =
  (wrap: (hostile: string) => string): Reader =>
  (hostile) =>
    void readMail(Buffer.from(wrap(hostile)));

const PIECE = 64 * 1024;
/** A feed arrives in chunks. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
const readFeed =
  (wrap: (hostile: string) => string): Reader =>
  async (hostile) => {
    for await (const event of eventsOfFile(piecesOf(wrap(hostile)))) readEvent(event);
  };

/** Every parser of external input, by its kind of input. */
export const READERS: Record<string, Reader> = {
  'a CSV of a queue': readQueue,
  'a CSV of profiles': readProfiles,
  'a cell of a queue': (hostile) => readQueue(`"${hostile}",q,1\n`),
  'a cell of a workbook': readWorkbook((hostile) =>
    xlsxOf([
      {
        name: 'A',
        rows: [
          ['Id', 'QueueId', 'Place'],
          [hostile, 'q', '1'],
        ],
      },
    ]),
  ),
  'the rows of a workbook': readWorkbook((hostile) =>
    xlsxOf([
      {
        name: 'A',
        rows: [
          ['Id', 'QueueId', 'Place'],
          [{ xml: hostile }, 'q', '1'],
        ],
      },
    ]),
  ),
  'the rows of an OpenDocument table': readWorkbook((hostile) =>
    odsOf([{ name: 'A', rows: [odsRow('Id', 'QueueId', 'Place'), hostile] }]),
  ),
  'a cell of an OpenDocument table': readWorkbook((hostile) =>
    odsOf([
      { name: 'A', rows: [odsRow('Id', 'QueueId', 'Place'), odsRow(odsText(hostile), 'q', '1')] },
    ]),
  ),
  'pasted accounts': (hostile) => void parseAccounts(hostile),
  'pasted addresses of events': (hostile) => void readPastedEvents(hostile),
  'a sender of a mail': (hostile) => void senderKey({ from: `${hostile}@${hostile}` }),
  'pasted mailboxes': (hostile) => void parseMailboxes(hostile, []),
  'a ticket limit': (hostile) => void readTicketLimit(hostile),
  'a validity of a code': (hostile) => void readValidity(hostile),
  'a search of resale events': (hostile) => void wordsOf(hostile),
  'a name of an artist': (hostile) => void keysToLookUp(hostile),
  'a feed of events': readFeed((hostile) => hostile),
  'an event of a feed': readFeed(
    (hostile) => `[{"eventId":"1","eventName":${JSON.stringify(hostile)}}]`,
  ),
  'a list of a feed': readFeed((hostile) => `[${hostile}]`),
  'a CSV of a feed': readFeed((hostile) => `eventId,eventName\n1,${hostile}\n`),
  'a quoted value of a feed': readFeed(
    (hostile) => `eventId,eventName\n1,"${hostile.replaceAll('"', '""')}"\n`,
  ),
  'headers of a mail': (hostile) => void readEnvelope(Buffer.from(hostile), 'utf-8'),
  'a subject of a mail': (hostile) =>
    void readEnvelope(Buffer.from(`Subject: ${hostile}\r\nFrom: ${hostile}\r\n\r\n`), 'utf-8'),
  'an encoding of a mail': readWhole(
    (hostile) => `Content-Transfer-Encoding: ${hostile}\r\n\r\ncode`,
  ),
  'a type of a mail': readWhole((hostile) => `Content-Type: ${hostile}\r\n\r\ncode`),
  'a body in parts of a mail': readWhole(
    (hostile) => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${hostile}`,
  ),
  'a quoted-printable part of a mail': readWhole(
    (hostile) =>
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${hostile}`,
  ),
  'a base64 part of a mail': readWhole(
    (hostile) => `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${hostile}`,
  ),
  'a flowed part of a mail': readWhole(
    (hostile) => `Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${hostile}`,
  ),
  'a style of a mail': readHtml((hostile) => `<p style="${hostile}">code AB12</p>`),
  'a class of a mail': readHtml(
    (hostile) => `<style>.a{display:none}</style><p class="${hostile}">code AB12</p>`,
  ),
  'a link of a mail': readHtml((hostile) => `<a href="https://x.example/?${hostile}">code</a>`),
  'a tag of a mail': readHtml((hostile) => `<p ${hostile}>code AB12</p>`),
  'a style sheet of a mail': readHtml((hostile) => `<style>${hostile}</style>code AB12`),
  'the body of a mail': readHtml((hostile) => `<p>${hostile}</p>`),
  'a cell of a mail': readHtml((hostile) => `<table><tr><td>${hostile}</td></tr></table>`),
  'a plain mail': readPart('text/plain', (hostile) => hostile),
  'a mail in a mail': readPart('message/rfc822', (hostile) => `Subject: ${hostile}\r\n\r\ncode`),
  'a calendar entry': readPart('text/calendar', (hostile) => `SUMMARY:${hostile}`),
  'a label of a page': readPage(
    (hostile) => `<option value="1a" aria-label="2027-05-15 ${hostile}"></option>`,
  ),
  'an option of a page': readPage(
    (hostile) => `<option value="1a">2027-05-15 x${hostile}x</option>`,
  ),
  'a data attribute of a page': readPage(
    (hostile) => `<option value="1a" data-date="${hostile}" data-venue="${hostile}">x</option>`,
  ),
  'a group of a page': readPage(
    (hostile) => `<optgroup label="${hostile}"><option value="1a">May 5, 2027 x, y</option>`,
  ),
  'a script of a page': readPage((hostile) => `<script>${hostile}</script>`),
  'JSON of a page': readPage(
    (hostile) => `<script>[{"id":"E1","date":"${hostile}","venue":"${hostile}"}]</script>`,
  ),
  'a page': readPage((hostile) => hostile),
  'a title': (hostile) => void artistOfTitle(hostile),
  'a page of prices': readPrices((hostile) => hostile),
  'elements of a page of prices': (hostile) =>
    void readLinkedEvent(
      `<div itemscope itemtype="https://schema.org/Event">${hostile}`,
      'https://www.axs.com/events/1',
    ),
  'an event of a page': readPrices((hostile) => {
    const text = JSON.stringify(hostile);
    const url = JSON.stringify(`https://www.axs.com/${hostile}`);
    const offer = `{"price":${text},"availability":${text},"name":${text}}`;
    return `{"@type":"Event","name":${text},"startDate":${text},"url":${url},"offers":${offer}}`;
  }),
  'a line of the log': (hostile) => void describeError(new Error(hostile)),
};

/** Texts that repeat one unit, for each parser. Most of them were found by a test of the parser. */
export const UNITS: [reader: keyof typeof READERS, unit: string][] = [
  ['a style of a mail', 'font:'],
  ['a style of a mail', 'font-size:'],
  ['a style of a mail', 'display: '],
  ['a style of a mail', ' '],
  ['a style of a mail', "'"],
  ['a style of a mail', '&quot;'],
  ['a class of a mail', 'a '],
  ['a class of a mail', ' '],
  ['a link of a mail', 'a='],
  ['a link of a mail', '&code='],
  ['a tag of a mail', "a='"],
  ['a tag of a mail', 'a '],
  ['a tag of a mail', '="\''],
  ['a style sheet of a mail', '.a'],
  ['a style sheet of a mail', '.a{'],
  ['a style sheet of a mail', '.a '],
  ['the body of a mail', '<b>'],
  ['the body of a mail', '<!--'],
  ['the body of a mail', '<'],
  ['the body of a mail', '&amp;'],
  ['the body of a mail', '&'],
  ['the body of a mail', '"\''],
  ['a cell of a mail', '<td>'],
  ['a cell of a mail', '<table>'],
  ['a plain mail', ' '],
  ['pasted addresses of events', "'"],
  ['pasted addresses of events', '>'],
  ['an encoding of a mail', '\t'],
  ['a sender of a mail', ' '],
  ['a sender of a mail', 'a'],
  ['a sender of a mail', '1'],
  ['a plain mail', '\n'],
  ['a plain mail', ','],
  ['a plain mail', '-'],
  ['a plain mail', '> '],
  ['a plain mail', 'a@'],
  ['a plain mail', 'a-'],
  ['a plain mail', 'code: '],
  ['a mail in a mail', '=?utf-8?Q?'],
  ['a calendar entry', '\\n'],
  ['a label of a page', ','],
  ['a label of a page', '-'],
  ['a label of a page', '('],
  ['an option of a page', ' - '],
  ['an option of a page', '20-'],
  ['an option of a page', '20 May '],
  ['an option of a page', '()'],
  ['an option of a page', 'sold '],
  ['an option of a page', ', '],
  ['a data attribute of a page', 'May '],
  ['a data attribute of a page', ' '],
  ['a group of a page', '-'],
  ['a script of a page', ' '],
  ['a script of a page', '\n;'],
  ['a script of a page', '['],
  ['a script of a page', '{"'],
  ['a script of a page', 'JSON.parse("'],
  ['JSON of a page', '&amp;'],
  ['JSON of a page', ' '],
  ['a page', '<a '],
  ['a page', '<b>'],
  ['a page', '<label>'],
  ['a title', '-'],
  ['a title', ' '],
  ['a title', 'vf '],
  ['a page of prices', '['],
  ['a page of prices', '{"offers":'],
  ['a page of prices', '{"@id":"a"},'],
  ['a page of prices', '/*'],
  ['a page of prices', ',//'],
  ['elements of a page of prices', '<a itemscope itemprop=a>'],
  ['elements of a page of prices', '<a itemprop=a>x'],
  ['elements of a page of prices', '</a>'],
  ['elements of a page of prices', '<a></b>'],
  ['a page of prices', '"\\'],
  ['a page of prices', '&quot;'],
  ['an event of a page', '/'],
  ['an event of a page', '1.'],
  ['an event of a page', '1 - '],
  ['an event of a page', '€ '],
  ['an event of a page', '1,'],
  ['an event of a page', ' '],
  ['an event of a page', '&amp;'],
  ['a line of the log', 'eyJ'],
  ['a line of the log', 'eyJ.'],
  ['a line of the log', 'token'],
  ['a line of the log', '1 '],
  ...cross(
    ['a CSV of a queue', 'a CSV of profiles', 'a cell of a queue'],
    [
      'x',
      '"',
      '";"',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '"\n',
      'a,b,1\n',
      'a@b.example,q,1\n',
      ' ',
      '=',
      "'",
    ],
  ),
  ...cross(
    ['a cell of a workbook', 'a cell of an OpenDocument table'],
    ['x', ' ', '&amp;', '"', '_x000D_', '\n'],
  ),
  ...cross(
    ['the rows of a workbook', 'the rows of an OpenDocument table'],
    [
      '<c>',
      '<row>',
      '<c/>',
      '<table:table-cell>',
      '<table:table-row/>',
      '<!--',
      '<![CDATA[',
      '&',
      '&a;',
      '<',
      'x ',
    ],
  ),
  ...cross(
    ['pasted accounts', 'pasted mailboxes'],
    [
      '@',
      'a@',
      '<',
      '<a@',
      '< ',
      'a@b.c ',
      'a@b.c:',
      ' ',
      '"',
      '(',
      '-',
      '1.',
      'a@b.example\n',
      ';',
      '|',
    ],
  ),
  ...cross(
    [
      'a ticket limit',
      'a validity of a code',
      'a name of an artist',
      'a search of resale events',
      'a title',
    ],
    [
      '<',
      '1 ',
      '4 tickets ',
      '4 per ',
      ' - ',
      '-',
      '(',
      '4 (',
      '.',
      ' ',
      'until ',
      'valid ',
      'from 1 May ',
      'mon ',
      'a ',
      ' and ',
      'feat. ',
      'x, ',
      '"',
      'presale ',
    ],
  ),
  ...cross(
    ['a feed of events', 'an event of a feed', 'a list of a feed'],
    ['[', '{', '{"a":', '"', '\\"', '{},', '{"eventId":"1"},', '\n', ' ', 'x', '[],'],
  ),
  ...cross(
    ['a CSV of a feed', 'a quoted value of a feed'],
    ['"', ',', '"",', 'x', '\n', '1,x\n', ';'],
  ),
  ...cross(
    ['headers of a mail', 'a subject of a mail', 'a type of a mail'],
    [
      'x',
      ':',
      'a:b\r\n',
      ' \r\n',
      '\r\n ',
      '=?utf-8?Q?a?= ',
      '=?utf-8?B?YQ==?=',
      '=?',
      '=?utf-8?Q?',
      '(',
      '()',
      '(a ',
      '"',
      ';',
      '; a=b',
      "; a*0*=utf-8''b",
      '\\"',
      '<',
      ',',
    ],
  ),
  ...cross(
    ['a body in parts of a mail'],
    [
      '--b\r\n',
      '--b',
      '--b--\r\n',
      '\r\n--b\r\n\r\nx',
      '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
      '--b\r\nContent-Type: message/rfc822\r\n\r\n',
      '-',
    ],
  ),
  ...cross(
    ['a quoted-printable part of a mail', 'a base64 part of a mail', 'a flowed part of a mail'],
    ['=', '=\r\n', '=3D', ' \r\n', '> \r\n', 'x', 'QUJD', ' ', '\r\n', '>'],
  ),
  ...cross(
    ['the body of a mail', 'a page', 'a page of prices', 'a script of a page'],
    [
      '<div>',
      '<p',
      '</p>',
      '<table><tr><td>',
      '<!',
      '&#x41;',
      '&nosuch',
      '<script>',
      '<style>',
      '<svg>',
      '<a href="',
      'x',
      '"',
      '{',
      '{"a":[',
      '<textarea>',
    ],
  ),
];

/** Each of these texts for each of these parsers. */
function cross(names: string[], units: string[]): [string, string][] {
  return names.flatMap((name) => units.map((unit): [string, string] => [name, unit]));
}
