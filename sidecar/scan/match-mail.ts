import type { ScanQuery } from '../../shared/scanner.ts';
import { fold, type MailLine } from '../mail/mail-lines.ts';

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Makes a test for mails from the query: keywords in subject, sender or text, accents folded (part 4). */
export function mailMatcher(
  query: Pick<ScanQuery, 'keywords' | 'mustInclude' | 'caseSensitive'>,
): (from: string, lines: readonly MailLine[]) => boolean {
  const level = query.caseSensitive ? withoutAccents : fold;
  const keywords = query.keywords.map((word) => flat(level(word)));
  const required = query.mustInclude.map((word) => flat(level(word)));
  return (from, lines) => {
    const text = flat(level(`${lines.map((line) => line.text).join(' ')} ${from}`));
    return (
      keywords.some((word) => text.includes(word)) && required.every((word) => text.includes(word))
    );
  };
}
