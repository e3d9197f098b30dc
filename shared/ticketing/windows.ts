import { knownInstant } from './sale.ts';
import type { EventFacts } from './schema.ts';

/** A presale or the general sale of an event. Times are milliseconds since the epoch, null when unknown. */
export interface KnownWindow {
  kind: 'presale' | 'general';
  /** '' for the general sale. */
  name: string;
  opensAt: number | null;
  closesAt: number | null;
}

/**
 * The windows in which tickets of an event are sold: its presales, then the general sale if its opening is known. A
 * cancelled event has none.
 */
export function windowsOf({
  sale_note,
  presale_windows,
  generalSaleStart,
}: Pick<EventFacts, 'sale_note' | 'presale_windows' | 'generalSaleStart'>): KnownWindow[] {
  if (sale_note === 'Cancelled') return [];
  const presales = presale_windows.map(({ name, opens, closes }) => ({
    kind: 'presale' as const,
    name,
    opensAt: knownInstant(opens),
    closesAt: knownInstant(closes),
  }));
  const opensAt = knownInstant(generalSaleStart);
  const general = { kind: 'general' as const, name: '', opensAt, closesAt: null };
  return opensAt === null ? presales : [...presales, general];
}
