import { fold } from '../../shared/text.ts';
import type { MailContext } from '../src/context.ts';
import type { ObservedCode } from '../src/find-codes.ts';
import { keysOfCode, keysOfWords } from '../src/word-keys.ts';
import type { WordTables } from '../src/word-scores.ts';
import { NumberTable, observeWords, type WordKeys, wordKeysOf } from '../src/word-scores.ts';
import { wordsOf } from '../src/words.ts';
import type { LabelledMail } from './labelled-mails.ts';
import { countWords, type LearnedWords, learnWords } from './word-learning.ts';

/** A labelled mail with all that was observed of it, except what is learned of words. */
export interface Seen {
  mail: LabelledMail;
  set: string;
  /** How much the mail counts. */
  say: number;
  codes: ObservedCode[];
  keys: WordKeys;
  /** The words of the mail that are no codes. */
  words: ReadonlySet<number>;
}

interface Observed {
  mail: LabelledMail;
  say: number;
  observed: { code: string; features: Record<string, number> }[];
}

export function seenMail(
  mail: LabelledMail,
  set: string,
  say: number,
  context: MailContext,
  codes: ObservedCode[],
): Seen {
  const words = keysOfWords(wordsOf(context.text));
  for (const code of mail.codes) for (const key of keysOfCode(fold(code))) words.delete(key);
  return { mail, set, say, codes, keys: wordKeysOf(context, codes), words };
}

/** What the words of mails teach, as it is written. */
export interface LearnedTables {
  around: LearnedWords;
  mail: LearnedWords;
  common: ReadonlyMap<number, number>;
}

/** What the words of mails teach. */
export function learnAll(seen: readonly Seen[]): LearnedTables {
  return {
    around: learnWords(
      seen.flatMap(({ mail, say, codes, keys }, id) =>
        codes.map(({ code }, i) => ({
          keys: keys.around[i] ?? [],
          isTrue: mail.codes.includes(code),
          weight: say,
          mail: id,
        })),
      ),
    ),
    mail: learnWords(
      seen.map(({ mail, say, keys }, id) => ({
        keys: keys.mail,
        isTrue: mail.codes.length > 0,
        weight: say,
        mail: id,
      })),
    ),
    common: countWords(seen.map(({ words }) => words)),
  };
}

const tableOf = ({ bias, step, weights }: LearnedWords): WordTables['around'] => ({
  bias,
  step,
  weights: new NumberTable(weights),
});

/** Makes what was learned ready for asking. */
export const tablesOf = ({ around, mail, common }: LearnedTables): WordTables => ({
  around: tableOf(around),
  mail: tableOf(mail),
  common: new NumberTable(common),
});

/** Parts of the mails, each with its words judged by what the other parts teach. */
const PARTS = 4;

/**
 * Observations of mails as the trees may trust them: what words say of a mail was learned from other
 * sets, whose writers are others too. Trees fitted on words that know their mail would believe them all.
 */
export function observedApart(seen: readonly Seen[]): Observed[] {
  const sets = [...new Set(seen.map(({ set }) => set))];
  const partOf = ({ set }: Seen): number => sets.indexOf(set) % PARTS;
  return Array.from({ length: PARTS }, (_, part) => {
    const tables = tablesOf(learnAll(seen.filter((one) => partOf(one) !== part)));
    return seen
      .filter((one) => partOf(one) === part)
      .map(({ mail, say, codes, keys }) => {
        observeWords(codes, keys, tables);
        return {
          mail,
          say,
          observed: codes.map(({ code, features }) => ({ code, features: features.toRecord() })),
        };
      });
  }).flat();
}
