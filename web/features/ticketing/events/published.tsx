import { formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import { isPublished } from '../../../../shared/ticketing/view-values.ts';
import { zoneName } from '../../../../shared/zone-name.ts';
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
