import { clsx } from 'clsx';

/** A grey bar in place of loading content. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'relative block h-2.5 overflow-hidden rounded-sm bg-skeleton',
        'after:absolute after:inset-0 after:-translate-x-full after:animate-[shimmer_1.6s_infinite] after:bg-linear-to-r after:from-transparent after:via-surface/60 after:to-transparent',
        className,
      )}
    />
  );
}

const widths = ['w-44', 'w-36', 'w-48', 'w-40', 'w-41'];

/** Rows of a table that is loading, at the real row height; appears after 200 ms. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className="after-a-moment">
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
          key={row}
          className="flex h-9 items-center gap-3 border-b border-border px-5"
        >
          <Skeleton className="size-4" />
          <Skeleton className={widths[row % widths.length] ?? 'w-40'} />
          <Skeleton className="h-4 w-13" />
          <Skeleton className="ml-auto w-10" />
          <Skeleton className="w-10" />
          <Skeleton className="w-22 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
