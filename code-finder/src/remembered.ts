/** Answers kept of one question. */
const MOST = 4000;
/** Characters of a text whose answer is kept; a longer one could hold on to the mail that it was cut from. */
const LONGEST = 12;

/**
 * Makes a pure question about a word answer from memory: mails are mostly written in the same few thousand words. The
 * answer must not be changed by who gets it.
 */
export function remembered<Answer extends NonNullable<unknown>>(
  ask: (text: string) => Answer,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > LONGEST) return ask(text);
    const answer = known.get(text);
    if (answer !== undefined) return answer;
    const fresh = ask(text);
    if (known.size >= MOST) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
