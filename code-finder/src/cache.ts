import { fold } from '../../shared/text.ts';

/** The longest word and line whose answer is cached, and the characters that are cached of one question. */
const OF_WORDS = { longest: 12, most: 32_000 };
const OF_LINES = { longest: 400, most: 200_000 };

function kept<Answer extends NonNullable<unknown>>(
  ask: (text: string) => Answer,
  { longest, most }: typeof OF_WORDS,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  let characters = 0;
  return (text) => {
    if (text.length > longest) return ask(text);
    const answer = known.get(text);
    if (answer !== undefined) return answer;
    if (characters > most) {
      known.clear();
      characters = 0;
    }
    // A copy: a text that was cut from a mail would hold on to the whole mail.
    const own = ` ${text}`.slice(1);
    characters += own.length;
    const fresh = ask(own);
    known.set(own, fresh);
    return fresh;
  };
}

/**
 * Makes a pure question about a word answer from memory: mails are mostly written in the same few thousand words. The
 * answer must not be changed by who gets it.
 */
export const remembered = <Answer extends NonNullable<unknown>>(ask: (text: string) => Answer) =>
  kept(ask, OF_WORDS);

/** The same for a piece of a line. */
export const rememberedPiece = <Answer extends NonNullable<unknown>>(
  ask: (text: string) => Answer,
) => kept(ask, OF_LINES);

/** The record of a line, which is the same in every mail. */
export interface KnownLine {
  /** As it is shown, blanks in place of emoji. */
  text: string;
  folded: string;
  /** Answers to the questions of {@link askedOfLine}, in the order in which these were made. */
  answers: unknown[];
}

const MAY_HAVE_PICTURE = /[\u2600-\u27bf\ud83c-\ud83e]/;
const PICTURE = /\p{Extended_Pictographic}/gu;
const PICTURES = /\p{Extended_Pictographic}(?: *\p{Extended_Pictographic})*/gu;
/** Longer runs stay as they are: patterns take cubic time for a run of blanks. */
const LONGEST_RUN = 30;
const toBlanks = (found: string): string => ' '.repeat(found.length);
/** Blanks in place of emoji: they decorate a code and are never part of it. */
const withoutPictures = (text: string): string =>
  MAY_HAVE_PICTURE.test(text)
    ? text.replace(PICTURES, (run) =>
        run.length > LONGEST_RUN ? run : run.replace(PICTURE, toBlanks),
      )
    : text;

/**
 * The one record of a line: a newsletter arrives in many mailboxes, and the next one of its sender repeats its frame. A
 * line is looked up once for each mail, whatever the number of questions.
 */
export const knownLine = kept((shown): KnownLine => {
  const text = withoutPictures(shown);
  return { text, folded: fold(text), answers: [] };
}, OF_LINES);

let questions = 0;

/** Turns a pure function of a line into one that runs once for each {@link KnownLine}. Its answer must not be changed. */
export function askedOfLine<Answer extends NonNullable<unknown>>(
  ask: (line: KnownLine) => Answer,
): (line: KnownLine) => Answer {
  const place = questions++;
  return (line) => {
    const known = line.answers[place] as Answer | undefined;
    if (known !== undefined) return known;
    const fresh = ask(line);
    line.answers[place] = fresh;
    return fresh;
  };
}
