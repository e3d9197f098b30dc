import type { ReactNode } from 'react';
import { useId } from 'react';

interface SectionProps {
  title: string;
  /** One line beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the page of a sale, separated from the previous one by a hairline. */
export function SaleSection({ title, note, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-border pb-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-5 pt-3.5 pb-2 max-md:px-3.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {note ? <span className="min-w-0 text-xs text-text-muted">{note}</span> : null}
        {actions ? <span className="ml-auto flex items-center gap-2">{actions}</span> : null}
      </div>
      {children}
    </section>
  );
}

interface NothingProps {
  icon: ReactNode;
  title: string;
  /** Why there is nothing, and when it is checked again. */
  children: ReactNode;
  action?: ReactNode;
}

/** A section without content. */
export function Nothing({ icon, title, children, action }: NothingProps) {
  return (
    <div className="flex flex-wrap items-start gap-3 px-5 max-md:px-3.5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-text-subtle">
      {icon}
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{title}</p>
        <div className="max-w-[60ch] text-xs text-pretty text-text-muted">{children}</div>
      </div>
      {action}
    </div>
  );
}
