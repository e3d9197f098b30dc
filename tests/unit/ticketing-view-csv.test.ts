import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { eventsFileName, streamEventsCsv } from '../../shared/ticketing/events-csv.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const COLUMNS = [
  'Artist',
  'Concert Date',
  'Venue',
  'City',
  'Country',
  'Status',
  'Ticket Limit',
  'Promoter',
  'Presale Count',
  'General Sale Start',
  'Presales',
  'Manifest Link',
  'Event Link',
  'Manifest',
];

function exported(...events: Parameters<typeof ticketingEvent>[0][]): string[][] {
  const text = [...streamEventsCsv(events.map(ticketingEvent))].join('');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
}

describe('the events export', () => {
  it('has the 14 columns of the specification in their order', () => {
    expect(exported()).toEqual([COLUMNS]);
  });

  it.each([
    [null, null, 'Fan'],
    ['2026-11-18T10:00:00Z', null, 'Fan: 18/11/2026 10:00 UTC'],
    [null, '2026-11-20T09:00:00Z', 'Fan: N/A to 20/11/2026 09:00 UTC'],
  ])('writes a presale from %s to %s as %s', (opens, closes, cell) => {
    const [, row] = exported({ presale_windows: [{ name: 'Fan', opens, closes }] });
    expect(row?.[10]).toBe(cell);
  });

  it('writes dates in the French form, instants in UTC, countries by name', () => {
    const [, row] = exported({
      presaleCount: 1,
      presale_windows: [
        { name: 'Fan club', opens: '2026-11-18T10:00:00Z', closes: '2026-11-20T09:00:00Z' },
      ],
    });
    expect(row).toEqual([
      'The Velvet Herons',
      '14/03/2027 20:00',
      'Movistar Arena',
      'Madrid',
      'Spain',
      'onsale',
      '4',
      'Livewire',
      '1',
      '20/11/2026 10:00 UTC',
      'Fan club: 18/11/2026 10:00 UTC to 20/11/2026 09:00 UTC',
      'https://maps.example/E1.png',
      'https://tickets.example/E1',
      'A, B, C',
    ]);
  });

  it('keeps unpublished values as N/A and marks changed shows', () => {
    const [, row] = exported({
      date: 'N/A',
      nation: 'N/A',
      status: 'offsale',
      sale_note: 'cancelled',
      generalSaleStart: 'N/A',
    });
    expect(row).toMatchObject({
      1: 'N/A',
      4: 'N/A',
      5: 'offsale (cancelled)',
      9: 'N/A',
      10: 'N/A',
    });
  });

  it.each(['Say "Hello", World', 'Motörhead; Zoë 🎸', '<script>alert(1)</script>', 'two\nlines'])(
    'keeps the name %j unchanged',
    (artist) => {
      expect(exported({ artist })[1]?.[0]).toBe(artist);
    },
  );

  it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '＝1', ' =1'])(
    'escapes the formula %j',
    (venue) => {
      expect(exported({ venue })[1]?.[2]).toBe(`'${venue}`);
    },
  );

  it.each([
    ['Muse', 'Muse_concerts.csv'],
    ['AC/DC', 'AC_DC_concerts.csv'],
    ['../../etc', '__.._etc_concerts.csv'],
    ['???', 'artist_concerts.csv'],
  ])('of %s is named %s', (artist, name) => {
    expect(eventsFileName(artist)).toBe(name);
    expect(eventsFileName(artist, 'selected')).toBe(name.replace('.csv', '_selected.csv'));
  });
});
