import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** 36, 30 or 48 px rows. */
export type Density = 'comfortable' | 'compact' | 'two-line';

interface TableProps extends ComponentProps<'table'> {
  /** Names the table and its scrolling region. */
  label: string;
  density?: Density;
  /** Takes the free height and scrolls; disabled if the page scrolls. */
  scrollClassName?: string;
  /** Ref of the scrolling region, for a virtual list. */
  scrollRef?: React.Ref<HTMLDivElement>;
}

/** A scrolling region with a table whose head stays in view. Inside: ordinary thead, tbody, tr. */
export function Table({
  label,
  density = 'comfortable',
  scrollClassName,
  scrollRef,
  className,
  ...rest
}: TableProps) {
  return (
    <section
      ref={scrollRef}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={clsx('table-scroll -outline-offset-2', scrollClassName)}
    >
      <table
        {...rest}
        aria-label={label}
        data-density={density}
        className={clsx('data-table', className)}
      />
    </section>
  );
}

interface HeadCellProps extends ComponentProps<'th'> {
  /** Figures are right-aligned, under a right-aligned head. */
  align?: 'left' | 'right';
}

/** A column's head without sorting. */
export function HeadCell({ align = 'left', ...rest }: Omit<HeadCellProps, 'ref'>) {
  return <th scope="col" {...rest} data-align={align} />;
}

/** The content of a cell without a value: "Not published", "None". */
export function Missing({ children = 'None' }: { children?: ReactNode }) {
  return <span className="text-text-subtle">{children}</span>;
}

/** The line under a table: counts, hints, paging. */
export function TableFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-keep-clear=""
      className="flex min-h-9.5 flex-none flex-wrap items-center gap-3 border-t border-border bg-surface py-1 pr-4 pl-5 text-xs text-text-muted max-md:pl-3.5"
    >
      {children}
    </div>
  );
}
