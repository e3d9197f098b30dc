import { ticketsAsked } from '../encore/amounts.ts';
import { encoreFields, variantOfConfig } from '../encore/fields.ts';
import type { GuardedEvent } from '../limit-guard/exceeded.ts';
import { cityOf } from './csv.ts';
import type { DispatchEvent, DispatchRequest } from './schema.ts';

/** Ticket limits by event id; events without a known limit are absent. */
export type TicketLimits = ReadonlyMap<string, number>;

/** The events of a dispatch, to be compared with limits. Without Encore parameters the files name no tickets. */
export function guardedEvents(request: DispatchRequest, limits: TicketLimits): GuardedEvent[] {
  const config = request.use_encore_parameters
    ? (request.encore_parameters?.config ?? { global: {}, events: {}, custom_fields: [] })
    : null;
  return request.events.map((event) => {
    const limited = { id: event.id, ticketLimit: limits.get(event.id) ?? null };
    return {
      ...limited,
      name: nameOf(event),
      tickets:
        config === null
          ? null
          : ticketsAsked(encoreFields(variantOfConfig(config)), config, limited),
      accounts: event.accounts_amount,
    };
  });
}

/** Venue or city, and date; the id of an event without them. */
function nameOf(event: DispatchEvent): string {
  const { venue, date } = event.event_infos;
  const name = [venue || cityOf(event), date].filter((part) => part !== '').join(', ');
  return name === '' ? `Event ${event.id}` : name;
}
