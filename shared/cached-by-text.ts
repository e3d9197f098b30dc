/** How much is cached of a function, in characters of its argument. */
interface Limits {
  /** Longer texts are computed each time. */
  longest: number;
  /** The most cached characters. Before there are more, texts that were not used lately are dropped. */
  most: number;
}

/**
 * Caches a pure function of a text. Callers must not change the result. Half of the cache holds the latest texts, the
 * other half those before them, of which only the texts that are used again stay.
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
    // A copy: a text that was cut from a mail would hold on to the whole mail.
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
