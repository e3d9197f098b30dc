import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietUntil } from '../../shared/notification-channels/quiet-hours.ts';
import { DAY_MS } from '../../shared/times.ts';

const NIGHT = { from: '23:00', to: '07:00' };
const until = (hours: { from: string; to: string; zone: string }, instant: string) => {
  const end = quietUntil(hours, Date.parse(instant));
  return end === null ? null : new Date(end).toISOString();
};

describe('quiet hours', () => {
  test.each([
    ['Europe/Paris', '2026-11-27T21:59:59Z', null],
    ['Europe/Paris', '2026-11-27T22:00:00Z', '2026-11-28T06:00:00.000Z'],
    ['Europe/Paris', '2026-11-28T05:59:59Z', '2026-11-28T06:00:00.000Z'],
    ['Europe/Paris', '2026-11-28T06:00:00Z', null],
    ['America/Los_Angeles', '2026-11-28T07:00:00Z', '2026-11-28T15:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-27T17:30:00Z', '2026-11-28T01:30:00.000Z'],
    ['Pacific/Chatham', '2026-11-27T09:15:00Z', '2026-11-27T17:15:00.000Z'],
    ['UTC', '2026-12-31T23:30:00Z', '2027-01-01T07:00:00.000Z'],
  ])('of a night in %s: at %s they last until %s', (zone, instant, end) => {
    expect(until({ ...NIGHT, zone }, instant)).toBe(end);
  });

  test.each([
    // In Europe, the clocks are set forward on 29 March 2026 and back on 25 October 2026.
    ['Europe/Paris', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['Europe/Paris', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['Europe/London', '2026-03-28T23:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['America/New_York', '2026-11-01T03:00:00Z', '2026-11-01T12:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:30:00Z', '2026-10-03T20:00:00.000Z'],
  ])('end at 07:00 local time in %s in the night of the clock change', (zone, instant, end) => {
    expect(until({ ...NIGHT, zone }, instant)).toBe(end);
  });

  test('that end at a skipped time end when the clocks are set forward', () => {
    const hours = { from: '22:00', to: '02:30', zone: 'Europe/Paris' };
    expect(until(hours, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(until(hours, '2026-03-29T01:00:00Z')).toBeNull();
  });

  test('that end at a repeated time end at its first occurrence', () => {
    const hours = { from: '22:00', to: '02:30', zone: 'Europe/Paris' };
    expect(until(hours, '2026-10-25T00:20:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(until(hours, '2026-10-25T01:00:00Z')).toBeNull();
  });

  test('may lie within one day', () => {
    const hours = { from: '12:00', to: '13:30', zone: 'Europe/Berlin' };
    expect(until(hours, '2026-06-01T10:15:00Z')).toBe('2026-06-01T11:30:00.000Z');
    expect(until(hours, '2026-06-01T11:30:00Z')).toBeNull();
    expect(until(hours, '2026-06-01T09:59:00Z')).toBeNull();
  });

  test('end after the instant, within a day and an hour, and have ended at their end', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const zone = fc.constantFrom(
      'Europe/Paris',
      'America/Santiago',
      'Asia/Tokyo',
      'Africa/Casablanca',
    );
    const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
    fc.assert(
      fc.property(time, time, zone, instant, (from, to, name, at) => {
        fc.pre(from !== to);
        const end = quietUntil({ from, to, zone: name }, at);
        if (end === null) return;
        expect(end).toBeGreaterThan(at);
        expect(end - at).toBeLessThanOrEqual(DAY_MS + 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});
