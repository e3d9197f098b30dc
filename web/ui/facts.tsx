import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Facts about one object: labels in a column, values at the right. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={clsx('m-0 grid grid-cols-[64px_minmax(0,1fr)] gap-y-0.5 text-xs', className)}>
      {children}
    </dl>
  );
}

interface FactProps {
  label: ReactNode;
  title?: string | undefined;
  /** Wraps the value instead of truncating it. */
  className?: string;
  dir?: 'auto';
  children: ReactNode;
}

export function Fact({ label, className = 'truncate', children, ...value }: FactProps) {
  return (
    <>
      <dt className="text-text-muted">{label}</dt>
      <dd {...value} className={clsx('tn m-0 min-w-0', className)}>
        {children}
      </dd>
    </>
  );
}
