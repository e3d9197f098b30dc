import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { AlertDialog, Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { iconButtonClass } from './button-styles.ts';
import { useFocusReturn } from './focus-return.ts';

/**
 * On a telephone, dialogs are at the lower edge in full width, where a thumb reaches their buttons.
 */
const backdropClass =
  'appearing fixed inset-0 z-(--z-overlay) grid place-items-center overflow-y-auto bg-overlay p-5 max-md:items-end max-md:p-0';
const surfaceClass =
  'rising relative z-(--z-modal) flex max-h-[calc(100dvh-40px)] w-full flex-col rounded-xl bg-surface-raised shadow-lg max-md:max-w-none max-md:rounded-b-none';
const titleClass = 'text-lg leading-6 font-semibold tracking-[-0.012em]';
const widths = { md: 'max-w-120', lg: 'max-w-160', xl: 'max-w-280' };

export interface DialogProps {
  open: boolean;
  /** Called with false on Escape, a press on the backdrop and the close button. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /**
   * Buttons at the bottom, the main one last. A form in `children` may have its own with
   * DialogFooter.
   */
  footer?: ReactNode;
  /** 480 px, 640 px, or 1120 px for pictures. */
  size?: 'md' | 'lg' | 'xl' | undefined;
  children: ReactNode;
}

export function DialogLayer({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  children,
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={backdropClass}>
          <Dialog.Content
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              focusFirst(event);
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={clsx(surfaceClass, widths[size])}
          >
            <div className="pt-4 pr-12 pl-5">
              <Dialog.Title className={titleClass}>{title}</Dialog.Title>
              {description ? (
                <Dialog.Description className="text-text-muted">{description}</Dialog.Description>
              ) : null}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-4.5">{children}</div>
            {footer}
            {/* Last, so that focus starts in the content. A Tooltip would handle the first Escape. */}
            <Dialog.Close
              aria-label="Close"
              title="Close"
              className={clsx(iconButtonClass('ghost', 'sm'), 'absolute top-3.5 right-3')}
            >
              <X />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Focuses the control marked `data-focus-first` instead of the first one. */
function focusFirst(event: Event): void {
  const { target } = event;
  const first =
    target instanceof HTMLElement ? target.querySelector<HTMLElement>('[data-focus-first]') : null;
  if (first === null) return;
  event.preventDefault();
  first.focus();
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question with the count: "Delete 12 mailboxes?" */
  title: string;
  /** The data that is lost and the data that is kept. */
  children: ReactNode;
  /** Repeats the verb: "Delete 12 mailboxes". */
  confirmLabel: string;
  /** "Keep mailboxes" or 'Cancel'. Focus starts here. */
  cancelLabel?: string;
  /** Shown on the button while `busy`, such as 'Deleting...'. */
  busyLabel?: string;
  busy?: boolean;
  /** Why it failed; shown above the buttons. */
  error?: string | null;
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  busyLabel,
  busy = false,
  error,
  tone = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={backdropClass}>
          <AlertDialog.Content
            // This handler replaces the one of Radix, which focuses Cancel.
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              event.preventDefault();
              cancelButton.current?.focus();
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            className={clsx(surfaceClass, 'max-w-105 p-5')}
          >
            <AlertDialog.Title className={titleClass}>{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="mt-1 text-text-muted">{children}</div>
            </AlertDialog.Description>
            {error ? (
              <p role="alert" className="mt-3 text-xs text-danger-text">
                {error}
              </p>
            ) : null}
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button ref={cancelButton}>{cancelLabel}</Button>
              </AlertDialog.Cancel>
              <Button variant={tone} busy={busy} onClick={onConfirm}>
                {busy ? (busyLabel ?? confirmLabel) : confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
