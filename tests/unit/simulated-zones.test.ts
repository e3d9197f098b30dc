import { expect, test } from 'vitest';
import { factsOf } from '../../shared/artist-monitor/changes.ts';
import { localMoment, placeSales } from '../../shared/sales/agenda.ts';
import { windowsOf } from '../../shared/ticketing/windows.ts';
import { zoneName } from '../../shared/zone-name.ts';
import { ARTISTS } from '../../simulator/artists.ts';
import { writeEvent } from '../../simulator/event-writer.ts';
import { FEED_COUNTRIES } from '../../simulator/feed/countries.ts';
import { writeFeed } from '../../simulator/feed/events.ts';
import { scheduleEvent } from '../../simulator/schedule.ts';
import { VENUES } from '../../simulator/venues.ts';
import { writeCalendar } from '../../worker/features/calendar/ics.ts';
import { fromFacts } from '../../worker/features/sales/event.ts';
import { mapEvent } from '../../worker/providers/ticketmaster/map-event.ts';
import { readRawEvent } from '../../worker/providers/ticketmaster/raw-event.ts';

const NOW = Date.parse('2026-11-28T00:00:00Z');
const halls = [...VENUES.values()].flat();

/** Hours ahead of UTC, in the northern winter. */
function hoursAhead(zone: string): number {
  const { day, time } = localMoment(new Date(NOW).toISOString(), zone);
  return (Date.parse(`${day}T${time}Z`) - NOW) / 3_600_000;
}

test.each(halls.map((hall) => [hall.city, hall] as const))(
  'the time zone of %s fits its place',
  (_, hall) => {
    // Spain and France have the time of their neighbours in the east, and Sydney has summer time.
    expect(Math.abs(hoursAhead(hall.timezone) - Number(hall.longitude) / 15)).toBeLessThan(1.5);
  },
);

test('halls of one country are in several zones', () => {
  const zones = new Set(VENUES.get('US')?.map(({ timezone }) => timezone));
  expect([...zones].sort()).toEqual(['America/Chicago', 'America/Los_Angeles', 'America/New_York']);
});

/** The simulated events in Los Angeles, as the desk reads them. */
const events = ARTISTS.flatMap((artist) =>
  Array.from({ length: Math.min(artist.eventCount, 40) }, (_, index) =>
    scheduleEvent(artist, index, NOW),
  ),
)
  .filter(({ venue }) => venue.city === 'Los Angeles')
  .flatMap((event) => {
    const raw = readRawEvent(writeEvent(event, { origin: 'http://localhost', asOf: 2026 }));
    return raw === null ? [] : mapEvent(raw, { artistId: 'K1', now: NOW });
  });

test('the agenda, the page of a sale and the calendar use the local time of the hall', () => {
  expect(events.length).toBeGreaterThan(3);
  expect(new Set(events.map(({ timezone }) => timezone))).toEqual(new Set(['America/Los_Angeles']));
  for (const event of events) {
    const page = fromFacts(factsOf(event));
    expect(page.timezone).toBe('America/Los_Angeles');
    for (const { opensAt } of windowsOf(event)) {
      if (opensAt === null || opensAt < NOW) continue;
      const opens = new Date(opensAt).toISOString();
      const sale = { timezone: page.timezone, opens_at: opens } as Parameters<
        typeof placeSales
      >[0][number];
      const [placed] = placeSales([sale], true);
      expect(placed).toMatchObject({
        isOwnTime: false,
        ...localMoment(opens, 'America/Los_Angeles'),
      });
      expect(zoneName(opens, event.timezone)).toMatch(/^(?:PST|PDT|GMT-[78])$/);
      const local = `${placed?.day}T${placed?.time}`.replace(/[-:]/g, '');
      expect(writeCalendar([factsOf(event)], { now: NOW })).toContain(
        `DTSTART;TZID=America/Los_Angeles:${local}00`,
      );
    }
  }
});

test('shows of the catalogue begin at 19:00 local time in their city', () => {
  const countries = FEED_COUNTRIES.filter(({ code }) => ['US', 'CA', 'AU', 'MX'].includes(code));
  for (const country of countries) {
    const shows = [...writeFeed(country, NOW, 'http://localhost', 400)] as {
      eventStartDateTime: string | null;
      eventStartLocalDate: string;
      eventStartLocalTime: string;
      venue: { venueTimezone: string };
    }[];
    const zones = new Set(shows.map(({ venue }) => venue.venueTimezone));
    expect(zones.size, country.code).toBeGreaterThan(1);
    for (const { eventStartDateTime, eventStartLocalDate, eventStartLocalTime, venue } of shows) {
      if (eventStartDateTime === null) continue;
      expect(localMoment(eventStartDateTime, venue.venueTimezone)).toEqual({
        day: eventStartLocalDate,
        time: eventStartLocalTime.slice(0, 5),
      });
    }
  }
});
