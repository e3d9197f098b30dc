/** How much of a function is cached, in characters of its argument. */
interface Limits {
  /** Longer texts are computed each time. */
  longest: number;
  /**
   * The maximum number of cached characters. Before it is exceeded, texts that were not used
   * recently are dropped.
   */
  most: number;
}

/**
 * Caches a pure function of a text. Callers must not change the result. Half of the cache contains
 * the latest texts, the other half older ones, of which only texts that are used again are kept.
 */
export function cachedByText<Result extends NonNullable<unknown>>(
  compute: (text: string) => Result,
  { longest, most }: Limits,
): (text: string) => Result {
  let latest = new Map<string, Result>();
  let earlier = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    if (text.length > longest) return compute(text);
    const result = latest.get(text);
    if (result !== undefined) return result;
    // A copy, because a text that was cut from a mail would keep the whole mail in memory.
    const copy = ` ${text}`.slice(1);
    const stored = earlier.get(copy) ?? compute(copy);
    if (characters > most / 2) {
      earlier = latest;
      latest = new Map();
      characters = 0;
    }
    characters += copy.length;
    latest.set(copy, stored);
    return stored;
  };
}
