/** True if the focused element was removed or disabled, or if nothing was focused yet. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Focuses the page's search field and selects its text. Returns whether the page has one. */
export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('input[data-page-search]');
  search?.focus();
  search?.select();
  return search !== null;
}
