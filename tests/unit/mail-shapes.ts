import iconv from 'iconv-lite';
import { seededRandom } from '../../shared/random.ts';

/** Mails of every shape that MIME allows and mail programs write: charsets, transfer encodings, structures, headers. */

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  western: [
    'Björgvin kommt nach Köln. Früher an die Karten: Passwort STRÖMUNG 26, gültig bis Dienstag.',
    'Prévente dès mercredi à 9 h : saisissez « LUMIÈRE » à la caisse. À bientôt, l’équipe',
    'La preventa abre mañana. Código: ESTACIÓN9 (sólo para socios).',
    'Plain words only, with an = sign, a -- dash and a long line '.repeat(6).trim(),
    'Two lines\nand a third one after a blank line\n\n--\nThe fan club',
  ],
  central: [
    'Přednostní prodej začíná v úterý. Kód: ŽLUTÁ7, platí do půlnoci.',
    'Łódź, źródło, kod ŚWIT',
  ],
  cyrillic: [
    'Предпродажа начинается во вторник. Код: СЕВЕР77, до полуночи.',
    'Київ, Львів, код ХВИЛЯ',
  ],
  japanese: ['先行販売は火曜日から。コード：ホシ2026 を入力してください。', '東京・大阪・名古屋'],
  chinese: ['预售周二开始，输入代码 海浪26 即可购票。', '上海 北京 广州'],
  traditional: ['預售星期二開始，請輸入代碼 海浪26。', '台北 高雄'],
  korean: ['선예매는 화요일에 시작합니다. 코드: 한강5', '서울 부산'],
};
/** Other names that mail programs use for charsets. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'utf-8': ['utf8', 'UTF-8'],
  'iso-8859-1': ['latin1', 'ISO_8859-1'],
  'windows-1252': ['cp1252', 'Windows-1252'],
  Shift_JIS: ['x-sjis', 'shift-jis', 'windows-31j'],
  'euc-kr': ['ks_c_5601-1987', 'EUC-KR'],
  gb2312: ['GBK', 'gb2312'],
};
const CHARSETS: readonly (readonly [string, keyof typeof TEXTS])[] = [
  ['utf-8', 'western'],
  ['UTF-8', 'japanese'],
  ['utf-8', 'cyrillic'],
  ['utf-8', 'korean'],
  ['iso-8859-1', 'western'],
  ['ISO-8859-15', 'western'],
  ['windows-1252', 'western'],
  ['iso-8859-2', 'central'],
  ['windows-1250', 'central'],
  ['windows-1251', 'cyrillic'],
  ['koi8-r', 'cyrillic'],
  ['Shift_JIS', 'japanese'],
  ['euc-jp', 'japanese'],
  ['gb18030', 'chinese'],
  ['gb2312', 'chinese'],
  ['big5', 'traditional'],
  ['euc-kr', 'korean'],
];

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

function quotedPrintable(bytes: Buffer, random: Random): string {
  let out = '';
  let column = 0;
  const small = random() < 0.3;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 10) {
      out += '\r\n';
      column = 0;
      continue;
    }
    const isLast = bytes[at + 1] === 10 || at === bytes.length - 1;
    const isPlain = byte > 32 && byte < 127 && byte !== 61;
    const hex = byte.toString(16).padStart(2, '0');
    const piece =
      isPlain || (byte === 32 && !isLast)
        ? String.fromCharCode(byte)
        : `=${small ? hex : hex.toUpperCase()}`;
    if (column + piece.length > 74) {
      out += '=\r\n';
      column = 0;
    }
    out += piece;
    column += piece.length;
  }
  return out;
}

/** A body in a transfer encoding, one character for each byte, and the name of that encoding. */
function encoded(bytes: Buffer, random: Random): readonly [string, string] {
  const crlf = Buffer.from(latin1(bytes).replaceAll('\n', '\r\n'), 'latin1');
  const kind = pick(random, [
    'quoted-printable',
    'Quoted-Printable',
    'base64',
    'BASE64',
    '8bit',
    '',
  ]);
  if (/quoted/i.test(kind)) return [quotedPrintable(bytes, random), kind];
  if (/base64/i.test(kind)) {
    const width = pick(random, [76, 60, 72]);
    const lines = crlf.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    const text = lines.join(random() < 0.1 ? '\r\n\r\n' : random() < 0.1 ? ' \r\n' : '\r\n');
    return [random() < 0.1 ? text.replace(/=+$/, '') : text, kind];
  }
  return [latin1(crlf), kind];
}

