import { Dialog } from 'radix-ui';
import { type ReactNode, use } from 'react';
import { useFocusReturn } from '../../../ui/focus-return.ts';
import { ShowLayer } from '../shell-state.ts';

/** The sidebar on screens below 768 px: 280 px from the left, over the page. */
export function NavDrawer({ children }: { children: ReactNode }) {
  const show = use(ShowLayer);
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={() => show(null)}>
      <Dialog.Portal>
        <Dialog.Overlay className="appearing fixed inset-0 z-(--z-overlay) bg-overlay md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          // The focus starts on the drawer itself: on the close button, its tooltip would open and
          // handle the first Escape.
          onCloseAutoFocus={onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          className="fixed inset-y-0 left-0 z-(--z-overlay) w-70 max-w-[86vw] animate-[slide-in-left_var(--duration-base)_var(--ease-out)] border-r border-border shadow-lg outline-none! md:hidden"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
