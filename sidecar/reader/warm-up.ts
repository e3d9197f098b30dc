import { batchOf, type RawMail } from './protocol.ts';
import { readBatch } from './read-batch.ts';

/** How often the invented mails are read: the engine then runs what it compiled for good, as in a second search. */
const ROUNDS = 100;

const TEXTS: readonly (readonly [subject: string, text: string])[] = [
  [
    'Presale opens at ten',
    'Hello,\r\n\r\nthe fan presale opens on Friday at 10:00. Use code FIRST1 at checkout.\r\nOrder number: 48213377\r\n\r\nSee you there',
  ],
  [
    'Dein Vorverkaufscode',
    'Hallo,\r\n\r\nder Vorverkauf beginnt am Freitag. Dein Code lautet: ZUERST24\r\n\r\nMit 10% Rabatt im Shop: GR=C3=9CN10',
  ],
  [
    'Votre code de prévente',
    'Bonjour,\r\n\r\nla prévente ouvre demain. Votre mot de passe : AVANT-5\r\nRéférence de commande 9931-22',
  ],
];

const page = (text: string): string =>
  `<html><head><style>p { margin: 0 }</style></head><body><img src="a.png"><table><tr><td>${text.replaceAll('\r\n', '<br>')}</td><td><b>MEMBER7</b></td></tr></table><a href="https://shop.example/?code=FIRST1">Tickets</a></body></html>`;

const mailOf = (subject: string, text: string): RawMail => ({
  subject,
  from: 'House <news@house.example>',
  hasImages: false,
  parts: [
    {
      type: 'text/plain',
      charset: 'utf-8',
      encoding: 'quoted-printable',
      bytes: Buffer.from(text),
    },
    { type: 'text/html', charset: 'utf-8', encoding: '7bit', bytes: Buffer.from(page(text)) },
  ],
});

const QUERY = {
  keywords: ['e'],
  mustInclude: [],
  caseSensitive: false,
  since: 0,
  minLength: 3,
  maxLength: 40,
  numbers: 'may',
  capitals: 'may',
  specials: 'may',
  allowedSpecials: '',
  excluded: [],
} as const;

/**
 * Reads invented mails until the engine has compiled what reading needs, so that the first search is as quick as the
 * next. One round per turn: a question that comes meanwhile is not kept waiting.
 */
export function warmUp(rounds = ROUNDS): void {
  if (rounds <= 0) return;
  const query = { ...QUERY, keywords: ['e'], mustInclude: [], excluded: [] };
  readBatch(
    batchOf(
      query,
      TEXTS.map(([subject, text]) => mailOf(subject, text)),
    ),
  );
  setImmediate(() => warmUp(rounds - 1));
}
