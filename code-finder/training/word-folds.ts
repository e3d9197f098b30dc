import { fold } from '../../shared/text.ts';
import { type MailContext, readContext } from '../src/context.ts';
import { observeCodes } from '../src/find-codes.ts';
import type { WordTables } from '../src/model.ts';
import type { ObservedCode } from '../src/observations.ts';
import { keysOfCode } from '../src/shapes.ts';
import { observeWords, type WordKeys, wordKeysOf, wordsInLine } from '../src/words.ts';
import type { LabelledMail } from './labelled-mails.ts';
import { countWords, learnWords } from './word-learning.ts';

/** A labelled mail with its observations, without the learned scores of words. */
export interface Seen {
  mail: LabelledMail;
  context: MailContext;
  set: string;
  /** How much the mail counts. */
  mailWeight: number;
  codes: ObservedCode[];
  keys: WordKeys;
  /** The words of the mail that are no codes. */
  words: ReadonlySet<number>;
}

/** Observes a mail. */
export function seenMail(mail: LabelledMail, set: string, mailWeight: number): Seen {
  const context = readContext(mail.lines);
  const codes = observeCodes(context);
  const words = context.cachedLines.flatMap(wordsInLine);
  const plain = new Set(words.flatMap(({ isWord, whole }) => (isWord ? whole : [])));
  for (const code of mail.codes) for (const key of keysOfCode(fold(code))) plain.delete(key);
  return {
    mail,
    context,
    set,
    mailWeight,
    codes,
    keys: wordKeysOf(context, codes, { isFit: true }),
    words: plain,
  };
}

/** The learned data of the words of mails. */
export function learnAll(seen: readonly Seen[]): WordTables<ReadonlyMap<number, number>> {
  return {
    around: learnWords(
      seen.flatMap(({ mail, mailWeight, codes, keys }, id) =>
        codes.map(({ code }, i) => ({
          keys: keys.around[i] ?? [],
          isTrue: mail.codes.includes(code),
          weight: mailWeight,
          mail: id,
        })),
      ),
    ),
    mail: learnWords(
      seen.map(({ mail, mailWeight, keys }, id) => ({
        keys: keys.mail,
        isTrue: mail.codes.length > 0,
        weight: mailWeight,
        mail: id,
      })),
    ),
    common: countWords(seen.map(({ words }) => words)),
  };
}

/** Splits the mails into parts and scores the words of each part with the data of the others. */
const PARTS = 4;

/**
 * Adds to the observations of mails the scores of their words, learned from other sets, which have
 * other writers. Trees that were fitted on scores of their own mails would rely on them too much.
 */
export function observeApart(seen: readonly Seen[]): void {
  const sets = [...new Set(seen.map(({ set }) => set))];
  const partOf = ({ set }: Seen): number => sets.indexOf(set) % PARTS;
  for (let part = 0; part < PARTS; part++) {
    const tables = learnAll(seen.filter((one) => partOf(one) !== part));
    for (const one of seen) if (partOf(one) === part) observeWords(one.codes, one.keys, tables);
  }
}
