/** How much is cached of a function, in characters of its argument. */
interface Limits {
  /** Longer texts are computed each time. */
  longest: number;
  /** When the cached texts are longer together, all are dropped. */
  most: number;
}

/** Caches a pure function of a text. Callers must not change the result. */
export function cachedByText<Result extends NonNullable<unknown>>(
  compute: (text: string) => Result,
  { longest, most }: Limits,
): (text: string) => Result {
  const results = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    if (text.length > longest) return compute(text);
    const result = results.get(text);
    if (result !== undefined) return result;
    if (characters > most) {
      results.clear();
      characters = 0;
    }
    // A copy: a text that was cut from a mail would hold on to the whole mail.
    const copy = ` ${text}`.slice(1);
    characters += copy.length;
    const computed = compute(copy);
    results.set(copy, computed);
    return computed;
  };
}
