import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface SelectionBarProps {
  /** Shows nothing at 0. */
  count: number;
  /** Such as "2 out of view". */
  note?: string | undefined;
  onClear: () => void;
  clearLabel?: string;
  /** The main action, with the count: SelectionBarPrimary "Create Encore Tool (3)". */
  primary: ReactNode;
  /** SelectionBarSecondary buttons, hidden on small screens: offer them in the palette too. */
  secondary?: ReactNode;
}

const button =
  'inline-flex items-center gap-1.5 border border-transparent whitespace-nowrap focus-visible:outline-accent-on-inverse [&_svg]:size-4';
const quiet = `${button} h-(--size-control-sm) rounded-sm px-[9px] text-xs font-medium text-text-inverse hover:bg-text-inverse/13 max-md:min-h-9 [&_svg]:text-text-inverse-muted`;
const main = `${button} h-(--size-control) rounded-md bg-accent-on-inverse px-[11px] font-medium text-surface-inverse dark:text-bg max-md:min-h-9 max-md:flex-1 max-md:justify-center max-[360px]:px-1.5 max-[360px]:[&_svg]:hidden`;

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
      className="rising pointer-events-none absolute inset-x-0 bottom-5 z-(--z-selectionbar) flex justify-center px-2 max-md:bottom-2"
    >
      <div
        data-keep-clear
        className="pointer-events-auto flex max-w-full items-center gap-1.5 rounded-xl border border-transparent bg-surface-inverse py-1.5 pr-1.5 pl-2 whitespace-nowrap text-text-inverse shadow-lg max-md:w-full"
      >
        <span role="status" className="tn pr-1 pl-1.5 font-medium">
          {count.toLocaleString('en-US')} selected
          {note ? <span className="font-normal text-text-inverse-muted">, {note}</span> : null}
        </span>
        <button type="button" className={quiet} onClick={onClear}>
          <X />
          <span className="max-md:sr-only">{clearLabel}</span>
        </button>
        <span
          aria-hidden="true"
          className="mx-1 h-6 border-l-[1.5px] max-[360px]:hidden border-dashed border-text-inverse/32"
        />
        {secondary}
        {primary}
      </div>
    </section>
  );
}

interface BarButtonProps {
  icon?: ReactNode;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The main action of the selection bar. */
export function SelectionBarPrimary({ icon, children, ...rest }: BarButtonProps) {
  return (
    <button type="button" {...rest} className={main}>
      {icon}
      {children}
    </button>
  );
}

/** A further action of the selection bar. */
export function SelectionBarSecondary({ icon, children, ...rest }: BarButtonProps) {
  return (
    <button type="button" {...rest} className={`${quiet} max-lg:hidden`}>
      {icon}
      {children}
    </button>
  );
}
