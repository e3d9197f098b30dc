import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { PopoverProps } from './popover.tsx';

/** The open popover; mounted by the press that opens it. */
export function PopoverLayer({
  trigger,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            'appearing z-(--z-popover) max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] min-w-[220px] overflow-auto rounded-lg bg-surface-raised p-3 shadow-md',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
