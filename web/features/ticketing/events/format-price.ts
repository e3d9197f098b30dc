import type { Price } from '../../../../shared/ticketing/schema.ts';
import { formatCurrency } from '../../../lib/format.ts';

/** `€58 to €142` in the event's own currency, one figure when both are equal; null for an unknown price. */
export function formatPriceRange(price: Price | null): string | null {
  if (price === null) return null;
  const { min, max, currency } = price;
  const lowest = formatCurrency(min, currency ?? '');
  return min === max ? lowest : `${lowest} to ${formatCurrency(max, currency ?? '')}`;
}
