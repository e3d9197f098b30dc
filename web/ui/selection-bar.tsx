import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface SelectionBarProps {
  /** Shows nothing at 0. */
  count: number;
  /** Such as "2 out of view"; for screen readers only on small screens. */
  note?: string | undefined;
  /** Undefined if there is nothing to clear on this page. */
  onClear: (() => void) | undefined;
  clearLabel?: string;
  /** The main action, with the count: SelectionBarPrimary "Create Encore Tool (3)". */
  primary: ReactNode;
  /** SelectionBarSecondary buttons. */
  secondary?: ReactNode;
}

const button =
  'inline-flex flex-none items-center gap-1.5 border border-transparent whitespace-nowrap focus-visible:outline-accent-on-inverse [&_svg]:size-4';
const quiet = `${button} h-(--size-control-sm) rounded-sm px-2.25 text-xs font-medium text-text-inverse hover:bg-text-inverse/13 max-md:min-h-9 [&_svg]:text-text-inverse-muted`;
const main = `${button} h-(--size-control) rounded-md bg-accent-on-inverse px-2.75 font-medium text-surface-inverse dark:text-bg max-md:min-h-9 max-md:flex-auto max-md:justify-center @max-phone:px-1.5 @max-phone:[&_svg]:hidden`;

/** Floats over the list from the first selected item on. The page around it must be positioned. */
export function SelectionBar({
  count,
  note,
  onClear,
  clearLabel = 'Clear',
  primary,
  secondary,
}: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="rising @container pointer-events-none absolute inset-x-0 bottom-5 z-(--z-selectionbar) flex justify-center px-2 max-md:bottom-2"
    >
      <div
        data-keep-clear
        className="pointer-events-auto flex max-w-full items-center gap-1.5 rounded-xl border border-transparent bg-surface-inverse py-1.5 pr-1.5 pl-2 whitespace-nowrap text-text-inverse shadow-lg max-md:w-full"
      >
        <span
          role="status"
          className="tn min-w-0 truncate pr-1 pl-1.5 font-medium max-md:flex-none"
        >
          {count.toLocaleString('en-US')} selected
          {note ? (
            <span className="font-normal text-text-inverse-muted max-md:sr-only">, {note}</span>
          ) : null}
        </span>
        {onClear ? (
          <button type="button" className={quiet} onClick={onClear}>
            <X />
            <span className="max-md:sr-only">{clearLabel}</span>
          </button>
        ) : null}
        <span
          aria-hidden="true"
          className="mx-1 h-6 flex-none border-l-[1.5px] @max-phone:hidden border-dashed border-text-inverse/32"
        />
        {secondary}
        {primary}
      </div>
    </section>
  );
}

interface BarButtonProps extends ComponentProps<'button'> {
  icon?: ReactNode;
}

/** The main action of the selection bar. `shortcut` is the label of its key. */
export function SelectionBarPrimary({
  icon,
  shortcut,
  children,
  ...rest
}: BarButtonProps & { shortcut?: string }) {
  return (
    <button type="button" {...rest} className={main}>
      {icon}
      {children}
      {shortcut ? (
        <span
          aria-hidden="true"
          className="ml-0.5 text-2xs font-medium opacity-75 max-md:hidden pointer-coarse:hidden"
        >
          {shortcut}
        </span>
      ) : null}
    </button>
  );
}

/**
 * The width of the page from which a further action is shown: any width except a telephone's, 1,024
 * px, 1,152 px.
 */
const SHOWN_FROM = {
  any: '@max-phone:hidden',
  medium: '@max-5xl:hidden',
  wide: '@max-6xl:hidden',
} as const;
export type SelectionBarWidth = keyof typeof SHOWN_FROM;

/**
 * A further action of the selection bar, or the trigger of a menu. Actions that are hidden on
 * narrow pages are also in the menu and in the palette.
 */
export function SelectionBarSecondary({
  icon,
  from = 'medium',
  children,
  ...rest
}: BarButtonProps & { from?: SelectionBarWidth | undefined }) {
  return (
    <button type="button" {...rest} className={`${quiet} ${SHOWN_FROM[from]}`}>
      {icon}
      {children}
    </button>
  );
}
