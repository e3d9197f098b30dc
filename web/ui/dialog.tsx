import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-layers.tsx';
import { Late, latePart, lazyOf } from './late-part.tsx';
import { overlayCode } from './overlay-code.tsx';

const DialogLayer = lazyOf(overlayCode, 'DialogLayer');

/** A short task that blocks the page. Focus returns to the control that opened it. */
export function Dialog({ footer, ...props }: DialogProps) {
  return (
    <Late code={overlayCode} when={props.open}>
      <DialogLayer {...props} footer={footer ? <DialogFooter>{footer}</DialogFooter> : null} />
    </Late>
  );
}

export interface OpenDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
  /** On Escape, a press on the backdrop and the close button. */
  onClose: () => void;
}

/** A dialog that is open as long as it is mounted. */
export function OpenDialog({ onClose, ...props }: OpenDialogProps) {
  return <Dialog {...props} open onOpenChange={(isOpen) => !isOpen && onClose()} />;
}

/**
 * The line of buttons. In a form inside a dialog it is the form's last child, and stays in view while the form scrolls.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2 rounded-b-xl border-t max-md:rounded-b-none border-border bg-surface-raised px-5 py-3 [form_&]:sticky [form_&]:-bottom-4.5 [form_&]:z-1 [form_&]:-mx-5 [form_&]:mt-4.5 [form_&]:-mb-4.5 [&>p]:basis-full [&>p]:justify-end">
      {children}
    </div>
  );
}

/** Confirms an action that cannot be undone. Stays open until the caller closes it, so that errors can be shown. */
export const ConfirmDialog = latePart(overlayCode, 'ConfirmDialog');
