import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { iconButtonClass } from './button-styles.ts';
import type { DialogProps } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';

const overlay =
  'appearing fixed inset-0 z-(--z-overlay) grid place-items-center overflow-y-auto bg-overlay p-5 max-md:p-3';
const surface =
  'rising relative z-(--z-modal) flex max-h-[calc(100dvh-40px)] w-full flex-col rounded-xl bg-surface-raised shadow-lg';

const widths = { md: 'max-w-[480px]', lg: 'max-w-[640px]', xl: 'max-w-[1120px]' };

/** The open dialog; its code is loaded once the page that uses it is idle. */
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
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay}>
          <Radix.Content
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              focusFirst(event);
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={clsx(surface, widths[size])}
          >
            <div className="pt-4 pr-12 pl-5">
              <Radix.Title className="text-lg leading-6 font-[640] tracking-[-0.012em]">
                {title}
              </Radix.Title>
              {description ? (
                <Radix.Description className="text-text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <DialogBody>{children}</DialogBody>
            {footer}
            {/* Last, so that focus starts in the content; no Tooltip, whose layer would take the first Escape. */}
            <Radix.Close
              aria-label="Close"
              title="Close"
              className={clsx(iconButtonClass('ghost', 'sm'), 'absolute top-3.5 right-3')}
            >
              <X aria-hidden="true" strokeWidth={1.75} />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Begins at the control marked `data-focus-first`, where that is not the first one of all. */
function focusFirst(event: Event): void {
  const { target } = event;
  const first =
    target instanceof HTMLElement ? target.querySelector<HTMLElement>('[data-focus-first]') : null;
  if (first === null) return;
  event.preventDefault();
  first.focus();
}

/** The scrolling part. `Dialog` wraps its children in it. */
function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-[18px]">{children}</div>;
}

export const dialogOverlayClass = overlay;
export const dialogSurfaceClass = surface;
