import { HOUR_MS, MINUTE_MS } from '../../shared/times.ts';
import { formatsOf } from '../../shared/zone-name.ts';
import { formatDay, isoDay } from '../lib/format.ts';

/** Writes milliseconds since the epoch in the operator's time zone. Its format is made when it first writes. */
function writer(locale: string, options: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(at);
  };
}
/** Dates are shown in French notation. */
const inFrench = (options: Intl.DateTimeFormatOptions) => writer('fr-FR', options);
/** Weekdays, months and times are written in the language of the interface. */
const inEnglish = (options: Intl.DateTimeFormatOptions, locale = 'en-GB') =>
  writer(locale, {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
    ...options,
  });

const full = inFrench({ dateStyle: 'short', timeStyle: 'short' });
const time = inFrench({ timeStyle: 'short' });
const point = inEnglish({});
const weekdayFormat = formatsOf('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  day: 'numeric',
  month: 'short',
  weekday: 'short',
} as const);
const shortDay = writer('en-GB', { weekday: 'short', day: 'numeric' });
const longDay = writer('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dayOf = (at: number): string => formatDay(isoDay(new Date(at)));
/** Below this age an instant is "just now". */
const JUST_NOW_MS = 2_000;
const isToday = (at: number, now: number): boolean => dayOf(at) === dayOf(now);

/** `14:48` on the same local day, otherwise `20/11/2026 14:48`. */
const moment = (at: number, now: number): string => (isToday(at, now) ? time : full)(at);

/** The forms of an instant in the operator's time zone, both in milliseconds since the epoch. */
export const TIME_FORMS = {
  /** `20/11/2026 14:32` */
  full,
  /** `20/11/2026` */
  day: dayOf,
  /** `14:32` */
  time,
  /** `14:32:07` */
  seconds: inFrench({ timeStyle: 'medium' }),
  /** `Nov 20, 2026, 02:32 PM` (presale codes) */
  us: inEnglish({ year: 'numeric' }, 'en-US'),
  /** `Fri 20 Nov, 14:32` */
  weekday: inEnglish({ weekday: 'short' }),
  /** `20 Nov 14:32` */
  point: (at) => point(at).replace(',', ''),
  moment,
  /** `just now`, `9 min ago`, `14:21` on the same local day, else `20/11/2026`. */
  ago: (at, now) => {
    const minutes = Math.floor((now - at) / MINUTE_MS);
    if (minutes < 1) return 'just now';
    if (minutes < 60) return `${minutes} min ago`;
    return (isToday(at, now) ? time : dayOf)(at);
  },
  /** `just now`, `5 s ago`, `9 min ago`, then the moment. */
  age: (at, now) => {
    const age = Math.max(0, now - at);
    if (age < JUST_NOW_MS) return 'just now';
    if (age < MINUTE_MS) return `${Math.round(age / 1000)} s ago`;
    return age < HOUR_MS ? `${Math.round(age / MINUTE_MS)} min ago` : moment(at, now);
  },
} satisfies Record<string, (at: number, now: number) => string>;
export type TimeForm = keyof typeof TIME_FORMS;

/** `Fri 20 Nov, 14:32` in the local time of a zone. `at` in milliseconds since the epoch. */
export const weekdayIn = (at: number, timeZone: string): string =>
  weekdayFormat(timeZone).format(at);

/** A label of a time axis: `14:00` within two days, else `Fri 20`. */
export const tickText = (at: number, spanMs: number): string =>
  (spanMs <= 48 * HOUR_MS ? time : shortDay)(at);

/** `Friday 20 November, 14:32` */
export const clockText = (now: number): string => `${longDay(now)}, ${time(now)}`;
