import ICAL from 'ical.js';
import * as nodeIcal from 'node-ical';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../shared/artist-monitor/changes.ts';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { isZoneName } from '../../shared/ticketing/texts.ts';
import { readZoneClock } from '../../shared/zone-clock.ts';
import { writeCalendar } from '../../worker/features/calendar/ics.ts';
import { ZONE_NAMES } from '../factories/zone-names.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const FROM = Date.UTC(2027, 0, 1);
const TO = Date.UTC(2037, 0, 1);

const write = (timezone: string, instants: readonly number[]) =>
  writeCalendar([eventOf(timezone, instants)], { now: FROM, since: 0 });
const eventOf = (timezone: string, instants: readonly number[]): EventFacts => ({
  ...factsOf(ticketingEvent()),
  timezone,
  presale_windows: instants.map((at) => ({
    name: `Presale ${at}`,
    opens: new Date(at).toISOString(),
    closes: null,
  })),
  generalSaleStart: 'N/A',
});

/**
 * Start and end of each entry as ical.js reads them, using the file's own definition of the zone.
 */
function readDescribed(text: string): number[][] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone];
    }),
  );
  return calendar.getAllSubcomponents('vevent').map((entry) =>
    ['dtstart', 'dtend'].map((name) => {
      const property = entry.getFirstProperty(name);
      const time = property?.getFirstValue();
      if (!(time instanceof ICAL.Time)) throw new Error(`${name} is no time`);
      const zone = property?.getFirstParameter('tzid');
      if (zone !== undefined) time.zone = zones.get(zone) ?? fail(`${zone} is not described`);
      return time.toUnixTime() * 1000;
    }),
  );
}

/** node-ical reads them by the zone's name. */
const readNamed = (text: string): number[][] =>
  Object.values(nodeIcal.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT' ? [[entry.start.getTime(), entry.end?.getTime() ?? 0]] : [],
  );

const fail = (text: string): never => {
  throw new Error(text);
};
const spans = (instants: readonly number[]) => instants.map((at) => [at, at + 15 * MINUTE]);

describe('two other programs read each entry at its instant', () => {
  test('around each change of the clocks in ten years, in each zone', () => {
    let changes = 0;
    const wrong: string[] = [];
    for (const zone of ZONE_NAMES) {
      // The platform lacks "Factory", the zone of a machine that was not configured.
      const { transitions } = isZoneName(zone)
        ? readZoneClock(zone, FROM, TO)
        : { transitions: [] };
      const instants = transitions.flatMap(({ at }) =>
        [-60, -1, 0, 59].map((minutes) => at + minutes * MINUTE),
      );
      changes += instants.length;
      const given = [...instants, FROM + DAY, TO - DAY].sort((a, b) => a - b);
      const text = write(zone, given);
      for (const [name, read] of Object.entries({ readDescribed, readNamed }))
        if (JSON.stringify(read(text)) !== JSON.stringify(spans(given)))
          wrong.push(`${name} ${zone}`);
    }
    expect(wrong).toEqual([]);
    expect(ZONE_NAMES).toHaveLength(598);
    expect(changes).toBeGreaterThan(10_000);
  });

  test('of zones together, with each name declared once', () => {
    const zones = [
      'Europe/Amsterdam',
      'Europe/Stockholm',
      'America/Indiana/Indianapolis',
      'Asia/Kolkata',
      'America/Winnipeg',
      'America/Inuvik',
      'Europe/Amsterdam',
    ];
    const at = Date.parse('2028-02-05T16:00:00Z');
    const text = writeCalendar(
      zones.map((zone) => eventOf(zone, [at])),
      { now: FROM },
    );
    const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
    const declared = names(/^TZID:(.*)\r$/gm);
    expect(declared).toEqual([...new Set(zones)]);
    expect(new Set(names(/TZID=([^:]*)/g))).toEqual(new Set(declared));
    expect(readDescribed(text)).toEqual(spans(zones.map(() => at)));
    expect(readNamed(text)).toHaveLength(1);
  });

  test('in a repeated hour, which is written in UTC', () => {
    const [first, second] = [
      Date.parse('2027-11-07T05:30:00Z'),
      Date.parse('2027-11-07T06:30:00Z'),
    ];
    const text = write('America/New_York', [first, second]);
    expect(text).toContain('DTSTART:20271107T053000Z');
    expect(text).toContain('DTSTART:20271107T063000Z');
    expect(readDescribed(text)).toEqual(spans([first, second]));
  });

  test.each(['+05:30', 'Eastern Standard Time', 'Mars/Olympus', '', 'N/A'])(
    'with %j, which is not the name of a zone: in UTC',
    (zone) => {
      const at = Date.parse('2028-02-05T16:00:00Z');
      const text = write(zone, [at]);
      expect(text).not.toContain('TZID');
      expect(readDescribed(text)).toEqual(spans([at]));
    },
  );
});
