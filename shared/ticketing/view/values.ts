import { NOT_AVAILABLE } from '../constants.ts';
import type { TicketingEvent } from '../schema.ts';

/** A value as the screen shows it: without outer blanks and without one pair of wrapping quotes. */
export function unwrapValue(value: string): string {
  const text = value.trim();
  const inner = text.slice(1, -1);
  const isWrapped =
    text.length >= 2 &&
    text.startsWith('"') &&
    text.endsWith('"') &&
    !inner.replaceAll('""', '').includes('"');
  return isWrapped ? inner.replaceAll('""', '"').trim() : text;
}

/** True for a text that the provider published; false for 'N/A' and blanks. */
export function isPublished(value: string): boolean {
  return value !== '' && value.toUpperCase() !== NOT_AVAILABLE;
}

/** The fields that only this product's server sends. */
const NO_EXTRAS = {
  timezone: NOT_AVAILABLE,
  sale_note: null,
  price_range: null,
  presale_windows: [],
} satisfies Partial<TicketingEvent>;

/**
 * Unwraps every text of an event once, so that screen, sorting and export read the same values. An answer with only the
 * specified fields gets the others empty.
 */
export function unwrapEvent(event: TicketingEvent): TicketingEvent {
  const unwrapped = { ...NO_EXTRAS, ...event };
  for (const key of Object.keys(unwrapped) as (keyof TicketingEvent)[]) unwrapText(unwrapped, key);
  unwrapped.nation = unwrapped.nation.toUpperCase();
  return unwrapped;
}

function unwrapText<Key extends keyof TicketingEvent>(event: TicketingEvent, key: Key): void {
  const value: unknown = event[key];
  // A text stays a text.
  if (typeof value === 'string') event[key] = unwrapValue(value) as TicketingEvent[Key];
}

/** The address if it is an absolute http or https one, else null: nothing else may become a link. */
export function safeLink(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  return URL.canParse(address) ? address : null;
}
