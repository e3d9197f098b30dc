import { describe, expect, test } from 'vitest';
import type { Sale } from '../../shared/catalogues/schema.ts';
import { CATALOGUE_COUNTRIES } from '../../shared/catalogues/schema.ts';
import {
  groupByDay,
  groupByHour,
  localMoment,
  placeSales,
  weekFrom,
} from '../../shared/sales/agenda.ts';
import { AGENDA_COLUMNS } from '../../shared/sales/columns.ts';
import { zoneOfCountry } from '../../shared/sales/country-zones.ts';

const sale = (id: string, opens_at: string, part: Partial<Sale> = {}): Sale => ({
  event_id: id,
  artist: id,
  name: '',
  venue: '',
  city: '',
  country: 'US',
  opens_at,
  timezone: 'America/New_York',
  kind: 'general',
  presale_name: null,
  closes_at: null,
  url: '',
  ticket_limit: null,
  known_from: ['catalogue'],
  is_followed: false,
  ...part,
});

describe('an agenda', () => {
  test.each([
    ['2026-11-28T02:30:00.000Z', 'America/New_York', '2026-11-27', '21:30'],
    ['2026-11-27T23:30:00.000Z', 'Europe/Berlin', '2026-11-28', '00:30'],
    ['2026-12-31T23:59:00.000Z', 'UTC', '2026-12-31', '23:59'],
    // The clocks are set back at 03:00, so 02:30 occurs twice.
    ['2027-10-31T00:30:00.000Z', 'Europe/Berlin', '2027-10-31', '02:30'],
    ['2027-10-31T01:30:00.000Z', 'Europe/Berlin', '2027-10-31', '02:30'],
  ])('has %s in %s on %s at %s', (instant, zone, day, time) => {
    expect(localMoment(instant, zone)).toEqual({ day, time });
  });

  test('places a sale on the day of its venue, or on that of the operator', () => {
    const late = sale('A', '2026-11-28T02:30:00.000Z');
    expect(placeSales([late], true)).toMatchObject([{ day: '2026-11-27', time: '21:30' }]);
    expect(placeSales([late], false)[0]).toMatchObject(localMoment(late.opens_at, undefined));
    const unknown = { ...late, timezone: null };
    expect(placeSales([unknown], true)[0]).toMatchObject(localMoment(late.opens_at, undefined));
    const marks = [late, unknown].flatMap((one) =>
      [true, false].map((atVenue) => placeSales([one], atVenue)[0]?.isOwnTime),
    );
    expect(marks).toEqual([false, false, true, false]);
  });

  test('groups by day and by hour, followed sales first, and counts them', () => {
    const placed = placeSales(
      [
        sale('B', '2026-11-27T15:40:00.000Z'),
        sale('A', '2026-11-27T15:10:00.000Z', { is_followed: true }),
        sale('C', '2026-11-29T20:00:00.000Z'),
      ],
      true,
    );
    expect(groupByDay(placed)).toMatchObject([
      { day: '2026-11-27', followed: 1, sales: [{ sale: { event_id: 'A' } }, {}] },
      { day: '2026-11-29', followed: 0, sales: [{}] },
    ]);
    const week = weekFrom('2026-11-27');
    expect(week).toHaveLength(7);
    expect(week.at(-1)).toBe('2026-12-03');
    const [morning, afternoon] = groupByHour(placed, week);
    expect(morning?.hour).toBe('10:00');
    expect(morning?.days.map((own) => own.map((one) => one.sale.event_id))).toEqual([
      ['A', 'B'],
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(afternoon?.days[2]).toHaveLength(1);
  });

  test('begins a week at the end of a year and of February', () => {
    expect(weekFrom('2026-12-30').slice(0, 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
    expect(weekFrom('2028-02-28').slice(0, 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });

  test('exports times in UTC', () => {
    const cells = AGENDA_COLUMNS.map(({ value }) => value(sale('A', '2026-11-27T15:10:00.000Z')));
    expect(cells).toContain('27/11/2026 15:10 UTC');
  });
});

test('every country of the catalogues with one zone has a zone that exists', () => {
  const several = CATALOGUE_COUNTRIES.filter((country) => zoneOfCountry(country) === null);
  expect(several.sort()).toEqual(['AU', 'CA', 'MX', 'US']);
  for (const country of CATALOGUE_COUNTRIES) {
    const zone = zoneOfCountry(country);
    if (zone !== null) expect(localMoment('2026-11-27T08:00:00.000Z', zone).day).toBe('2026-11-27');
  }
});
