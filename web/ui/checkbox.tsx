import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

/** `indeterminate`: some of its items are checked. */
export type Checked = boolean | 'indeterminate';

interface CheckboxProps
  extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type' | 'ref'> {
  checked: Checked;
  onChange?: (checked: boolean) => void;
}

/** A 16 px box with a larger hit area. Waits for submit, or selects rows. Give `aria-label`, or use CheckboxField. */
export function Checkbox({ checked, onChange, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = checked === 'indeterminate';
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      checked={checked === true}
      onChange={(event) => onChange?.(event.currentTarget.checked)}
      className={clsx('check-box', className)}
    />
  );
}

interface CheckboxFieldProps extends CheckboxProps {
  children: ReactNode;
}

/** A checkbox with its label beside it. */
export function CheckboxField({ children, className, ...rest }: CheckboxFieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the Checkbox inside is the control.
    <label
      className={clsx('flex items-start gap-2', rest.disabled && 'text-text-disabled', className)}
    >
      <Checkbox {...rest} className="mt-0.5" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
