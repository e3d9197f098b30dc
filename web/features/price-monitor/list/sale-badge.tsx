import { SALE_STATE_NAMES, type SaleState } from '../../../../shared/price-monitor/sale-state.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Availability } from '../../../ui/availability.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { shownSaleState } from '../view.ts';

const TONES: Readonly<Record<SaleState, Tone>> = {
  on_sale: 'success',
  not_yet: 'info',
  sold_out: 'neutral',
  cancelled: 'danger',
  no_event: 'warning',
  unreadable: 'warning',
  refused: 'warning',
  unknown: 'warning',
};

/** How many tickets are left, or the state of the sale if none can be bought or the page cannot be read. */
export function SaleBadge({ event }: { event: WatchedEvent }) {
  const state = shownSaleState(event);
  return state === null ? (
    <Availability
      level={event.availability}
      count={event.tickets_left === null ? null : formatNumber(event.available)}
    />
  ) : (
    <span title={event.failure ?? undefined} className="inline-flex">
      <Badge tone={TONES[state]}>{SALE_STATE_NAMES[state]}</Badge>
    </span>
  );
}
