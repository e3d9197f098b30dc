import { ARTISTS } from '../artists.ts';
import { escapeHtml } from '../pages/html.ts';
import { createRandom, pick } from '../random.ts';
import { VENUES } from '../venues.ts';

/** A text or a picture of a mail. */
export interface MailPart {
  type: 'text/plain' | 'text/html' | 'image/png';
  /** The picture as the mail contains it: base64 in lines. */
  body: string;
}

/** A mail as a folder holds it. */
export interface SimulatedMail {
  uid: number;
  receivedAt: number;
  subject: string;
  sender: { name: string; mailbox: string; host: string };
  /** One part, or alternatives (two texts), or a text with the picture that it shows. */
  parts: MailPart[];
}

/** The time between two mails of a mailbox. */
const STEP_MS = 30 * 60_000;
const KEPT_MS = 7 * 86_400_000;
const HOUSES = ['Northern Hall', 'City Arena', 'Harbour Nights', 'Kulturhaus', 'Salle Bleue'];
const NAMES = ['Northern Lanterns', 'Vela Marin', 'The Long Haul', 'Grand Tour', 'Albion Choir'];
const TOURING = ARTISTS.filter(({ name }) => NAMES.includes(name));
const WORDS = ['LANTERN', 'VELVET', 'NORTH', 'ECHO', 'RIVER', 'STAGE', 'TIDE', 'GLOW'];

/** Sentences that contain a code. The artist replaces `%`, the code `@`. */
const OFFERS: [subject: string, sentence: string][] = [
  ['%: your presale code', 'Your presale code is @. The presale for % opens Friday at 10:00.'],
  ['Early access to %', 'Use code @ at checkout before the general sale of % begins.'],
  ['% on tour: members first', 'As a member, unlock your tickets for % with the password @.'],
  ['Fan presale: %', 'The fan club presale of % starts tomorrow. Enter @ on the event page.'],
  ['Ihr Vorverkauf: %', 'Ihr Vorverkaufscode für % lautet @. Der Vorverkauf beginnt um 10 Uhr.'],
  ['Prévente %', 'Votre code de prévente pour % : @. La prévente ouvre mercredi à 10 h.'],
  ['Preventa: %', 'Introduce el código @ para acceder a la preventa exclusiva de %.'],
];
/** Sentences with numbers and names that are not codes. */
const OTHERS: [subject: string, sentence: string][] = [
  [
    'Your order for %',
    'Thank you for your order 48213377 of two tickets for %. Doors open at 19:00.',
  ],
  ['% announces new dates', 'Codes for the presale of % are sent to members on Thursday.'],
  ['%: programme of the week', '% plays three nights. Tickets start at 32.50 plus a booking fee.'],
];
const PROSE = [
  'Doors open at seven, support from half past, and the last trains leave well after the encore.',
  'Up to six tickets per person, while stocks last.',
  'Members skip the queue at the cloakroom.',
];

const POSTER =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const textPart = (type: MailPart['type'], text: string): MailPart => ({
  type,
  body: Buffer.from(text)
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n'),
});

/**
 * The mails of the last seven days in the inbox of `user`, oldest first. A mail's content is
 * derived from its user and uid, and its uid from its time of arrival, so that nothing is stored
 * and new mails arrive.
 */
export function listNewsletters(user: string, now: number): SimulatedMail[] {
  const offset = Math.floor(createRandom(user)() * STEP_MS);
  const newest = Math.floor((now - offset) / STEP_MS);
  return Array.from({ length: KEPT_MS / STEP_MS }, (_, index) => {
    const uid = newest - KEPT_MS / STEP_MS + 1 + index;
    return writeMail(user, uid, uid * STEP_MS + offset);
  });
}

function writeMail(user: string, uid: number, receivedAt: number): SimulatedMail {
  const random = createRandom(`${user} ${uid}`);
  const artist = pick(TOURING, random).name;
  const house = pick(HOUSES, random);
  const hall = pick([...VENUES.values()].flat(), random);
  const word = pick(WORDS, random);
  const number = 10 + Math.floor(random() * 90);
  const code = pick([`${word}${number}`, `${word}-${number * 13}`, `${word}FAN`], random);
  const kind = random();
  const [title, sentence] = pick(kind < 0.7 ? OFFERS : OTHERS, random);
  const subject = title.replace('%', artist);
  const host = `${house.toLowerCase().replaceAll(' ', '')}.example`;
  const sender = { name: house, mailbox: 'news', host };
  const about = `${sentence.replaceAll('%', artist)}\n\n${pick(PROSE, random)} The concert is at ${hall.name} in ${hall.city}.`;
  if (kind > 0.93) {
    const html = `<h1>${escapeHtml(subject)}</h1><img src="cid:poster" alt="" width="640" height="900">`;
    const parts = [textPart('text/html', html), { type: 'image/png', body: POSTER } as const];
    return { uid, receivedAt, subject: `${artist}: presale poster`, sender, parts };
  }
  const plain = `${house}\n\n${about.replace('@', code)}\n\nhttps://${host}/e/${uid}\n\nUnsubscribe: https://${host}/u`;
  const html = `<!doctype html><html><body><table width="640"><tr><td><h1>${house}</h1><p>${escapeHtml(about).replace('@', `<b style="font-size:22px">${code}</b>`).replaceAll('\n\n', '</p><p>')}</p><p><a href="https://${host}/e/${uid}">Buy tickets</a></p></td></tr><tr><td style="font-size:12px">You receive this because you signed up at ${host}. <a href="https://${host}/u">Unsubscribe</a></td></tr></table></body></html>`;
  const parts = [textPart('text/plain', plain), textPart('text/html', html)];
  return { uid, receivedAt, subject, sender, parts };
}
