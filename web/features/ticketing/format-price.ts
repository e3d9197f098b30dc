import { isPublished } from '../../../shared/ticketing/view-values.ts';
import { formatCurrency } from '../../lib/format.ts';

const PRICE_RANGE = /^(\d+(?:\.\d+)?)(?: - (\d+(?:\.\d+)?))? ([A-Z]{3})$/;

/** `58.00 - 142.00 EUR` as `€58 to €142`, in the event's own currency (part 9); null when it is not published. */
export function formatPriceRange(price: string): string | null {
  if (!isPublished(price)) return null;
  const match = PRICE_RANGE.exec(price);
  if (match === null) return price;
  const [, from = '', to = from, currency = ''] = match;
  const lowest = formatCurrency(Number(from), currency);
  return Number(to) === Number(from)
    ? lowest
    : `${lowest} to ${formatCurrency(Number(to), currency)}`;
}
