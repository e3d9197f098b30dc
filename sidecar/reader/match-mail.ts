import { cleanText } from '../../mail-lines/clean-text.ts';
import type { TextPart } from '../../mail-lines/mime-tree.ts';
import { rawTexts } from '../../mail-lines/raw-text.ts';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import { fold } from '../../shared/text.ts';

/** Characters that people write in several ways, and the form in which they are compared. */
const ONE_WAY: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '—': '-',
  '―': '-',
  '…': '...',
  '·': '.',
  ß: 'ss',
  ẞ: 'SS',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'TH',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
};
const SEVERAL_WAYS = new RegExp(`[${Object.keys(ONE_WAY).join('')}]`, 'g');
const inOneWay = (text: string): string =>
  text.replace(SEVERAL_WAYS, (sign) => ONE_WAY[sign] ?? sign);

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The texts of a mail as shown, and the same folded; both are clean. */
interface Shown {
  readonly text: string;
  readonly foldedText: string;
}

/** Builds the test of a query: keywords in subject, sender or text, accents folded, and other forms of a letter. */
export function mailMatcher(
  query: Pick<ScanQuery, 'keywords' | 'mustInclude' | 'caseSensitive'>,
): (from: string, shown: Shown) => boolean {
  const ofText = (text: string): string =>
    inOneWay(query.caseSensitive ? withoutAccents(text) : text);
  const level = (text: string): string => {
    const clean = cleanText(text);
    return ofText(query.caseSensitive ? clean : fold(clean));
  };
  const keywords = query.keywords.map((word) => flat(level(word)));
  const required = query.mustInclude.map((word) => flat(level(word)));
  // Single words cannot be broken over lines, so the text needs no flattening.
  const isFlat = [...keywords, ...required].every((word) => !word.includes(' '));
  return (from, shown) => {
    const text = ofText(query.caseSensitive ? shown.text : shown.foldedText);
    const whole = `${text} ${level(from)}`;
    const searched = isFlat ? whole : flat(whole);
    return (
      keywords.some((word) => searched.includes(word)) &&
      required.every((word) => searched.includes(word))
    );
  };
}

/** The form of characters beyond ASCII, without anything that is not a letter or digit. */
const lettersBeyondAscii = (text: string): string =>
  withoutAccents(inOneWay(withoutAccents(cleanText(text))).toLowerCase())
    // The form of a sigma depends on the letters after it, which may be in another line.
    .replaceAll('ς', 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Letters and digits of a text in one form, without anything between them. */
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z\d\u0080-\uffff]+/g, '')
    .replace(/[\u0080-\uffff]+/g, lettersBeyondAscii);

/**
 * Builds a fast test that comes before {@link mailMatcher}: false only for mails that cannot match,
 * whose lines need not be laid out. Most mails of a mailbox contain none of the keywords. It
 * searches for the letters of each word of a keyword in everything that the parts may show.
 */
export function mailRefuser(
  query: Pick<ScanQuery, 'keywords' | 'mustInclude'>,
): (texts: { subject: string; from: string }, parts: readonly TextPart[]) => boolean {
  const wordsOf = (keyword: string): string[] =>
    cleanText(keyword)
      .split(/\s+/)
      .map(lettersOf)
      .filter((word) => word !== '');
  const keywords = query.keywords.map(wordsOf);
  const required = query.mustInclude.flatMap(wordsOf);
  return ({ subject, from }, parts) => {
    const texts = [lettersOf(subject), lettersOf(from)];
    for (const part of parts) {
      const raw = rawTexts(part);
      if (raw === null) return false;
      for (const text of raw) texts.push(lettersOf(text));
    }
    const has = (word: string): boolean => texts.some((text) => text.includes(word));
    return !(keywords.some((words) => words.every(has)) && required.every(has));
  };
}
