import type { ScanQuery } from '../../shared/scanner.ts';
import { fold } from '../../shared/text.ts';

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The texts of a mail as shown, and the same folded. */
interface Shown {
  readonly text: string;
  readonly foldedText: string;
}

/** Builds the test of a query: keywords in subject, sender or text, accents folded. */
export function mailMatcher(
  query: Pick<ScanQuery, 'keywords' | 'mustInclude' | 'caseSensitive'>,
): (from: string, shown: Shown) => boolean {
  const level = query.caseSensitive ? withoutAccents : fold;
  const keywords = query.keywords.map((word) => flat(level(word)));
  const required = query.mustInclude.map((word) => flat(level(word)));
  // Single words cannot be broken over lines, so the text needs no flattening.
  const isFlat = [...keywords, ...required].every((word) => !word.includes(' '));
  return (from, shown) => {
    const text = query.caseSensitive ? withoutAccents(shown.text) : shown.foldedText;
    const whole = `${text} ${level(from)}`;
    const searched = isFlat ? whole : flat(whole);
    return (
      keywords.some((word) => searched.includes(word)) &&
      required.every((word) => searched.includes(word))
    );
  };
}
