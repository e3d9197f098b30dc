import { isCut, ticketsAsked } from '../encore/amounts.ts';
import { type EncoreConfig, encoreFields, variantOfConfig } from '../encore/fields.ts';
import type { ExceededLimit, GuardedEvent } from '../limit-guard/exceeded.ts';
import { cityOf } from './csv.ts';
import type { DispatchEvent, DispatchRequest } from './schema.ts';

/** Ticket limits by event id; events without a known limit are absent. */
export type TicketLimits = ReadonlyMap<string, number>;

/**
 * The events of a dispatch, for comparison with limits. Without Encore parameters, the files
 * contain no numbers of tickets.
 */
export function guardedEvents(request: DispatchRequest, limits: TicketLimits): GuardedEvent[] {
  const config = configOf(request);
  return request.events.map((event) => {
    const limited = { id: event.id, ticketLimit: limits.get(event.id) ?? null };
    return {
      ...limited,
      name: nameOfEvent(event),
      tickets:
        config === null
          ? null
          : ticketsAsked(encoreFields(variantOfConfig(config)), config, limited),
      accounts: event.accounts_amount,
    };
  });
}

/** The configuration of the files; null without Encore parameters. */
function configOf(request: DispatchRequest): EncoreConfig | null {
  return request.use_encore_parameters
    ? (request.encore_parameters?.config ?? { global: {}, events: {}, custom_fields: [] })
    : null;
}

/** Whether the amounts of an event depend on its limit: defaults are cut to it, chosen amounts are not. */
export function dependsOnLimit(request: DispatchRequest, id: string): boolean {
  const config = configOf(request);
  if (config === null) return false;
  const fields = encoreFields(variantOfConfig(config));
  return fields.some((field) => isCut(config, { id, ticketLimit: 1 }, field));
}

/** The lowest ticket limits that an operator confirmed, by event id. */
export function confirmedLimits(confirmed: readonly ExceededLimit[]): TicketLimits {
  const limits = new Map<string, number>();
  for (const { event_id: id, kind, limit } of confirmed)
    if (kind === 'tickets') limits.set(id, Math.min(limit, limits.get(id) ?? limit));
  return limits;
}

/** Venue or city, and date; the id of an event without them. */
export function nameOfEvent(event: DispatchEvent): string {
  const { venue, date } = event.event_infos;
  const name = [venue || cityOf(event), date].filter((part) => part !== '').join(', ');
  return name === '' ? `Event ${event.id}` : name;
}
