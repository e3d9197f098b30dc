import { Skeleton } from '../../../ui/skeleton.tsx';

/** Cards that are on their way. */
export function AccountsLoading() {
  return (
    <div
      role="status"
      aria-label="Loading accounts..."
      className="after-a-moment grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-3 p-5 max-md:p-3.5"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex flex-col gap-3 rounded-lg border border-border p-3.5">
          <Skeleton className="w-16" />
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="w-36" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}
