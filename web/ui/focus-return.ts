import { useRef } from 'react';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';

/**
 * The last focus outside of menus. The items of a menu no longer exist when a dialog that they opened closes. Null after
 * a text field: one that lost the focus was left by Escape, and would take the next single key as text.
 */
let lastOutsideMenus: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const menu = target.closest('[role=menu]');
  // A menu is labelled by its button. The button that had the focus was replaced when the menu was mounted.
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  if (menu === null) lastOutsideMenus = target.matches(TEXT_FIELDS) ? null : target;
  else if (button !== null) lastOutsideMenus = button;
});

/**
 * Returns the focus to the control that opened a dialog without a Radix trigger. Spread the result into
 * `Dialog.Content` or `AlertDialog.Content`.
 */
export function useFocusReturn(): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      const isUsable = active instanceof HTMLElement && active !== document.body;
      opener.current = isUsable && !active.closest('[role=menu]') ? active : lastOutsideMenus;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}
