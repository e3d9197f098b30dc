/** The maximum length of a searched text. */
export const MOST_SEARCHED = 200;

/** The words of a search in lower case; each must occur. */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/\s+/))].filter(Boolean);
