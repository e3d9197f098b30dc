import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

interface SeatMapProps {
  /** Address of the picture. */
  src: string;
  eventName: string;
}

/** A small seat map that opens large. */
export function SeatMap({ src, eventName }: SeatMapProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="text-xs text-text-muted">The seat map could not be loaded.</p>;
  return (
    <>
      <button
        type="button"
        className="block w-full max-w-[180px] overflow-hidden rounded-md border border-border-strong bg-surface hover:border-border-control"
        onClick={() => setIsOpen(true)}
      >
        <img
          src={src}
          alt={`Seat map of ${eventName}, opens large`}
          loading="lazy"
          className="block h-24 w-full object-contain"
          onError={() => setIsBroken(true)}
        />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Seat map"
        description={eventName}
        size="xl"
      >
        <img
          src={src}
          alt={`Seat map of ${eventName}`}
          className="mx-auto block max-h-[72dvh] w-full rounded-md bg-surface object-contain"
        />
      </Dialog>
    </>
  );
}
