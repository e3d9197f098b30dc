import { PART_LIMITS } from './limits.ts';

/**
 * Where a line of more than `most` characters continues: at the last blank that fits, otherwise
 * within its long word.
 */
export function wrapAt(text: string, most: number): number {
  const blank = text.lastIndexOf(' ', most);
  if (blank > 0) return blank;
  const isWithinPair = (text.charCodeAt(most) & 0xfc00) === 0xdc00;
  return isWithinPair ? most - 1 : most;
}

/** A line as lines of at most PART_LIMITS.lineCharacters: nothing of it is lost. */
export function wrapLine(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > PART_LIMITS.lineCharacters) {
    const end = wrapAt(rest, PART_LIMITS.lineCharacters);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  pieces.push(rest);
  return pieces;
}
