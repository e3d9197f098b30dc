import { clsx } from 'clsx';
import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { dialogOverlayClass, dialogSurfaceClass } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Asks the question, with the count: "Delete 12 mailboxes?" */
  title: string;
  /** What is lost and what is kept. */
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

/** Asks before something that cannot be undone. Stays open until the caller closes it, so errors can be shown. */
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
  const safeChoice = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlayClass}>
          <Radix.Content
            // Radix means to focus Cancel itself, which a handler of our own would replace.
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              event.preventDefault();
              safeChoice.current?.focus();
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            className={clsx(dialogSurfaceClass, 'max-w-[420px] p-5')}
          >
            <Radix.Title className="text-lg leading-6 font-[640] tracking-[-0.012em]">
              {title}
            </Radix.Title>
            <Radix.Description asChild>
              <div className="mt-1 text-text-muted">{children}</div>
            </Radix.Description>
            {error ? (
              <p role="alert" className="mt-3 text-xs text-danger-text">
                {error}
              </p>
            ) : null}
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <Radix.Cancel asChild>
                <Button ref={safeChoice}>{cancelLabel}</Button>
              </Radix.Cancel>
              <Button variant={tone} busy={busy} onClick={onConfirm}>
                {busy ? (busyLabel ?? confirmLabel) : confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
