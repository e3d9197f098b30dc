/** True if the focused element was removed or disabled, or if nothing was focused yet. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
