import { useRef } from 'react';

/** What was focused last outside of menus: their items are gone when a dialog that they opened closes. */
let lastOutsideMenus: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=menu]')) lastOutsideMenus = target;
});

/**
 * Gives focus back to what opened a dialog that has no Radix trigger of its own. Spread the result into
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
