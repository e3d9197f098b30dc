/**
 * Removes marks from both ends of a text: what `opening` matches at its start, what `closing` matches at its end. Both
 * match single characters and have no `g` flag. Linear, unlike a pattern that ends in `$`, which is tried again at
 * every mark inside the text.
 */
export function trimMarks(text: string, opening: RegExp, closing = opening): string {
  let start = 0;
  let end = text.length;
  while (start < end && opening.test(text.charAt(start))) start++;
  while (end > start && closing.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
