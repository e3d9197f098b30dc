import { clsx } from 'clsx';

/** `primary`: once per view. `danger`: only to confirm something. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';
/** 24, 28 (top bar, toolbars, rows), 32 (forms, dialogs), 40 px (login). */
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg';

const base =
  'inline-flex flex-none items-center justify-center gap-1.5 border font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,border-color] duration-(--duration-instant) max-md:min-h-9 ' +
  'aria-busy:pointer-events-none [&_svg]:flex-none';

const off =
  'disabled:cursor-not-allowed disabled:shadow-none disabled:text-text-disabled ' +
  'aria-disabled:cursor-not-allowed aria-disabled:shadow-none aria-disabled:text-text-disabled';
const offFilled =
  'disabled:bg-surface-active disabled:border-border aria-disabled:bg-surface-active aria-disabled:border-border';

const variants: Record<ButtonVariant, string> = {
  primary: clsx(
    offFilled,
    'border-transparent bg-accent text-accent-contrast shadow-xs',
    'not-disabled:not-aria-disabled:hover:bg-accent-hover not-disabled:not-aria-disabled:active:bg-accent-active',
  ),
  secondary: clsx(
    offFilled,
    'border-border-strong bg-surface-raised text-text shadow-xs [&_svg]:text-text-muted',
    'not-disabled:not-aria-disabled:hover:border-border-control not-disabled:not-aria-disabled:hover:bg-surface-hover',
    'not-disabled:not-aria-disabled:active:bg-surface-active not-disabled:not-aria-disabled:active:shadow-none',
  ),
  ghost: clsx(
    'border-transparent bg-transparent text-text-muted',
    'not-disabled:not-aria-disabled:hover:bg-surface-active not-disabled:not-aria-disabled:hover:text-text',
    'not-disabled:not-aria-disabled:active:bg-surface-active',
  ),
  danger: clsx(
    offFilled,
    'border-transparent bg-danger text-danger-contrast shadow-xs',
    'not-disabled:not-aria-disabled:hover:bg-danger-hover not-disabled:not-aria-disabled:active:bg-danger-hover',
  ),
  'danger-ghost': clsx(
    'border-transparent bg-transparent text-danger-text',
    'not-disabled:not-aria-disabled:hover:bg-danger-subtle',
    'not-disabled:not-aria-disabled:active:border-danger-border',
  ),
};

const sizes: Record<ButtonSize, string> = {
  xs: 'h-(--size-control-xs) gap-1 rounded-sm px-1.75 text-xs [&_svg]:size-3.5',
  sm: 'h-(--size-control-sm) rounded-sm px-2.25 text-xs [&_svg]:size-4',
  md: 'h-(--size-control) rounded-md px-2.75 [&_svg]:size-4',
  lg: 'h-(--size-control-lg) rounded-md px-4 text-md [&_svg]:size-4',
};

const squares: Record<ButtonSize, string> = {
  xs: 'w-(--size-control-xs) px-0! max-md:min-w-8',
  sm: 'w-(--size-control-sm) px-0! max-md:min-w-9',
  md: 'w-(--size-control) px-0! max-md:min-w-9',
  lg: 'w-(--size-control-lg) px-0!',
};

/** Classes of a button, for links that look like one: `className={buttonClass('secondary', 'sm')}`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return clsx(base, off, variants[variant], sizes[size]);
}

/** Classes of a square button that contains only an icon. */
export function iconButtonClass(variant: ButtonVariant = 'ghost', size: ButtonSize = 'sm'): string {
  return clsx(buttonClass(variant, size), squares[size]);
}
