import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

interface TicketSkeletonProps {
  /** The height and width of the card that replaces the skeleton. */
  className: string;
  /** Lines under the first two. */
  children?: ReactNode;
}

/** The placeholder of an event's ticket that is loading. */
export function TicketSkeleton({ className, children }: TicketSkeletonProps) {
  return (
    <div aria-hidden="true" className={clsx('ticket', className)}>
      <div className="ticket-stub gap-2">
        <Skeleton className="w-6" />
        <Skeleton className="h-5 w-7" />
        <Skeleton className="w-9" />
      </div>
      <div className="flex flex-col gap-2.5 p-3">
        <Skeleton className="w-24" />
        <Skeleton className="h-3.5 w-40" />
        {children}
      </div>
    </div>
  );
}
