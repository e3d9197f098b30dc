import type { SaleStatus, TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { STATUS_LABELS } from '../../../../shared/ticketing/view.ts';
import { formatEventDate } from '../../../../shared/ticketing/view-dates.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const TONES: Record<SaleStatus, Tone> = { onsale: 'success', presale: 'warning', offsale: 'info' };

/** The sale state. A cancelled event says so instead: 'Upcoming Sale' would promise one. */
export function StatusBadge({ event }: { event: TicketingEvent }) {
  if (isCancelled(event)) return <Badge tone="danger">{event.sale_note}</Badge>;
  return <Badge tone={TONES[event.status]}>{STATUS_LABELS[event.status]}</Badge>;
}

/** The note of an event that was put off: 'Rescheduled from 2027-03-14'. */
export function SaleNote({ event }: { event: TicketingEvent }) {
  if (event.sale_note === null || isCancelled(event)) return null;
  return (
    <span className="truncate text-warning-text text-xs" title={noteText(event.sale_note)}>
      {noteText(event.sale_note)}
    </span>
  );
}

/** The note with its date in the screen's form. */
function noteText(note: string): string {
  return note.replace(/\d{4}-\d{2}-\d{2}/g, formatEventDate);
}

function isCancelled({ sale_note }: TicketingEvent): boolean {
  return sale_note !== null && /^cancell?ed/i.test(sale_note);
}
