import { cachedByText } from '../../shared/cached-by-text.ts';
import { fold } from '../../shared/text.ts';

/**
 * The maximum length of a word and of a line whose result is cached, and the maximum number of
 * characters that are cached for one function.
 */
const OF_WORDS = { longest: 12, most: 32_000 };
const OF_LINES = { longest: 400, most: 80_000 };

/**
 * Caches a pure function of a word: mails are mostly written in the same few thousand words. Callers must not change
 * the result.
 */
export const cachedByWord = <Result extends NonNullable<unknown>>(
  compute: (text: string) => Result,
) => cachedByText(compute, OF_WORDS);

/** Caches a pure function of a piece of a line. Callers must not change the result. */
export const cachedByPiece = <Result extends NonNullable<unknown>>(
  compute: (text: string) => Result,
) => cachedByText(compute, OF_LINES);

/** A line with what was computed from its text alone, shared by all mails that contain it. */
export interface CachedLine {
  /** The text as the reader sees it, with blanks in place of emoji. */
  text: string;
  folded: string;
  /** The results of the functions of {@link cachedByLine}, in the order in which those functions were created. */
  results: unknown[];
}

const MAY_HAVE_PICTURE = /[\u2600-\u27bf\ud83c-\ud83e]/;
const PICTURE = /\p{Extended_Pictographic}/gu;
const PICTURES = /\p{Extended_Pictographic}(?: *\p{Extended_Pictographic})*/gu;
/** The maximum run of blanks that is replaced: patterns take cubic time for longer ones. */
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
 * The only record of a line. A newsletter arrives in many mailboxes, and the sender's next one
 * repeats its frame. A line is looked up once for each mail, regardless of the number of functions.
 */
export const cachedLine = cachedByText((shown): CachedLine => {
  const text = withoutPictures(shown);
  return { text, folded: fold(text), results: [] };
}, OF_LINES);

let functions = 0;

/** Runs a pure function of a line once for each {@link CachedLine}. Callers must not change the result. */
export function cachedByLine<Result extends NonNullable<unknown>>(
  compute: (line: CachedLine) => Result,
): (line: CachedLine) => Result {
  const place = functions++;
  return (line) => {
    const cached = line.results[place] as Result | undefined;
    if (cached !== undefined) return cached;
    const fresh = compute(line);
    line.results[place] = fresh;
    return fresh;
  };
}
