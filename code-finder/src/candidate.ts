/** A stretch of a mail that could be a code, with where it stands. */
export interface Candidate {
  code: string;
  line: number;
  start: number;
  end: number;
  /** Not a token of the text but put together from several. */
  isJoined: boolean;
}

/** Characters of the longest code that is looked for. */
export const MAX_LENGTH = 40;

/** All its letters are capitals, and it has some. */
export const isUpper = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();
