import { fold } from '../../shared/text.ts';
import type { Candidate } from './candidate.ts';
import type { MailContext } from './context.ts';
import type { Observations } from './observations.ts';
import { framesOf, keysAround, keysOfCode, keysOfMail } from './word-keys.ts';
import { noteWords, type WordTables, wordScore } from './word-scores.ts';
import { wordsOf } from './words.ts';

interface Judged {
  code: string;
  candidate: Candidate;
  features: Observations;
}

/** The words of one mail as keys: around and of each possible code, and of all of it. */
export interface WordKeys {
  around: readonly (readonly number[])[];
  codes: readonly (readonly number[])[];
  mail: readonly number[];
}

/** Reads the words of a mail in which possible codes were found. */
export function wordKeysOf(context: MailContext, found: readonly Judged[]): WordKeys {
  const words = wordsOf(context.text);
  return {
    around: found.map(({ candidate, features }) => keysAround(context, words, candidate, features)),
    codes: found.map(({ code }) => keysOfCode(fold(code))),
    mail: keysOfMail(context, words),
  };
}

/** Notes of each possible code of a mail what was learned of its words, in place of what was noted before. */
export function observeWords(
  found: readonly Judged[],
  keys: WordKeys,
  { around, common, mail }: WordTables,
): void {
  noteWords(
    found.map(({ features }) => features),
    {
      around: keys.around.map((own) => wordScore(around, own)),
      frames: keys.around.map(framesOf),
      common: keys.codes.map((own) =>
        own.length === 0 ? 0 : Math.min(...own.map((key) => common.get(key))),
      ),
      mail: wordScore(mail, keys.mail),
    },
  );
}
