import { clsx } from 'clsx';
import { Switch as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

interface SwitchProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'onCheckedChange' | 'onChange'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, applied at once. Give `aria-label`, or use SwitchField. */
export function Switch({ onChange, className, ...rest }: SwitchProps) {
  return (
    <Radix.Root
      {...rest}
      onCheckedChange={onChange}
      className={clsx(
        'relative h-[18px] w-[30px] flex-none rounded-full bg-border-control transition-colors duration-(--duration-fast)',
        'after:absolute after:-inset-[5px] data-[state=checked]:bg-accent disabled:opacity-50 forced-colors:border',
        className,
      )}
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-surface shadow-sm transition-transform duration-(--duration-fast) ease-out data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-accent-contrast" />
    </Radix.Root>
  );
}

/** A switch with its label beside it. */
export function SwitchField({
  children,
  className,
  ...rest
}: SwitchProps & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the Radix switch inside is the control.
    <label
      className={clsx('flex items-start gap-2', rest.disabled && 'text-text-muted', className)}
    >
      <Switch {...rest} className="mt-px" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
