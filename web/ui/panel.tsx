import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title?: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a form or side panel, separated from the previous one by a hairline. */
export function Section({ title, actions, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={clsx('border-border px-5 py-4 max-md:px-3.5 [&+section]:border-t', className)}
    >
      {title ? (
        <div className="mb-3 flex items-center gap-2">
          <h2 id={id} className="min-w-0 flex-1 font-semibold">
            {title}
          </h2>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}
