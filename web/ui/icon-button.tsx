import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, iconButtonClass } from './button-styles.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The tooltip and the accessible name. */
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  /** Shown in the tooltip. */
  shortcut?: string | undefined;
  variant?: ButtonVariant;
  size?: ButtonSize;
  busy?: boolean;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A square button with an icon, its name in a tooltip. */
export function IconButton({
  label,
  icon,
  shortcut,
  variant = 'ghost',
  size = 'sm',
  busy,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-busy={busy || undefined}
        className={clsx(iconButtonClass(variant, size), className)}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
