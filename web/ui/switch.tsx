import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'role'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, applied at once. */
function Switch({ onChange, className, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state itself.
      role="switch"
      onChange={(event) => onChange(event.currentTarget.checked)}
      className={clsx('switch-track', className)}
    />
  );
}

interface SwitchFieldProps extends SwitchProps {
  /** Below the label. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A switch with its label beside it. */
export function SwitchField({ hint, children, className, ...rest }: SwitchFieldProps) {
  const id = useId();
  const field = (
    // biome-ignore lint/a11y/noLabelWithoutControl: the Switch inside is the control.
    <label
      className={clsx('flex items-start gap-2', rest.disabled && 'text-text-muted', className)}
    >
      <Switch {...rest} {...(hint && { 'aria-describedby': id })} className="mt-px" />
      <span className="min-w-0">{children}</span>
    </label>
  );
  if (!hint) return field;
  return (
    <div>
      {field}
      <p id={id} className="pl-9.5 text-xs leading-4.25 text-text-muted">
        {hint}
      </p>
    </div>
  );
}
