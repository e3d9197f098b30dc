import { zoneName } from '../../shared/zone-name.ts';
import { formatDay } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { clockText, TIME_FORMS, type TimeForm, tickText, weekdayIn } from './time-text.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface TimeProps {
  /** An ISO instant or day, or milliseconds since the epoch; null if there is none. */
  at: string | number | null | undefined;
  /** Its form; date and time by default. */
  as?: TimeForm;
  /** A text that replaces the form, such as `in 13 min`. */
  text?: string;
  /** Now in milliseconds, for the forms that are relative to it. */
  now?: number;
  /** The text for a missing instant. */
  fallback?: string;
  className?: string | undefined;
}

/** An instant in the operator's time zone; the tooltip has the zone and the whole date. */
export function Time({ at, as = 'full', text, now = 0, fallback = 'N/A', className }: TimeProps) {
  // A day without a time is the same in every zone.
  if (typeof at === 'string' && DAY.test(at)) return <time dateTime={at}>{formatDay(at)}</time>;
  const instant = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN);
  if (Number.isNaN(instant)) return fallback;
  const { iso, title } = textsOf(instant);
  const write: (at: number, now: number) => string = TIME_FORMS[as];
  return (
    <time dateTime={iso} title={title} className={className}>
      {text ?? write(instant, now)}
    </time>
  );
}

interface TimeTexts {
  iso: string;
  title: string;
}

/**
 * Lists repeat their instants, and formatting the zone's name takes longer than rendering a cell.
 */
const KEPT_TEXTS = 2_000;
const cachedTexts = new Map<number, TimeTexts>();

function textsOf(instant: number): TimeTexts {
  const cached = cachedTexts.get(instant);
  if (cached !== undefined) return cached;
  const iso = new Date(instant).toISOString();
  const title = `${TIME_FORMS.full(instant)} (${zoneName(iso)}, your time zone)`;
  if (cachedTexts.size >= KEPT_TEXTS) cachedTexts.clear();
  cachedTexts.set(instant, { iso, title });
  return { iso, title };
}

/** The short name of the operator's time zone now, such as `GMT+1`: for a column or a chart of times. */
export const ownZone = (): string => zoneName('');

/**
 * `Fri 20 Nov, 14:32` in the venue's local time; null if the operator's is the same.
 * @param at an ISO instant
 */
export function weekdayAtVenue(at: string, timeZone: string): string | null {
  const instant = Date.parse(at);
  const text = weekdayIn(instant, timeZone);
  return text === TIME_FORMS.weekday(instant) ? null : text;
}

/** The current weekday, date and time, with the zone. */
export function Clock() {
  const now = useNow();
  return `${clockText(now)} ${zoneName(new Date(now).toISOString())}`;
}

/** Labels of a time axis in the operator's time zone. @param at,spanMs in milliseconds */
export const axisLabels = (ticks: readonly number[], spanMs: number): string[] =>
  ticks.map((at) => tickText(at, spanMs));
