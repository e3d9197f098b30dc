import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TicketSkeleton } from '../../../ui/ticket-skeleton.tsx';

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
        <TicketSkeleton key={card} className="min-h-[132px] max-w-[880px]">
          <Skeleton className="mt-3 h-8 w-full" />
        </TicketSkeleton>
      ))}
    </div>
  );
}
