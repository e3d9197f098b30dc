import { clsx } from 'clsx';
import { AlertDialog as Radix } from 'radix-ui';
import { useRef } from 'react';
import { Button } from './button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { dialogOverlayClass, dialogSurfaceClass } from './dialog-layer.tsx';
import { useFocusReturn } from './focus-return.ts';

/** The open question; its code is loaded once the page that uses it is idle. */
export function ConfirmDialogLayer({
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