interface Piece {
  head: string[];
  body: string;
}

function textPiece(
  random: Random,
  type: 'plain' | 'html',
  [charset, alphabet]: (typeof CHARSETS)[number],
): Piece {
  const text = pick(random, TEXTS[alphabet] ?? []).replaceAll(
    '’',
    charset.startsWith('iso') ? "'" : '’',
  );
  const shown =
    type === 'plain'
      ? text
      : `<html><body><p>${text.replaceAll('\n', '<br>\n')}</p><b>Bis bald</b></body></html>`;
  const [body, transfer] = encoded(iconv.encode(shown, charset), random);
  const name = random() < 0.3 ? pick(random, OTHER_NAMES[charset] ?? [charset]) : charset;
  const parameter = pick(random, [`charset=${name}`, `charset="${name}"`, `Charset="${name}"`]);
  const more = pick(random, [
    '',
    '',
    ';',
    ' ; format=fixed',
    '; x-note="a; b"',
    ';\r\n\tdelsp=no',
    '; name*0="te"; name*1="xt"',
    ' (a comment)',
  ]);
  const head = [
    `${pick(random, ['Content-Type', 'Content-type', 'CONTENT-TYPE'])}: text/${type}; ${parameter}${more}`,
  ];
  if (transfer !== '')
    head.push(
      `Content-Transfer-Encoding: ${transfer}${pick(random, ['', '', ' ', ' (a comment)'])}`,
    );
  if (random() < 0.2) head.push('Content-Disposition: inline');
  if (random() < 0.2) head.reverse();
  return { head, body };
}

/** Seven-bit text without a header, or with an incomplete one. */
const bare = (random: Random): Piece => ({
  head: pick(random, [
    [],
    ['Content-Type: text/plain'],
    ['Content-Type: TEXT/PLAIN; charset=us-ascii'],
    ['Content-Transfer-Encoding: 7bit'],
  ]),
  body: 'Early access on Tuesday: the word is LANTERN.\r\n\r\nSee you there',
});

/** A text that is an attached file. */
const textFile = (random: Random): Piece => ({
  head: [
    `Content-Type: text/${pick(random, ['plain', 'csv'])}; charset=utf-8; name="notes.txt"`,
    'Content-Disposition: attachment; filename="notes.txt"',
  ],
  body: 'a file, and no text of the mail',
});

const file = (random: Random): Piece => ({
  head: [
    `Content-Type: ${pick(random, ['application/pdf', 'image/png', 'application/octet-stream'])}; name="map ${Math.floor(random() * 90)}.bin"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="map.bin"',
  ],
  body: Buffer.from('no text at all').toString('base64'),
});

let boundaries = 0;
function multipart(random: Random, kind: string, pieces: readonly Piece[]): Piece {
  const boundary = pick(random, [
    `b${boundaries++}`,
    `----=_Part_${boundaries++}_12.34`,
    `=_${boundaries++} x'()+_,-./:=?`,
  ]);
  const preamble = pick(random, ['', '', 'This is a multi-part message in MIME format.\r\n']);
  const epilogue = pick(random, ['', '\r\n', '\r\nan epilogue that nobody reads\r\n']);
  const inner = pieces
    .map(({ head, body }) => `--${boundary}\r\n${[...head, '', body].join('\r\n')}\r\n`)
    .join('');
  const end = random() < 0.9 ? `--${boundary}--${epilogue}` : '';
  const name = /[ ()=,/:?]/.test(boundary) || random() < 0.5 ? `"${boundary}"` : boundary;
  const fold = pick(random, [' ', '\r\n ', '\r\n\t']);
  return {
    head: [`Content-Type: multipart/${kind};${fold}boundary=${name}`],
    body: `${preamble}${inner}${end}`,
  };
}

