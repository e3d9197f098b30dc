import { addDays, isoDay } from '../../../lib/format.ts';

const longFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const shortFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const atNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** `Today, Wednesday 25 November`. @param now milliseconds since the epoch */
export function dayTitle(day: string, now: number): string {
  const today = isoDay(new Date(now));
  const name = longFormat.format(atNoon(day)).replace(',', '');
  if (day === today) return `Today, ${name}`;
  return day === addDays(today, 1) ? `Tomorrow, ${name}` : name;
}

/** `Wed 25 Nov` */
export const shortDay = (day: string): string => shortFormat.format(atNoon(day)).replace(',', '');
