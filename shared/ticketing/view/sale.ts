import { zoneName } from '../../zone-name.ts';
import type { SaleState } from '../constants.ts';
import type { TicketingEvent } from '../schema.ts';
import { formatInstant } from './dates.ts';
import { STATE_LABELS, saleStateOf } from './events.ts';

/** The facts for the badge of an event's sale. */
export type SaleOf = Pick<
  TicketingEvent,
  'status' | 'sale_note' | 'presale_windows' | 'generalSaleStart'
>;

/** The text of a sale's badge. `title` names the time with its zone; null without a time. */
export interface SaleBadge {
  /** `ended`: tickets are off sale and the public sale is over. */
  state: SaleState | 'ended';
  label: string;
  title: string | null;
}

/** A start of the public sale or of a presale; `at` in milliseconds since the epoch. */
interface Opening {
  state: 'onsale' | 'presale';
  name: string;
  at: number;
}

/** The badge of an event that is off sale after its public sale began. Its filter stays the specified one. */
const ENDED_LABEL = 'Sale ended';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The status in an answer is a few minutes old at most: a public sale that started since then is open. */
const JUST_OPENED = 15 * MINUTE;

/**
 * The badge of an event's sale: its state, or the next opening with its time, such as 'Presale tomorrow 10:00' and
 * 'On sale in 12 min'. `timeZone` undefined means the operator's own.
 */
export function describeSale(event: SaleOf, now: number, timeZone?: string): SaleBadge {
  const state = saleStateOf(event);
  const opening = state === 'offsale' ? findOpening(event, now) : null;
  if (opening === null && state === 'offsale') {
    const start = event.generalSaleStart;
    if (Date.parse(start) <= now) {
      const title = `${STATE_LABELS.onsale} from ${formatInstant(start, timeZone)} ${zoneName(start, timeZone)}`;
      return { state: 'ended', label: ENDED_LABEL, title };
    }
  }
  if (opening === null) return { state, label: STATE_LABELS[state], title: null };
  const { at, name } = opening;
  const instant = new Date(at).toISOString();
  const title = `${name}: ${formatInstant(instant, timeZone)} ${zoneName(instant, timeZone)}`;
  const label = STATE_LABELS[opening.state];
  if (at <= now) return { state: opening.state, label, title };
  return { state, label: `${label} ${describeWhen(at, now, timeZone)}`, title };
}

/** The sale that has opened since the answer, else the next one to open; null when none is known. */
function findOpening(event: SaleOf, now: number): Opening | null {
  const openings: Opening[] = event.presale_windows
    .filter(({ closes }) => closes === null || Date.parse(closes) > now)
    .map(({ name, opens }) => ({ state: 'presale', name, at: Date.parse(opens ?? '') }));
  const start = Date.parse(event.generalSaleStart);
  if (start > now - JUST_OPENED) {
    openings.push({ state: 'onsale', name: STATE_LABELS.onsale, at: start });
  }
  return openings.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at)[0] ?? null;
}

function describeWhen(at: number, now: number, timeZone: string | undefined): string {
  if (at - now < HOUR) return `in ${Math.ceil((at - now) / MINUTE)} min`;
  const write = (instant: number) => formatInstant(new Date(instant).toISOString(), timeZone);
  const [day = '', time = ''] = write(at).split(' ');
  if (write(now).startsWith(day)) return `today ${time}`;
  if (write(now + DAY).startsWith(day)) return `tomorrow ${time}`;
  const isThisYear = write(now).slice(6, 10) === day.slice(6);
  return isThisYear ? `${day.slice(0, 5)} ${time}` : day;
}
