import type { SaleState } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { STATE_LABELS, saleStateOf } from '../../../../shared/ticketing/view.ts';
import { formatEventDate } from '../../../../shared/ticketing/view-dates.ts';
import { describeSale } from '../../../../shared/ticketing/view-sale.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const TONES: Record<SaleState, Tone> = {
  onsale: 'success',
  presale: 'warning',
  offsale: 'info',
  postponed: 'warning',
  cancelled: 'danger',
};

/** The state of the sale, or the time of its next opening. */
export function StatusBadge({ event }: { event: TicketingEvent }) {
  const { state, label, title } = describeSale(event, useNow());
  return (
    <span title={title ?? undefined} className="inline-flex">
      <Badge tone={TONES[state]}>{label}</Badge>
    </span>
  );
}

/** The part of the sale note that the badge does not show: 'Rescheduled from 14/03/2027', 'from 14/03/2027'. */
export function SaleNote({ event }: { event: TicketingEvent }) {
  const label = STATE_LABELS[saleStateOf(event)];
  const note = (event.sale_note ?? '').replace(/\d{4}-\d{2}-\d{2}/g, formatEventDate);
  const rest = note.startsWith(label) ? note.slice(label.length).trim() : note;
  if (rest === '') return null;
  return (
    <span className="truncate text-warning-text text-xs" title={note}>
      {rest}
    </span>
  );
}
