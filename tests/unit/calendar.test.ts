import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { factsOf } from '../../shared/artist-monitor/changes.ts';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { writeCalendar } from '../../worker/features/calendar/ics.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const event = (part: Partial<EventFacts> = {}): EventFacts => ({
  ...factsOf(ticketingEvent()),
  generalSaleStart: '2026-12-01T16:00:00Z',
  timezone: 'America/Chicago',
  ...part,
});
const presale = (name: string, opens: string | null) => ({ name, opens, closes: null });
/** The lines of a calendar, unfolded. */
const linesOf = (events: readonly EventFacts[]) =>
  writeCalendar(events, { now: NOW }).replaceAll('\r\n ', '').split('\r\n');
const valuesOf = (lines: readonly string[], name: string) =>
  lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));

test('each opening is an entry of 15 minutes in the zone of the venue, which the file describes', () => {
  const lines = linesOf([
    event({ presale_windows: [presale('Fan presale', '2026-11-30T16:00:00Z')] }),
  ]);
  expect(valuesOf(lines, 'TZID:')).toEqual(['America/Chicago']);
  expect(valuesOf(lines, 'DTSTART;')).toEqual([
    'TZID=America/Chicago:20261130T100000',
    'TZID=America/Chicago:20261201T100000',
  ]);
  expect(valuesOf(lines, 'DTEND;')[0]).toBe('TZID=America/Chicago:20261130T101500');
  expect(valuesOf(lines, 'SUMMARY:')).toEqual([
    String.raw`Fan presale: The Velvet Herons\, Madrid`,
    String.raw`On sale: The Velvet Herons\, Madrid`,
  ]);
  expect(valuesOf(lines, 'UID:')).toEqual([
    expect.stringMatching(/^E1-presale-fan-presale-\w+-1@boxoffice-desk$/),
    'E1-onsale@boxoffice-desk',
  ]);
  expect(valuesOf(lines, 'TRIGGER:')).toEqual(['-PT15M', '-PT15M']);
});

test('a moved opening keeps its entry, also beside another one of the same name', () => {
  const uids = (...opens: string[]) =>
    valuesOf(linesOf([event({ presale_windows: opens.map((at) => presale('Fan', at)) })]), 'UID:');
  expect(uids('2026-11-30T16:00:00Z', '2026-11-30T17:00:00Z')).toEqual(
    uids('2026-11-30T16:00:00Z', '2026-11-30T18:00:00Z'),
  );
  expect(new Set(uids('2026-11-30T16:00:00Z', '2026-11-30T17:00:00Z')).size).toBe(3);
});

test('presales whose names differ only in capitals or accents have separate entries, also when one moves', () => {
  const names = [
    ['Verified Fan Presale', 'Verified Fan® Presale', 'VERIFIED FAN PRESALE'],
    ['Vente fidélité', 'Vente fidelité', 'vente  fidélité'],
    ['🎸', '🎸🎸', '***'],
    ['-', '', ' '],
  ].flat();
  const uids = (order: readonly string[], hour: number) => {
    const windows = order.map((name) => presale(name, `2026-11-30T${hour}:00:00Z`));
    const lines = linesOf([event({ presale_windows: windows })]);
    return new Map(order.map((name, at) => [name, valuesOf(lines, 'UID:')[at]]));
  };
  const first = uids(names, 16);
  expect(new Set(first.values()).size).toBe(names.length);
  expect(uids(names.toReversed(), 18)).toEqual(new Map([...first].toReversed()));
});

test('a file ends with a line break, has lines of at most 75 bytes, and an entry has its properties before its alarm', () => {
  const name = '🎸 Théâtre 劇場 '.repeat(30);
  const text = writeCalendar([event({ venue: name, artist: name })], { now: NOW });
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  const lines = linesOf([event({ venue: name })]);
  expect(lines).toContain(`LOCATION:${name}\\, Madrid\\, ES`);
  const [alarm, end] = ['BEGIN:VALARM', 'END:VEVENT'].map((line) => lines.indexOf(line));
  expect(lines.slice((alarm ?? 0) + 4, end)).toEqual(['END:VALARM']);
});

test('10,000 entries create one formatter for each zone', () => {
  const zones = ['America/Chicago', 'Europe/Paris', 'Asia/Kolkata', 'Australia/Sydney'];
  const events = Array.from({ length: 5_000 }, (_, index) =>
    event({
      id: `E${index}`,
      timezone: zones[index % zones.length] ?? '',
      generalSaleStart: new Date(NOW + index * 3_600_000).toISOString(),
      presale_windows: [presale('Fan', new Date(NOW + index * 1_800_000).toISOString())],
    }),
  );
  const formats = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => void vi.restoreAllMocks());
  const text = writeCalendar(events, { now: NOW });
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(10_000);
  expect(formats.mock.calls.length).toBeLessThanOrEqual(2 * zones.length);
});

test('a venue without a zone has times in UTC, and a cancelled event is marked', () => {
  const lines = linesOf([event({ timezone: 'N/A', sale_note: 'Cancelled' })]);
  expect(valuesOf(lines, 'DTSTART')).toEqual([':20261201T160000Z']);
  expect(valuesOf(lines, 'STATUS:')).toEqual(['CANCELLED']);
});

test('unknown openings and those more than 30 days ago are omitted', () => {
  const windows = [presale('Unknown', null), presale('Old', '2026-10-22T10:00:00Z')];
  const lines = linesOf([event({ presale_windows: windows, generalSaleStart: 'N/A' })]);
  expect(valuesOf(lines, 'UID:')).toEqual([]);
  expect(lines).toContain('END:VCALENDAR');
});

test('texts of a provider cannot add lines', () => {
  const artist = 'A\r\nBEGIN:VEVENT\nUID:evil';
  const lines = linesOf([event({ artist })]);
  expect(valuesOf(lines, 'BEGIN:VEVENT')).toHaveLength(1);
  expect(valuesOf(lines, 'UID:')).toEqual(['E1-onsale@boxoffice-desk']);
});

test('every instant is written in the local time of the venue', () => {
  const zone = fc.constantFrom(
    'America/Chicago',
    'Europe/Paris',
    'Asia/Kolkata',
    'Australia/Sydney',
  );
  const instant = fc.integer({ min: NOW, max: NOW + 2 * 365 * 86_400_000 });
  fc.assert(
    fc.property(zone, instant, (timezone, at) => {
      const opens = Math.floor(at / 60_000) * 60_000;
      const generalSaleStart = new Date(opens).toISOString();
      const [start] = valuesOf(linesOf([event({ timezone, generalSaleStart })]), 'DTSTART;');
      const shown = new Date(opens).toLocaleString('sv-SE', { timeZone: timezone });
      expect(start).toBe(`TZID=${timezone}:${shown.replace(/[-:]/g, '').replace(' ', 'T')}`);
    }),
  );
});
