import type { ScanQuery } from '../../shared/scanner.ts';
import { fold } from '../mail/mail-lines.ts';

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Makes a test for mails from the query: keywords in subject, sender or text, accents folded (part 4). */
export function mailMatcher(
  query: Pick<ScanQuery, 'keywords' | 'mustInclude' | 'caseSensitive'>,
): (from: string, shown: string) => boolean {
  const level = query.caseSensitive ? withoutAccents : fold;
  const keywords = query.keywords.map((word) => flat(level(word)));
  const required = query.mustInclude.map((word) => flat(level(word)));
  return (from, shown) => {
    const text = flat(level(`${shown} ${from}`));
    return (
      keywords.some((word) => text.includes(word)) && required.every((word) => text.includes(word))
    );
  };
}
