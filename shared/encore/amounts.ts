import {
  type FieldValue,
  resolveValue,
  type SiteConfig,
  type SiteField,
} from '../site-generator/fields.ts';

/** The field with the numbers of tickets, the preferred one first: `8,7,6`. */
const AMOUNT = 'Amount';

/** The part of an event that its amounts depend on. */
export interface LimitedEvent {
  id: string;
  /** The maximum number of tickets per order; null if it is unknown. */
  ticketLimit: number | null;
}

/**
 * The value of a field for an event. The default amounts, which no operator chose, are cut to the
 * published limit; a chosen value does not change.
 */
export function encoreValue(
  config: SiteConfig,
  event: LimitedEvent,
  field: Pick<SiteField, 'key' | 'defaultValue'>,
): FieldValue {
  const value = resolveValue(config, event.id, field);
  return isCut(config, event, field) ? cutAmounts(String(value), event.ticketLimit) : value;
}

/** Whether the value of a field is the default, cut to the limit of the event. */
export function isCut(
  config: SiteConfig,
  { id, ticketLimit }: LimitedEvent,
  { key, defaultValue }: Pick<SiteField, 'key' | 'defaultValue'>,
): boolean {
  if (key !== AMOUNT || ticketLimit === null) return false;
  const overrides = Object.hasOwn(config.events, id) ? config.events[id] : undefined;
  const isDefault = overrides?.[AMOUNT] === undefined && config.global[AMOUNT] === undefined;
  return isDefault && (mostTickets(String(defaultValue)) ?? 0) > ticketLimit;
}

/** The amounts up to a limit: `8,7,6,5` for 6 is `6,5`. The limit itself if all are above it. */
export function cutAmounts(amounts: string, limit: number | null): string {
  if (limit === null) return amounts;
  const within = amountsOf(amounts).filter((amount) => amount <= limit);
  return within.length === 0 ? String(limit) : within.join();
}

/** The highest amount; null for a text without a number. */
function mostTickets(amounts: string): number | null {
  const all = amountsOf(amounts);
  return all.length === 0 ? null : Math.max(...all);
}

/**
 * The maximum number of tickets that a file requests in one order of an event; null if the file has
 * no amounts.
 */
export function ticketsAsked(
  fields: readonly SiteField[],
  config: SiteConfig,
  event: LimitedEvent,
): number | null {
  const field = fields.find(({ key }) => key === AMOUNT);
  return field === undefined ? null : mostTickets(String(encoreValue(config, event, field)));
}

const amountsOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
