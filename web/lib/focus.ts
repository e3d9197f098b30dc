/** True if the focused element was removed or disabled, or if nothing was focused yet. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

let isPointerLast = false;
// In the capture phase, because handlers of the page may stop these events.
addEventListener('pointerdown', () => (isPointerLast = true), true);
addEventListener('keydown', () => (isPointerLast = false), true);

/** True if the operator's last action was with the pointer: a focus that a script sets then shows no ring. */
export const wasPointerLast = (): boolean => isPointerLast;

/** A focused field opens a telephone's keyboard, which covers half of the page. */
export const wouldOpenKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Focuses the page's search field and selects its text. Returns whether the page has one. */
export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('input[data-page-search]');
  search?.focus();
  search?.select();
  return search !== null;
}

/** Focuses the field that a page begins with, such as its search. Returns whether the page has one. */
export function focusStart(): boolean {
  const start = document.querySelector<HTMLElement>('[data-page-start]');
  start?.focus();
  return start !== null;
}

/** Runs `focus`; while the page loads and has nothing to focus, again after each change until the next key or click. */
export function focusOnceThere(focus: () => boolean): void {
  if (focus()) return;
  const done = new AbortController();
  const arrival = new MutationObserver(() => {
    if (focus()) done.abort();
  });
  done.signal.addEventListener('abort', () => arrival.disconnect());
  arrival.observe(document.body, { childList: true, subtree: true });
  // The current keydown does not reach a listener that is added to the window while the window dispatches it.
  for (const another of ['keydown', 'pointerdown'])
    window.addEventListener(another, () => done.abort(), { signal: done.signal });
}
