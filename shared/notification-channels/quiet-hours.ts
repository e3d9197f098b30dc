import { DAY_MS, HOUR_MS, MINUTE_MS } from '../times.ts';
import { offsetOf, readZoneClock } from '../zone-clock.ts';

/** A part of each day, by the clocks of a zone. An end before the beginning is on the next day. */
export interface QuietHours {
  /** `HH:MM` */
  from: string;
  to: string;
  /** An IANA name such as `Europe/Paris`. */
  zone: string;
}

/** Milliseconds since midnight. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * HOUR_MS + minutes * MINUTE_MS;
}

/**
 * The end of the quiet hours in which an instant lies, in milliseconds since the epoch; null if it lies in none. A time that
 * the clocks skip counts as the moment at which they are turned forward, and of a time that they show twice the first one
 * counts.
 */
export function quietUntil({ from, to, zone }: QuietHours, instant: number): number | null {
  const clock = readZoneClock(zone, instant - 3 * DAY_MS, instant + 3 * DAY_MS);
  const today = Math.floor((instant + offsetOf(clock, instant)) / DAY_MS) * DAY_MS;
  const [start, end] = [timeOfDay(from), timeOfDay(to)];
  const lastsOver = end <= start;
  for (const day of [today - DAY_MS, today]) {
    const begins = instantOf(clock, day + start);
    const ends = instantOf(clock, day + end + (lastsOver ? DAY_MS : 0));
    if (begins <= instant && instant < ends) return ends;
  }
  return null;
}

/** The first instant at which the clocks show this local time or a later one. Local times are milliseconds, as if in UTC. */
function instantOf(clock: ReturnType<typeof readZoneClock>, local: number): number {
  const offsets = [clock.offset, ...clock.transitions.map(({ after }) => after)];
  const exact = offsets
    .map((offset) => local - offset)
    .filter((at) => at + offsetOf(clock, at) === local);
  if (exact.length > 0) return Math.min(...exact);
  const skip = clock.transitions.find(
    ({ at, before, after }) => at + before <= local && local < at + after,
  );
  return skip?.at ?? local - clock.offset;
}
