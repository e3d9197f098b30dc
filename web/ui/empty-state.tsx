import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface EmptyStateProps {
  title: string;
  /** The content that will appear here, or the query and filters that hide it. */
  children?: ReactNode;
  /** The action that fills it, or Clear filters. */
  actions?: ReactNode;
  /** Replaces the outlined ticket. */
  art?: ReactNode;
  headingLevel?: 2 | 3;
  className?: string;
}

/** An empty list: why it is empty, and the action that fills it. */
export function EmptyState({
  title,
  children,
  actions,
  art,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className={clsx('flex flex-col items-center gap-1 px-6 py-9 text-center', className)}>
      <div className="mb-2.5 text-text-subtle">{art ?? <TicketOutline />}</div>
      <Heading className="text-md font-semibold">{title}</Heading>
      {children ? <div className="max-w-[42ch] text-pretty text-text-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

interface NoMatchProps {
  title: string;
  /** A description of the search or the filters. */
  children: ReactNode;
  clearLabel?: string;
  onClear: () => void;
}

/** Filters hide all rows. */
export function NoMatch({ clearLabel = 'Clear filters', onClear, ...texts }: NoMatchProps) {
  return (
    <EmptyState
      {...texts}
      className="flex-1 bg-bg"
      actions={<Button onClick={onClear}>{clearLabel}</Button>}
    />
  );
}

function TicketOutline() {
  return (
    <svg width="96" height="56" viewBox="0 0 96 56" fill="none" aria-hidden="true">
      <path
        d="M9 5h78a5 5 0 0 1 5 5v10a8 8 0 0 0 0 16v10a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V36a8 8 0 0 0 0-16V10a5 5 0 0 1 5-5z"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="4 3.5"
      />
      <path d="M32 12v32" stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 3" />
      <path
        d="M44 22h32M44 29h22M44 36h26"
        stroke="var(--color-border-strong)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
