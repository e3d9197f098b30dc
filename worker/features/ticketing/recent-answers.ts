const KEPT_MS = 60_000;
/** An answer of 2,500 events is about 3 MB; an isolate has 128 MB for everything. */
const KEPT_ANSWERS = 4;

/**
 * Keeps the last answers for a minute, in the memory of this isolate. The Cache API would share them between isolates
 * of one location, but writing and parsing 3 MB again costs more time than it saves calls: a reload mostly reaches the
 * same isolate, and the provider gate already keeps all isolates within one quota.
 */
export function createRecentAnswers<Answer>() {
  const recent = new Map<string, { answer: Answer; at: number }>();
  return {
    /** The answer of at most a minute ago; null if there is none. */
    recall(key: string, now: number): Answer | null {
      const kept = recent.get(key);
      if (!kept || now - kept.at >= KEPT_MS || now < kept.at) return null;
      return kept.answer;
    },
    /** Keeps an answer; the oldest makes room. */
    keep(key: string, answer: Answer, now: number): void {
      recent.delete(key);
      recent.set(key, { answer, at: now });
      const [oldest] = recent.keys();
      if (recent.size > KEPT_ANSWERS && oldest !== undefined) recent.delete(oldest);
    },
  };
}
