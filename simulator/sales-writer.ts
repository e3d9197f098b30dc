import type { ScheduledEvent } from './schedule.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const UNKNOWN_START = '1900-01-01T18:00:00Z';

/** `YYYY-MM-DDTHH:mm:ssZ`, the only form the provider writes and reads. */
export function formatDateTime(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

interface Presale {
  startDateTime: string;
  endDateTime: string;
  name: string;
  description?: string;
  url?: string;
}

function presale(name: string, from: number, to: number): Presale {
  return { startDateTime: formatDateTime(from), endDateTime: formatDateTime(to), name };
}

/** Days from today to the start of the public sale, for each plot. */
function publicStartDay({ plot, index }: ScheduledEvent): number {
  if (plot === 'presale' || plot === 'presale-many') return 2 + (index % 5);
  if (plot === 'upcoming') return 6 + (index % 20);
  return -20 - (index % 60);
}

/** The `sales` block: the public window and, for some events, presales and other entries listed among them. */
export function writeSales(event: ScheduledEvent): object {
  const start = event.today + publicStartDay(event) * DAY + 10 * HOUR;
  const end = event.plot === 'ended' ? event.today - DAY : event.startsAt - HOUR;
  const presales = writePresales(event, start, end);
  return {
    public: {
      startDateTime: event.plot === 'unknown-start' ? UNKNOWN_START : formatDateTime(start),
      startTBD: event.plot === 'tbd',
      startTBA: false,
      endDateTime: formatDateTime(end),
    },
    ...(presales.length > 0 ? { presales } : {}),
  };
}

function writePresales(event: ScheduledEvent, start: number, end: number): Presale[] {
  switch (event.plot) {
    case 'presale':
      return [presale('Artist Presale', event.today - DAY, start - HOUR)];
    case 'presale-many':
      return [
        presale('American Express® Card Member Presale', event.today - 2 * DAY, start - HOUR),
        {
          ...presale('Venue; Radio & "Friends" Presale', event.today - DAY, start - HOUR),
          description: 'For listeners of the station.',
          url: 'https://example.com/presale',
        },
        presale('Fan Club: Early Access', event.today + DAY, start - HOUR),
        presale('Official Platinum Presale', event.today - 2 * DAY, start - HOUR),
        presale('Official Platinum Onsale', start, end),
      ];
    case 'upcoming':
      return event.index % 2 === 0
        ? [presale('Artist Presale', start - 3 * DAY, start - HOUR)]
        : [];
    case 'onsale-resale':
      return [
        presale('Resale Presale', event.today - 2 * DAY, event.today + 2 * DAY),
        presale('American Express® Preferred Seating', start, end),
      ];
    default:
      return event.index % 6 === 0
        ? [presale('Artist Presale', start - 3 * DAY, start - HOUR)]
        : [];
  }
}

function statusCode({ plot }: ScheduledEvent): string {
  if (plot === 'cancelled' || plot === 'postponed' || plot === 'rescheduled') return plot;
  if (plot === 'upcoming' || plot === 'ended' || plot === 'presale' || plot === 'presale-many') {
    return 'offsale';
  }
  return 'onsale';
}

function localParts(instant: number, timezone: string) {
  const text = formatterOf(timezone).format(new Date(instant));
  return { localDate: text.slice(0, 10), localTime: text.slice(11, 19) };
}

/** The instant at which the local time of a zone equals the UTC time of `wall`. */
export function instantAt(wall: number, timezone: string): number {
  const offsetAt = (instant: number): number => {
    const { localDate, localTime } = localParts(instant, timezone);
    return Date.parse(`${localDate}T${localTime}Z`) - instant;
  };
  // Applied twice, because the clocks may change between the instant and the same time in UTC.
  return wall - offsetAt(wall - offsetAt(wall));
}

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const cached = FORMATTERS.get(timezone);
  if (cached) return cached;
  // Swedish writes dates as YYYY-MM-DD HH:mm:ss.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  FORMATTERS.set(timezone, made);
  return made;
}

const NOT_OPEN = { dateTBD: false, dateTBA: false, timeTBA: false, noSpecificTime: false };

/** The `dates` block: the local start, or which part of it is still open. */
export function writeDates(event: ScheduledEvent): object {
  const { plot, venue, startsAt, index } = event;
  const local = localParts(startsAt, venue.timezone);
  const full = { ...local, dateTime: formatDateTime(startsAt) };
  const common = {
    ...(index % 10 === 7 ? {} : { timezone: venue.timezone }),
    status: { code: statusCode(event) },
    spanMultipleDays: false,
  };
  if (plot === 'postponed') {
    return { start: { ...NOT_OPEN, dateTBA: true }, initialStartDate: full, ...common };
  }
  if (plot === 'tbd') return { start: { ...NOT_OPEN, dateTBD: true }, ...common };
  if (plot === 'time-tba') {
    return { start: { localDate: local.localDate, ...NOT_OPEN, timeTBA: true }, ...common };
  }
  const start = { ...full, ...NOT_OPEN };
  if (plot !== 'rescheduled') return { start, ...common };
  const before = startsAt - 90 * DAY;
  const initialStartDate = {
    ...localParts(before, venue.timezone),
    dateTime: formatDateTime(before),
  };
  return { start, initialStartDate, ...common };
}
