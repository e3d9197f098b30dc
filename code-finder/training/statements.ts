import { mailLines } from '../../mail-lines/mail-text.ts';
import { seededRandom } from '../../shared/random.ts';
import type { LabelledMail } from './labelled-mails.ts';
import statements from './statements.json' with { type: 'json' };

/**
 * Mails made from plain statements, "your presale code for <artist> is <code>", in ten languages,
 * with randomly drawn codes: ordinary words, number words, letters with digits, hyphens, capitals
 * and small letters. Decoys are the same frames about a hotel, a shuttle, merchandise, an order, a
 * sign-in or a discount.
 */

type Language = keyof typeof statements;
export const LANGUAGES = Object.keys(statements) as Language[];

/** A source of numbers from 0 to 1; seeded, so that a mail can be reproduced. */
type Random = () => number;

const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

const ARTISTS =
  'Amber Causeway|The Copper Gulls|Ines Marlowe|Hollow Parade|Otto Brandt|Nine Lamps|Velvet Harbour|Kira Solberg|Tin Weather|Los Faroles|Les Marées|Nordlys|Maja Wilk|The Paper Admirals|Juno Vale|DJ Lantern'.split(
    '|',
  );
/** Ordinary words, which codes often are. */
const WORDS =
  'lantern harbour glitter meadow copper whistle velvet thunder pebble marigold river orchard saddle winter falcon cinder ribbon anchor bramble candle drifter ember feather garnet hollow island jasmine kettle lemon marble nectar ocean pepper quarry raven silver timber umbrella valley willow yonder zephyr acorn biscuit canyon daisy engine forest ginger helmet indigo jungle kingdom ladder mirror needle olive pocket quilt rocket sparrow tunnel village walnut laterne wolke feder garten kuchen fenster himmel brise lumière soleil rivage papillon fleur étoile ventana camino estrella lluvia piedra sombra cielo mare stella ombra vento fiume zucchero vinden skogen fjäril stjärna bloemen wolken regen janela chuva pedra nuvem księżyc ogień drzewo okno'.split(
    ' ',
  );
const NUMBER_WORDS =
  'seven eleven thirteen seventeen twentyone fortytwo ninety sieben zwölf vingt siete doce otto zeven sete sju siedem'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, [...LETTERS])).join('');

/** A code of one of the common shapes. */
function drawCode(random: Random): string {
  const word = pick(random, WORDS);
  const other = pick(random, WORDS);
  const shapes: (() => string)[] = [
    () => word.toUpperCase(),
    () => word,
    () => title(word),
    () => `${word.toUpperCase()}${digits(random, 2)}`,
    () => `${word}${digits(random, 2)}`,
    () => `${title(word)}${title(other)}`,
    () => `${word.toUpperCase()}-${other.toUpperCase()}`,
    () => `${word}-${other}`,
    () => `${letters(random, 3)}${digits(random, 4)}`,
    () => `${letters(random, 2)}-${digits(random, 4)}`,
    () => `${letters(random, 2)}-${digits(random, 4)}-${letters(random, 2)}`,
    () => `${letters(random, 1)}${digits(random, 1)}${letters(random, 2)}${digits(random, 2)}`,
    () => pick(random, NUMBER_WORDS).toUpperCase(),
    () => pick(random, NUMBER_WORDS),
    () => `1${digits(random, 5)}`,
  ];
  return pick(random, shapes)();
}

const WRAPS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', ''],
  ['', ''],
  ['', ''],
  ['"', '"'],
  ['“', '”'],
  ["'", "'"],
  ['«', '»'],
  ['[', ']'],
  ['(', ')'],
  ['*', '*'],
  ['👉 ', ''],
  ['🎟️ ', ' 🎟️'],
];

interface Draw {
  random: Random;
  words: (typeof statements)[Language];
  artist: string;
}

const fill = ({ random, words, artist }: Draw, text: string): string => {
  const noun = pick(random, words.nouns);
  return text
    .replace('{n}', noun)
    .replace('{N}', title(noun))
    .replace('{NN}', noun.toUpperCase())
    .replaceAll('{artist}', artist);
};

/** A sentence, or a label with its code below, that contains a presale code. */
function drawStatement(draw: Draw, code: string): string {
  const { random, words } = draw;
  const [open, close] = pick(random, WRAPS);
  const shown = `${open}${code}${close}`;
  const kind = random();
  if (kind < 0.45)
    return fill(draw, `${pick(random, words.leads)}${pick(random, words.for)}`).concat(
      pick(random, words.is).replace('{c}', shown),
    );
  if (kind < 0.65)
    return `${fill(draw, pick(random, words.labels))}${pick(random, ['\n', '\n\n'])}${shown}`;
  return fill(draw, pick(random, words.frames)).replace('{c}', shown);
}

/** A sentence that contains a code for something else. */
function drawDecoy({ random, words }: Draw, code: string): string {
  const [open, close] = pick(random, WRAPS);
  return pick(random, words.decoys).replace('{c}', `${open}${code}${close}`);
}

export interface StatementMail extends LabelledMail {
  decoys: string[];
}

/** A short mail with one presale code, none, or one beside a decoy. */
function drawMail(random: Random, name: string, lang: Language): StatementMail {
  const words = statements[lang];
  const draw: Draw = { random, words, artist: pick(random, ARTISTS) };
  const hasCode = random() < 0.72;
  const hasDecoy = !hasCode || random() < 0.3;
  const code = drawCode(random);
  let decoy = drawCode(random);
  while (decoy === code) decoy = drawCode(random);
  const line = (list: readonly string[]): string => fill(draw, pick(random, list));
  const subject = line(
    hasCode ? words.subjects : pick(random, [words.decoySubjects, words.subjects]),
  );
  const body = [line(words.before)];
  if (hasCode) body.push(drawStatement(draw, code));
  if (hasDecoy) body.splice(random() < 0.5 ? body.length : 1, 0, drawDecoy(draw, decoy));
  if (random() < 0.7) body.push(line(words.after));
  const text = body.join(random() < 0.5 ? '\n\n' : '\n');
  return {
    name,
    writer: 'statements',
    lang,
    lines: mailLines({
      subject,
      from: `${draw.artist} <news@mail.example>`,
      date: '',
      parts: [{ type: 'text/plain', text }],
      hasImages: false,
    }),
    codes: hasCode ? [code] : [],
    decoys: hasDecoy ? [decoy] : [],
    neutral: [],
    keywords: [draw.artist],
    byKeyword: {},
  };
}

/** `count` mails, in each language in turn; the same for the same seed. */
export function statementMails(count: number, seed: number): StatementMail[] {
  const random = seededRandom(`statements ${seed}`);
  return Array.from({ length: count }, (_, i) => {
    const lang = LANGUAGES[i % LANGUAGES.length];
    if (lang === undefined) throw new Error('There is no language.');
    return drawMail(random, `statement-${seed}-${i}`, lang);
  });
}
