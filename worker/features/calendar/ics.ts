import ical, { ICalAlarmType, ICalEventStatus } from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { EventFacts } from '../../../shared/artist-monitor/changes.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import { formatEventDate } from '../../../shared/ticketing/view-dates.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/times.ts';

const ENTRY_MS = 15 * MINUTE_MS;
const ALARM_SECONDS = 15 * 60;
/** A calendar keeps openings within this time. */
export const KEPT_MS = 30 * DAY_MS;
/** How often calendar programs should read a subscription again. */
const REFRESH_SECONDS = 3_600;

/**
 * The openings of presales and general sales as an iCalendar text: one entry of 15 minutes each, in the venue's zone, or
 * in UTC where that is unknown.
 * @param now in milliseconds since the epoch.
 */
export function writeCalendar(events: readonly EventFacts[], now: number): string {
  const calendar = ical({
    name: 'Ticket sales',
    prodId: { company: 'boxoffice-desk', product: 'calendar', language: 'EN' },
    timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null },
    ttl: REFRESH_SECONDS,
  });
  for (const event of events) {
    for (const { key, title, opensAt } of entriesOf(event)) {
      if (opensAt < now - KEPT_MS) continue;
      const { timezone } = event;
      const at = (instant: number) =>
        timezone === NOT_AVAILABLE ? new Date(instant) : wallClock(instant, timezone);
      calendar.createEvent({
        id: `${event.id}-${key}@boxoffice-desk`,
        stamp: new Date(now),
        start: at(opensAt),
        end: at(opensAt + ENTRY_MS),
        timezone: timezone === NOT_AVAILABLE ? null : timezone,
        summary: `${title}: ${event.artist}, ${event.location}`,
        location: known([event.venue, event.location, event.nation]).join(', '),
        description: known([
          `Event: ${formatEventDate(event.date)}, ${event.venue}`,
          event.sale_note ?? '',
          event.eventLink,
        ]).join('\n'),
        status:
          event.sale_note === 'Cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        alarms: [{ type: ICalAlarmType.display, trigger: ALARM_SECONDS, description: title }],
      });
    }
  }
  return calendar.toString();
}

const known = (parts: readonly string[]): string[] =>
  parts.filter((part) => part !== '' && part !== NOT_AVAILABLE);

/** The openings of the sales of an event. A presale is identified by its name and its place among those of the same name, so that a moved one stays one entry. */
function entriesOf({ presale_windows, generalSaleStart }: EventFacts) {
  const seen = new Map<string, number>();
  const presales = presale_windows.map(({ name, opens }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const word = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
    return { key: `presale-${word}-${count}`, title: name, opensAt: Date.parse(opens ?? '') };
  });
  const sale = { key: 'onsale', title: 'On sale', opensAt: Date.parse(generalSaleStart) };
  return [...presales, sale].filter(({ opensAt }) => !Number.isNaN(opensAt));
}

/** A date whose local parts are those of an instant in a zone: the generator writes local parts beside the zone's name. */
function wallClock(instant: number, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  return new Date(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}
