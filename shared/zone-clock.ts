import { DAY_MS } from './times.ts';
import { formatsOf } from './zone-name.ts';

/** A change of a zone's clocks. Offsets are milliseconds east of UTC. */
export interface Transition {
  /** Milliseconds since the epoch. */
  at: number;
  before: number;
  after: number;
}

/** No zone changes its clocks twice within this time. */
const STEP_MS = 7 * DAY_MS;

const clockFormat = formatsOf('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The offset of a zone at an instant. @throws RangeError for a name that the platform does not have. */
function offsetAt(instant: number, timeZone: string): number {
  const [month = 0, day, year = 0, hour, minute, second] = clockFormat(timeZone)
    .format(instant)
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** The clocks of a zone between two instants: the offset at the first one, and the changes after it in their order. */
export interface ZoneClock {
  from: number;
  to: number;
  offset: number;
  transitions: Transition[];
}

/**
 * Reads the clocks of a zone from the platform's own data.
 * @throws RangeError for a name that the platform does not have.
 */
export function readZoneClock(timeZone: string, from: number, to: number): ZoneClock {
  const offset = offsetAt(from, timeZone);
  const transitions: Transition[] = [];
  let before = offset;
  for (let at = from; at < to; at += STEP_MS) {
    const end = Math.min(to, at + STEP_MS);
    const after = offsetAt(end, timeZone);
    if (after === before) continue;
    transitions.push({ at: firstWith(after, timeZone, at, end), before, after });
    before = after;
  }
  return { from, to, offset, transitions };
}

/** The second at which a zone takes an offset, between an instant before it and one after it. */
function firstWith(offset: number, timeZone: string, before: number, after: number): number {
  let [low, high] = [Math.floor(before / 1000), Math.floor(after / 1000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1000, timeZone) === offset) high = middle;
    else low = middle;
  }
  return high * 1000;
}

/** The offset of a clock at an instant within its time. */
export const offsetOf = ({ offset, transitions }: ZoneClock, instant: number): number =>
  transitions.findLast(({ at }) => at <= instant)?.after ?? offset;

/** Whether the clocks show the local time of an instant twice, because they are turned back then. */
export const isRepeated = ({ transitions }: ZoneClock, instant: number): boolean =>
  transitions.some(({ at, before, after }) => {
    const turnedBackMs = before - after;
    return instant >= at - turnedBackMs && instant < at + turnedBackMs;
  });
