import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const CARDS = ['a', 'b', 'c'];

/** Cards that are coming, in their places. */
export function EncoreLoading() {
  return (
    <div className="after-a-moment flex flex-col gap-3 p-5 max-md:p-3.5">
      <p role="status" className="flex items-center gap-2 text-text-muted">
        <Spinner className="text-accent-text" />
        Loading events and accounts...
      </p>
      {CARDS.map((card) => (
        <div key={card} aria-hidden="true" className="ticket min-h-[132px] max-w-[880px]">
          <div className="ticket-stub gap-2">
            <Skeleton className="w-6" />
            <Skeleton className="h-5 w-7" />
            <Skeleton className="w-9" />
          </div>
          <div className="flex flex-col gap-2.5 p-3">
            <Skeleton className="w-24" />
            <Skeleton className="h-3.5 w-44" />
            <Skeleton className="mt-3 h-8 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
