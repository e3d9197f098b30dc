import type { SaleState } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { STATE_LABELS, saleStateOf } from '../../../../shared/ticketing/view.ts';
import { formatDays } from '../../../../shared/ticketing/view-dates.ts';
import { describeSale, type SaleOf } from '../../../../shared/ticketing/view-sale.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const TONES: Record<SaleState, Tone> = {
  onsale: 'success',
  presale: 'warning',
  offsale: 'info',
  rescheduled: 'warning',
  postponed: 'warning',
  cancelled: 'danger',
};

/** The state of the sale, or the time of its next opening. */
export function StatusBadge({ event }: { event: SaleOf }) {
  const { state, label, title } = describeSale(event, useNow());
  return (
    <span title={title ?? undefined} className="inline-flex">
      <Badge tone={TONES[state]}>{label}</Badge>
    </span>
  );
}

interface SaleNoteProps {
  event: TicketingEvent;
  /** Leaves the former date of a rescheduled event to the tooltip. */
  isShort?: boolean;
}

/** The part of the sale note that the badge does not show: 'from 14/03/2027', 'from 14/03/2027, Presale today 15:00'. */
export function SaleNote({ event, isShort = false }: SaleNoteProps) {
  const state = saleStateOf(event);
  const label = STATE_LABELS[state];
  const note = formatDays(event.sale_note ?? '');
  const origin = note.startsWith(label) ? note.slice(label.length).trim() : note;
  const sale = describeSale({ ...event, sale_note: null }, useNow()).label;
  // A rescheduled event has a new date, and its sale goes on.
  const isMoved = state === 'rescheduled';
  const rest = isMoved ? [origin, sale].filter(Boolean).join(', ') : origin;
  if (rest === '') return null;
  return (
    <span className="truncate text-warning-text text-xs" title={rest}>
      {isShort && isMoved ? sale : rest}
    </span>
  );
}
