import { clsx } from 'clsx';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

/** `indeterminate`: some of what it stands for. */
export type Checked = boolean | 'indeterminate';

interface CheckboxProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'checked' | 'onCheckedChange' | 'onChange'> {
  checked: Checked;
  onChange?: (checked: boolean) => void;
}

/** A 16 px box with a larger hit area. Waits for submit, or selects rows. Give `aria-label`, or use CheckboxField. */
export function Checkbox({ checked, onChange, className, ...rest }: CheckboxProps) {
  return (
    <Radix.Root
      {...rest}
      checked={checked}
      onCheckedChange={(next) => onChange?.(next === true)}
      className={clsx(
        'relative inline-grid size-4 flex-none place-items-center rounded-[4px] border-[1.25px] border-border-control bg-surface align-middle',
        'after:absolute after:-inset-[5px] hover:border-text-subtle',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        'disabled:bg-surface-active disabled:opacity-55 data-[state=checked]:disabled:bg-accent',
        className,
      )}
    >
      <Radix.Indicator className="grid size-3.5 text-accent-contrast">
        <svg
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          aria-hidden="true"
        >
          <path
            d={checked === 'indeterminate' ? 'M4 8h8' : 'm4 8.2 2.8 2.8L12 5.4'}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </Radix.Indicator>
    </Radix.Root>
  );
}

interface CheckboxFieldProps extends CheckboxProps {
  children: ReactNode;
}

/** A checkbox with its label beside it. */
export function CheckboxField({ children, className, ...rest }: CheckboxFieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the Radix checkbox inside is the control.
    <label
      className={clsx('flex items-start gap-2', rest.disabled && 'text-text-disabled', className)}
    >
      <Checkbox {...rest} className="mt-0.5" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
