import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand.tsx';

const BARCODE = [
  3, 1, 2, 1, 4, 1, 1, 3, 2, 1, 3, 1, 1, 2, 4, 1, 2, 3, 1, 1, 2, 1, 3, 1, 4, 2, 1, 1, 3, 1, 2, 4, 1,
  1, 2, 3, 1, 2,
];

/**
 * A page outside the shell, drawn as a ticket: the stub shows the product's name, the body contains
 * a form.
 */
export function TicketCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-bg p-6 max-sm:p-4">
      <div className="ticket-large relative grid w-full max-w-186 rounded-[18px] border border-border-strong bg-surface shadow-sm sm:min-h-108 sm:grid-cols-[248px_1fr]">
        <div className="flex flex-col rounded-l-[17px] bg-surface-inverse p-6 text-text-inverse max-sm:gap-1 max-sm:rounded-t-[17px] max-sm:rounded-bl-none max-sm:py-4.5">
          <BrandMark
            className="size-8.5 text-accent-on-inverse"
            lineClassName="stroke-surface-inverse"
          />
          <p className="mt-4 text-xl leading-6.5 font-semibold tracking-[-0.018em] max-sm:mt-2">
            Boxoffice Desk
          </p>
          <p className="mt-1 text-balance text-text-inverse-muted">
            Queues, prices, codes and bot runs for the ticket desk.
          </p>
          <Barcode />
        </div>
        <span
          aria-hidden="true"
          className="absolute top-4.5 bottom-4.5 left-62 border-l-2 border-dashed border-border-strong max-sm:hidden"
        />
        <div className="flex flex-col justify-center pt-11 pr-12 pb-9 pl-14 max-sm:px-6 max-sm:py-7">
          <h1 className="text-[22px] leading-7 font-semibold tracking-[-0.018em]">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}

function Barcode() {
  return (
    <div
      aria-hidden="true"
      className="mt-auto flex h-8.5 items-stretch gap-0.5 opacity-90 max-sm:hidden"
    >
      {BARCODE.map((width, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
          key={index}
          className="rounded-[0.5px] bg-text-inverse-muted"
          style={{ width }}
        />
      ))}
    </div>
  );
}
