import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { batchOf, type RawMail } from './protocol.ts';
import { readBatch } from './read-batch.ts';

/**
 * Rounds after which the engine has optimised the code, as in a second search; further rounds do
 * not make it faster.
 */
const ROUNDS = 30;

/** Languages, tables, quoted replies, links, decoys, and texts of one and of two bytes per character. */
const TEXTS: readonly (readonly [subject: string, text: string])[] = [
  [
    'Presale opens at ten',
    'Hello,\r\n\r\nthe fan presale opens on Friday at 10:00. Use code FIRST1 at checkout.\r\nOrder number: 48213377\r\n\r\nSee you there',
  ],
  [
    'Re: tickets “as promised”',
    'Hi Sam – here it is:\r\n\r\nthe password is “Early-Owl”, valid until Sunday…\r\nOn Mon, 2 Nov 2026 at 09:10, Sam wrote:\r\n> is there a code for the artist presale?\r\n> the old one, WINTER26, has expired\r\n\r\nBest,\r\nJo',
  ],
  [
    'Your codes for the weekend',
    'City        Date      Code\r\nLeeds       12 March  NORTH-12\r\nBristol     14 March  WEST-14\r\nLondon      15 March  EAST-15\r\n\r\nEach code works once. Doors 19:30, £32.50. Ref 77-2210-A\r\nhttps://tickets.example/early?code=NORTH-12&utm=mail',
  ],
  [
    'Your parcel is on its way',
    'Thank you for your order 2291-08.\r\nTracking: YX 771 230 445 GB\r\n10% off with SAVE10 in our shop.\r\nYour sign-in code is 442871 and works for ten minutes.',
  ],
  [
    'Dein Vorverkaufscode',
    'Hallo,\r\n\r\nder Vorverkauf beginnt am Freitag. Dein Code lautet: ZUERST24\r\n\r\nMit 10% Rabatt im Shop: GR=C3=9CN10',
  ],
  [
    'Votre code de prévente',
    'Bonjour,\r\n\r\nla prévente ouvre demain. Votre mot de passe : AVANT-5\r\nRéférence de commande 9931-22',
  ],
  [
    'Preventa para socios',
    '¡Hola!\r\n\r\nLa preventa empieza el martes a las 10:00. Introduce el código «MAREA» en la casilla.\r\nNúmero de pedido: 55120',
  ],
  [
    'Prevendita riservata',
    'Ciao,\r\n\r\nil codice per la prevendita è LUNA 27. Scade domenica.\r\nSconto sul negozio: SALDI20',
  ],
  [
    'Voorverkoop en förköp',
    'Hoi,\r\n\r\nmet code Winterlicht koop je alvast kaarten.\r\n\r\nHej,\r\n\r\nförköpet öppnar i morgon, skriv in NORRSKEN vid kassan.\r\n\r\nOlá,\r\n\r\na pré-venda abre amanhã com o código PRAIA-3.',
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

/**
 * Reads invented mails until the engine has compiled what reading needs, so that the first search is as quick as the
 * next. One round per turn, so that a request does not wait for all rounds.
 */
export function warmUp(rounds = ROUNDS): void {
  if (rounds <= 0) return;
  readBatch(
    batchOf(
      ANY_CODE,
      TEXTS.map(([subject, text]) => mailOf(subject, text)),
    ),
  );
  setImmediate(() => warmUp(rounds - 1));
}
