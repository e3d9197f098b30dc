import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-styles.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon, before the label. */
  icon?: ReactNode;
  /** Shows a spinner in place of the icon and ignores presses; the label names the action ('Saving...'). */
  busy?: boolean | undefined;
  /** Called instead of a submit while `aria-disabled`, to show the messages. */
  onBlockedClick?: (() => void) | undefined;
}

/** A button. To block a submit but keep it focusable, give `aria-disabled` and the reason under it. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy,
  className,
  children,
  type = 'button',
  onClick,
  onBlockedClick,
  ...rest
}: ButtonProps) {
  const isDisabled = rest['aria-disabled'] === true;
  const isBlocked = busy === true || isDisabled;
  return (
    <button
      {...rest}
      data-variant={variant}
      type={isBlocked && type === 'submit' ? 'button' : type}
      aria-busy={busy || undefined}
      className={clsx(buttonClass(variant, size), className)}
      onClick={isBlocked ? (isDisabled ? onBlockedClick : undefined) : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
