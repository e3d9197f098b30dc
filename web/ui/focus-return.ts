import { useRef } from 'react';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]';
const DIALOGS = '[role=dialog], [role=alertdialog]';

/**
 * The last focus outside menus. The items of a menu no longer exist when a dialog that they opened
 * closes. Null after a text field: one that lost the focus was left by Escape, and would take the
 * next single key as text.
 */
let lastOutsideMenus: HTMLElement | null = null;
/** The same outside of dialogs: a dialog that replaced another one cannot return the focus to it. */
let lastOutsideDialogs: HTMLElement | null = null;

// Markup that is rendered outside a browser has no document.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const menu = target.closest('[role=menu]');
  // A menu is labelled by its button. The button that had the focus was replaced when the menu was
  // mounted.
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  if (menu === null) lastOutsideMenus = target.matches(TEXT_FIELDS) ? null : target;
  else if (button !== null) lastOutsideMenus = button;
  if (target.closest(DIALOGS) === null) lastOutsideDialogs = lastOutsideMenus;
});

/**
 * Returns the focus to the control that opened a dialog without a Radix trigger. Spread the result into
 * `Dialog.Content` or `AlertDialog.Content`. A dialog that is replaced by another one leaves the focus there.
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
      const from = opener.current;
      // Radix calls this after the dialog is gone, so that the focus can only be in another one.
      const isElsewhere = document.activeElement?.closest(DIALOGS) ?? null;
      if (isElsewhere !== null && !isElsewhere.contains(from)) return;
      (from?.isConnected ? from : lastOutsideDialogs)?.focus();
    },
  };
}
