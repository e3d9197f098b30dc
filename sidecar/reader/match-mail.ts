import { cleanText } from '../../mail-lines/clean-text.ts';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import { fold } from '../../shared/text.ts';

/** Signs and letters that people write in one of several ways, and the way in which they are compared. */
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
