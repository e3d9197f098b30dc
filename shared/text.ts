const HAS_BEYOND_ASCII = /[\u0080-\uffff]/;
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;
const CAPITALS = /[A-Z]+/g;
const ACCENTS = /[\u0300-\u036f]/g;

/** Whether a text consists of ASCII characters only. */
export const isAscii = (text: string): boolean => !HAS_BEYOND_ASCII.test(text);

/** Folded characters met so far; the first entry is a typographic apostrophe. */
const folded = new Map<string, string>([['’', "'"]]);
const MOST_FOLDED = 5000;

/** One character in lower case without its accents, or itself where that would change the length. */
function foldCharacter(character: string): string {
  const earlier = folded.get(character);
  if (earlier !== undefined) return earlier;
  // Marks beyond those of Latin, Greek and Cyrillic make other letters: without its mark, パ would be ハ.
  const lower = character.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const result = lower.length === character.length ? lower : character;
  if (folded.size < MOST_FOLDED) folded.set(character, result);
  return result;
}

/**
 * Lower case without accents. The result has the same length as the input, so that positions agree. Use it for
 * comparison only.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .replace(BEYOND_ASCII, foldCharacter)
    .replace(CAPITALS, (capitals) => capitals.toLowerCase());
}

/**
 * All matches of a global pattern, as `matchAll` finds them. `matchAll` copies the pattern at every call, which costs
 * more than searching a short line.
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return found;
}

/**
 * A pattern for the text right before a place. It is tested at that place only, while a pattern that ends in `$`
 * is tried at every place before.
 */
export const ending = (source: string, flags = ''): RegExp =>
  new RegExp(`(?<=${source})`, `y${flags}`);

/** Whether a text, up to `at`, ends with a match of a pattern of {@link ending}. */
export function endsWith(text: string, pattern: RegExp, at = text.length): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
