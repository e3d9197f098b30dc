import type { PresaleWindow, TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { formatDays, formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import { STATE_LABELS, saleStateOf } from '../../../../shared/ticketing/view/events.ts';
import {
  describeSale,
  type SaleBadge,
  type SaleOf,
} from '../../../../shared/ticketing/view/sale.ts';
import { isPublished } from '../../../../shared/ticketing/view/values.ts';
import { zoneName } from '../../../../shared/zone-name.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Missing } from '../../../ui/table.tsx';

/** The value, or 'Not published' for 'N/A'. */
export function Published({ value }: { value: string }) {
  return isPublished(value) ? value : <Missing>Not published</Missing>;
}

/** A sale's start with its zone, for a tooltip: `20/11/2026 10:00 (GMT+1, your time zone)`. */
export function saleTimeTitle(instant: string): string | undefined {
  if (!isPublished(instant)) return undefined;
  return `${formatInstant(instant)} (${zoneName(instant)}, your time zone)`;
}

const TONES: Record<SaleBadge['state'], Tone> = {
  onsale: 'success',
  presale: 'warning',
  offsale: 'info',
  rescheduled: 'warning',
  postponed: 'warning',
  cancelled: 'danger',
  ended: 'neutral',
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
  /** Shows the former date of a rescheduled event only in the tooltip. */
  isShort?: boolean;
}

/**
 * The part of the sale note that the badge does not show: 'from 14/03/2027', 'from 14/03/2027, Presale today 15:00'.
 */
export function SaleNote({ event, isShort = false }: SaleNoteProps) {
  const state = saleStateOf(event);
  const label = STATE_LABELS[state];
  const note = formatDays(event.sale_note ?? '');
  const origin = note.startsWith(label) ? note.slice(label.length).trim() : note;
  const sale = describeSale({ ...event, sale_note: null }, useNow()).label;
  // A rescheduled event has a new date, and its sale continues.
  const isMoved = state === 'rescheduled';
  const rest = isMoved ? [origin, sale].filter(Boolean).join(', ') : origin;
  if (rest === '') return null;
  return (
    <span className="truncate text-warning-text text-xs" title={rest}>
      {isShort && isMoved ? sale : rest}
    </span>
  );
}

/** The presales of an event by name, each with its window in the operator's own time zone. */
export function PresaleList({ windows }: { windows: readonly PresaleWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-xs">
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two presales may be equal in every field, and the order is fixed.
        <li key={index}>
          <div className="font-medium [overflow-wrap:anywhere]">{window.name}</div>
          <div className="tn opacity-75">{windowText(window)}</div>
        </li>
      ))}
    </ul>
  );
}

function windowText({ opens, closes }: PresaleWindow): string {
  if (opens === null && closes === null) return 'Dates not published';
  const zone = zoneName(closes ?? opens ?? '');
  if (closes === null) return `from ${formatInstant(opens ?? '')} ${zone}`;
  if (opens === null) return `until ${formatInstant(closes)} ${zone}`;
  return `${formatInstant(opens)} to ${formatInstant(closes)} ${zone}`;
}
