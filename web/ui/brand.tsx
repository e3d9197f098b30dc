import { clsx } from 'clsx';

/** The product's mark: a ticket with a rising line. `lineClassName` sets the colour of its lines. */
export function BrandMark({
  className,
  lineClassName = 'stroke-bg',
}: {
  className?: string;
  lineClassName?: string;
}) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('block flex-none', className)}>
      <path
        fill="currentColor"
        d="M4 3.5h16A1.5 1.5 0 0 1 21.5 5v4.3a2.75 2.75 0 0 0 0 5.4V19a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 19v-4.3a2.75 2.75 0 0 0 0-5.4V5A1.5 1.5 0 0 1 4 3.5z"
      />
      <path d="M9.2 6.2v11.6" className={lineClassName} strokeWidth="1.5" strokeDasharray="2 1.9" />
      <path
        d="M12.6 14.9l2-3 1.7 1.7 2.3-4.3"
        fill="none"
        className={lineClassName}
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
