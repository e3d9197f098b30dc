import { createHash } from 'node:crypto';
import { readContext } from '../code-finder/context.ts';
import { type FoundCode, findCodesIn } from '../code-finder/find-codes.ts';
import { LIMITS } from '../limits.ts';
import { mailLines } from '../mail/mail-text.ts';
import type { DecodedMail } from '../mail/mime-tree.ts';

/** What a mail says, as far as a search asks. */
export interface Letter {
  /** Subject and texts in one line, as they are shown. */
  text: string;
  codes: readonly FoundCode[];
  /** It speaks of early tickets, wherever the code may be. */
  isAboutPresale: boolean;
}

/** The same newsletter reaches many mailboxes: what was read of the last ones is kept, by digest. */
const kept = new Map<string, Letter>();

function digestOf(mail: DecodedMail): string {
  const hash = createHash('sha1').update(mail.subject);
  for (const { type, text } of mail.parts) hash.update(`\0${type}\0`).update(text);
  return hash.digest('base64');
}

/** Reads a mail's lines and codes; a mail that was read a moment ago is not read again. */
export function readLetter(mail: DecodedMail): Letter {
  const digest = digestOf(mail);
  const known = kept.get(digest);
  if (known) {
    kept.delete(digest);
    kept.set(digest, known);
    return known;
  }
  const lines = mailLines(mail);
  const context = readContext(lines);
  const text = lines.map((line) => line.text).join(' ');
  const letter = { text, codes: findCodesIn(context), isAboutPresale: context.totals.core > 0 };
  if (text.length > LIMITS.keptLetterChars) return letter;
  const [oldest] = kept.keys();
  if (kept.size >= LIMITS.keptLetters && oldest !== undefined) kept.delete(oldest);
  kept.set(digest, letter);
  return letter;
}
