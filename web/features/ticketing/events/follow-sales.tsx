import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useNow } from '../../../lib/now.ts';
import { FollowEvent, type SaleAhead } from '../../reminders/follow.tsx';
import { eventName } from '../selection/event-links.tsx';

/** The sales of an event that open after `now` (milliseconds), the soonest first. A cancelled event has none. */
export function salesAhead(event: TicketingEvent, now: number): SaleAhead[] {
  if (event.sale_note === 'Cancelled') return [];
  const { id: event_id } = event;
  return [
    ...event.presale_windows.map(({ name, opens }) => ({
      event_id,
      kind: 'presale' as const,
      presale_name: name,
      opensAt: opens ?? '',
    })),
    {
      event_id,
      kind: 'general' as const,
      presale_name: null,
      opensAt: event.generalSaleStart,
    },
  ]
    .filter(({ opensAt }) => Date.parse(opensAt) > now)
    .sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt));
}

/** Follows the future sales of an event. */
export function FollowSales({ event }: { event: TicketingEvent }) {
  return <FollowEvent sales={salesAhead(event, useNow())} of={eventName(event)} />;
}
