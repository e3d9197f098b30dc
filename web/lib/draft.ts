import { useState } from 'react';
import { useAfterPause } from './debounced.ts';

/** Typing is committed after a pause of this length. */
const PAUSE_MS = 200;

interface Draft {
  value: string;
  /** The typed text that is not in `value` yet; null if there is none. */
  text: string | null;
  /** The last committed text that has not returned as `value`. */
  committed: string | null;
}

/**
 * The text of a field whose value is in the address. The text is local while the operator types and is committed
 * debounced. A value that changes for another reason (Back, Clear) replaces it.
 */
export function useDraft(
  value: string,
  commit: (value: string) => void,
): [text: string, change: (text: string) => void] {
  const [draft, setDraft] = useState<Draft>({ value, text: null, committed: null });
  if (draft.value !== value) setDraft(afterValue(draft, value));
  const { text } = draft;
  useAfterPause(text, PAUSE_MS, () => {
    if (text === null) return;
    setDraft((now) => ({ ...now, committed: text }));
    commit(text);
  });
  return [text ?? value, (next) => setDraft((now) => ({ ...now, text: next }))];
}

function afterValue({ text, committed }: Draft, value: string): Draft {
  const isOwn = value === committed;
  return { value, text: isOwn && text !== value ? text : null, committed: null };
}
