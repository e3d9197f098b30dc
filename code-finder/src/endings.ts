/**
 * A pattern for what stands right before a place. It looks back from that place alone, where a pattern that ends in `$`
 * is tried at every place before.
 */
export const ending = (source: string, flags = ''): RegExp =>
  new RegExp(`(?<=${source})`, `y${flags}`);

/** Whether a text, up to `at`, ends with what a pattern of {@link ending} names. */
export function endsWith(text: string, pattern: RegExp, at = text.length): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
