import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface TicketCardProps extends ComponentProps<'article'> {
  /** The stub of the event, with its three lines. */
  stub: ReactNode;
  selected?: boolean;
  /** Whether the keyboard cursor is here. */
  cursor?: boolean;
  /** Top right, such as a Checkbox. */
  corner?: ReactNode;
}

/** An event as a ticket: date stub, perforation, notches. It is placed on the canvas colour. */
export function TicketCard({
  stub,
  selected = false,
  cursor = false,
  corner,
  className,
  children,
  ...rest
}: TicketCardProps) {
  return (
    <article
      {...rest}
      data-selected={selected}
      data-cursor={cursor || undefined}
      className={clsx('ticket', className)}
    >
      <div className="ticket-stub">{stub}</div>
      <div className="flex min-w-0 flex-col py-2.5 pr-2.75 pl-3.25">{children}</div>
      {corner ? <div className="absolute top-2.75 right-2.5 flex">{corner}</div> : null}
    </article>
  );
}

/** The stub's content: month, day, weekday. Give one `time` element's machine value with `dateTime`. */
function DateStub({
  month,
  day,
  weekday,
  dateTime,
}: {
  month: string;
  day: string;
  weekday: string;
  dateTime?: string | undefined;
}) {
  return (
    <time dateTime={dateTime} className="flex flex-col items-center">
      <span className="text-2xs leading-[1.15] font-semibold text-accent-text">{month}</span>
      <span className="tn text-[22px] leading-6.5 font-semibold tracking-[-0.02em]">{day}</span>
      <span className="text-2xs leading-[1.15] text-text-muted">{weekday}</span>
    </time>
  );
}

interface EventStubProps {
  /** The day at the venue with its time if one is published, or a note in its place. */
  stub: (Parameters<typeof DateStub>[0] & { time: string | null }) | { note: string };
}

/** An event's stub: its day and time, or why there is none. */
export function EventStub({ stub }: EventStubProps) {
  if ('note' in stub) return <span className="px-1 text-2xs text-text-muted">{stub.note}</span>;
  const { time, ...day } = stub;
  return (
    <>
      <DateStub {...day} />
      {time === null ? null : <span className="tn mt-0.75 text-2xs text-text-muted">{time}</span>}
    </>
  );
}
