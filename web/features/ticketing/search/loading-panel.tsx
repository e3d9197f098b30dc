import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TicketSkeleton } from '../../../ui/ticket-skeleton.tsx';

interface LoadingPanelProps {
  /** The text, such as "Loading events", without a full stop. */
  title: string;
  /** The shape of the result: event cards, or rows of a list. */
  shape: 'cards' | 'rows';
  onCancel: () => void;
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A wait that can be long: its subject, the elapsed time, Cancel, and a skeleton of the result. */
export function LoadingPanel({ title, shape, onCancel }: LoadingPanelProps) {
  return (
    <div className="mt-2 min-h-0 flex-1 overflow-hidden border-t border-border bg-bg">
      <div className="after-a-moment p-5 max-md:p-3.5">
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Spinner className="text-accent-text" />
          <p role="status">
            <span className="font-medium">{title}.</span>{' '}
            <span className="text-text-muted">This can take up to 60 seconds.</span>
          </p>
          <Elapsed />
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <div
          aria-hidden="true"
          className={clsx(
            shape === 'cards' &&
              'grid grid-cols-[repeat(auto-fill,minmax(272px,1fr))] gap-3 max-md:grid-cols-1',
          )}
        >
          {PLACES.map((place) =>
            shape === 'cards' ? (
              <TicketSkeleton key={place} className="min-h-41">
                <Skeleton className="w-28" />
              </TicketSkeleton>
            ) : (
              <div key={place} className="flex h-14 items-center gap-3 border-b border-border">
                <Skeleton className="size-10 flex-none" />
                <Skeleton className="w-48" />
                <Skeleton className="ml-auto w-24" />
              </div>
            ),
          )}
        </div>
      </div>
    </div>
  );
}

function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      setSeconds(Math.floor((performance.now() - startedAt) / 1000));
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label="Elapsed time" className="tn text-text-subtle">
      {seconds}&nbsp;s
    </span>
  );
}
