/** The minimum length of words in which one typing error is accepted. */
const SHORTEST_FORGIVEN = 4;

/**
 * Whether two texts differ by at most one typing error: a letter that is missing, added, replaced,
 * or swapped with the next one.
 */
export function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  const length = Math.min(a.length, b.length);
  let start = 0;
  while (start < length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA.length > 1 && restA.slice(2) === restB.slice(2))
  );
}

/**
 * Whether a word begins with the typed text, with at most one typing error. Numbers must be exact.
 */
function isNearBeginning(typed: string, word: string): boolean {
  if (typed.length < SHORTEST_FORGIVEN || /\d/.test(typed)) return false;
  return [-1, 0, 1].some((more) => isNear(typed, word.slice(0, typed.length + more)));
}

/** Words that are ignored: "alert for" is "alert". */
const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'to', 'for', 'of']);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));

/**
 * Whether each typed word begins a word of the labels, in any order; `errors` of them may contain
 * one typing error.
 */
function haveWords(typed: readonly string[], labels: readonly string[], errors: number): boolean {
  const words = labels.flatMap(wordsOf);
  const wrong = typed.filter((one) => !words.some((word) => word.startsWith(one)));
  return (
    wrong.length <= errors && wrong.every((one) => words.some((word) => isNearBeginning(one, word)))
  );
}

/**
 * How well a text fits an entry, from 0 (not at all) to 1: its label or a keyword begins with the
 * text, a word of it does, it contains the text, or it has the words of the text in any order,
 * without or with one typing error.
 */
export function rankOf(query: string, labels: readonly string[]): number {
  const wanted = query.trim().toLowerCase();
  const scores = labels.map((label) => {
    const at = label.toLowerCase().indexOf(wanted);
    if (at < 0) return 0;
    if (at === 0) return 1;
    return /\w/.test(label.charAt(at - 1)) ? 0.3 : 0.6;
  });
  const best = Math.max(0, ...scores);
  if (best > 0) return best;
  const typed = wordsOf(wanted);
  if (typed.length === 0) return 0;
  if (haveWords(typed, labels, 0)) return 0.2;
  return haveWords(typed, labels, 1) ? 0.15 : 0;
}
