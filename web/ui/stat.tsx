import { clsx } from 'clsx';
import { Children, type ReactNode } from 'react';

/**
 * A row of headline figures under the top bar, separated by hairlines. Three fit a small screen;
 * four are in two rows.
 */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  const isLong = Children.count(children) > 4;
  return (
    <section
      aria-label={label}
      // A scrolling region must be reachable by keyboard.
      tabIndex={isLong ? 0 : undefined}
      className={clsx(
        'flex-none border-b border-border -outline-offset-2',
        isLong && 'overflow-x-auto [scrollbar-width:none]',
      )}
    >
      <dl
        className={clsx(
          'm-0 grid auto-cols-fr grid-flow-col [&>*]:border-border [&>*+*]:border-l',
          // A long figure takes the space it needs from its neighbours.
          isLong && 'md:auto-cols-[minmax(max-content,1fr)]',
          isLong && 'max-md:w-max max-md:auto-cols-[minmax(116px,max-content)]',
          Children.count(children) === 4 &&
            'max-md:grid-flow-row max-md:grid-cols-2 max-md:[&>:nth-child(3)]:border-l-0 max-md:[&>:nth-child(n+3)]:border-t',
        )}
      >
        {children}
      </dl>
    </section>
  );
}

interface StatProps {
  label: string;
  value: ReactNode;
  /** A unit after the figure, smaller. */
  unit?: string;
  /** One line of context under it. */
  children?: ReactNode;
}

/** Why a figure has no value, at the height of a value. */
export const StatReason = ({ children }: { children: ReactNode }) => (
  <span className="text-sm font-normal tracking-normal text-text-muted">{children}</span>
);

/** One figure of a StatRow. */
export function Stat({ label, value, unit, children }: StatProps) {
  return (
    <div className="min-w-0 py-3.25 pr-4 pl-5 max-md:pr-2 max-md:pl-3.5 max-md:py-2.5">
      <dt className="truncate text-xs text-text-muted">{label}</dt>
      <dd className="tn m-0 text-2xl font-semibold tracking-[-0.022em] max-md:text-[22px] max-md:leading-7">
        {value}
        {unit ? (
          <small className="ml-1 text-sm font-normal tracking-normal text-text-muted">{unit}</small>
        ) : null}
      </dd>
      {children ? (
        <dd className="m-0 flex items-center gap-1.25 overflow-hidden text-xs whitespace-nowrap text-text-muted">
          {children}
        </dd>
      ) : null}
    </div>
  );
}