function structure(random: Random): Piece {
  const charset = pick(random, CHARSETS);
  const plain = (): Piece => textPiece(random, 'plain', charset);
  const html = (): Piece => textPiece(random, 'html', charset);
  const both = (): Piece => multipart(random, 'alternative', [plain(), html()]);
  return pick(random, [
    plain,
    plain,
    html,
    both,
    both,
    () => multipart(random, 'mixed', [plain(), file(random)]),
    () => multipart(random, 'mixed', [both(), file(random), file(random)]),
    () => multipart(random, 'related', [html(), file(random)]),
    () =>
      multipart(random, 'alternative', [
        plain(),
        multipart(random, 'related', [html(), file(random)]),
      ]),
    () => multipart(random, 'mixed', [multipart(random, 'mixed', [plain()])]),
    () =>
      multipart(random, 'Alternative', [
        plain(),
        multipart(random, 'mixed', [html(), file(random)]),
      ]),
    () => multipart(random, 'signed', [both(), file(random)]),
    () => bare(random),
    () => multipart(random, 'mixed', [bare(random), plain()]),
    () => multipart(random, 'mixed', [plain(), plain(), file(random)]),
    () => multipart(random, 'mixed', [plain(), textFile(random)]),
    () => multipart(random, 'report', [plain(), textFile(random)]),
    () => multipart(random, 'x-unknown', [plain(), file(random)]),
  ])();
}

/** A subject as mail programs encode it. */
function subjectLine(random: Random): string {
  const [charset, alphabet] = pick(random, CHARSETS);
  const text = pick(random, TEXTS[alphabet] ?? []).split(/[\n.:。，]/)[0] ?? '';
  const words = text.match(/.{1,12}/gu) ?? [];
  if (random() < 0.1) return text;
  if (random() < 0.1)
    return `Fwd: =?utf-8?q?${'Fr=C3=BCher'}?= =?utf-8?b?${Buffer.from(text).toString('base64')}?= now`;
  const asBase64 = random() < 0.5;
  return words
    .map((word) => {
      const bytes = iconv.encode(word.replaceAll('’', "'"), charset);
      const hex = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
      return `=?${charset}?${asBase64 ? `B?${bytes.toString('base64')}` : `Q?${hex.join('')}`}?=`;
    })
    .join(pick(random, [' ', '\r\n ', '\r\n\t']));
}

/** `count` mails as bytes; the same for the same seed. */
export function mailShapes(count: number, seed: number): Buffer[] {
  const random = seededRandom(`shapes ${seed}`);
  return Array.from({ length: count }, (_, at) => {
    const { head, body } = structure(random);
    const headers = [
      'From: Fan Desk <news@desk.example>',
      `Subject: ${subjectLine(random)}`,
      `Message-ID: <${at}@desk.example>`,
      pick(random, ['MIME-Version: 1.0', 'Mime-Version: 1.0 (a comment)']),
      ...head,
    ];
    if (random() < 0.3)
      headers.unshift('Received: from a by b;\r\n Tue, 3 Aug 2027 10:00:00 +0000');
    const mail = `${[...headers, '', body].join('\r\n')}\r\n`;
    const source = random() < 0.15 ? mail.replaceAll('\r\n', '\n') : mail;
    // Subjects without encoding are UTF-8, and all bodies are bytes.
    return Buffer.concat(
      source
        .split(/(?<=^Subject: .*$)/m)
        .map((part, index) => Buffer.from(part, index === 0 ? 'utf8' : 'latin1')),
    );
  });
}
