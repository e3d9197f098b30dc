/** A flag in CSS pixels. */
export const FLAG_WIDTH = 16;
export const FLAG_HEIGHT = 11;
/**
 * The sheet has a position for each pair of letters: a code needs no table, and an unknown one
 * shows an empty position.
 */
export const PLACES = 26;
export const flagPlace = (code: string) => ({
  column: code.toLowerCase().charCodeAt(0) - 97,
  row: code.toLowerCase().charCodeAt(1) - 97,
});
