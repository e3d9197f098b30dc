import { clsx } from 'clsx';

/** A turning ring of 14 or 16 px in the text's colour. Name the wait beside it, or with `label`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        aria-hidden="true"
        className={clsx('spinning size-4 flex-none', className)}
      >
        <path d="M21 12a9 9 0 1 1-6.219-8.56" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </>
  );
}
