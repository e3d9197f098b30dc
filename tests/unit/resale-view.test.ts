import { describe, expect, test } from 'vitest';
import type { ArtistBlock, ResaleEvent } from '../../shared/resale-events/schema.ts';
import {
  countCountries,
  countTotals,
  type EventsPreferences,
  type EventsView,
  filterArtists,
  onSaleDays,
  preferencesOf,
  readByLine,
  searchOf,
  sortArtists,
  sortConcerts,
  viewOf,
} from '../../web/features/resale-events/view.ts';
import { artistBlock, artistRows, minutesOf } from '../factories/artist-rows.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

const concert = (changes: Partial<ResaleEvent> = {}): ResaleEvent => ({
  id: 1,
  venue_name: 'Halle des Quais',
  city_name: 'Lyon',
  country: 'FR',
  on_sale_date: '2026-11-01',
  event_date: '2027-03-14T21:00:00',
  number_of_tickets: 400,
  min_price_amount: 58,
  min_price_currency: 'EUR',
  website_event_details_url: 'https://seatgeek.com/x/concert/1',
  ...changes,
});

const ROWS = artistRows(
  [
    {
      name: 'Past',
      number_of_visits: 5,
      category_score: 90,
      final_score: 0.2,
      on_sales: ['2026-11-01'].map(minutesOf),
      on_sale_days: 1,
    },
    {
      name: 'Mixed',
      countries: ['DE', 'FR'],
      number_of_visits: 70,
      category_score: 10,
      final_score: 0.9,
      concerts: 2,
      on_sales: ['2026-10-01', '2026-12-04T10:00:00Z'].map(minutesOf),
      on_sale_days: 2,
      coming_sales: 1,
      next_on_sale: minutesOf('2026-12-04T10:00:00Z'),
    },
    {
      name: 'Upcoming',
      countries: ['FR', 'ES'],
      number_of_visits: 6,
      category_score: 50,
      final_score: 0.5,
      concerts: 3,
      on_sales: ['2026-11-24', '2026-12-24'].map(minutesOf),
      on_sale_days: 2,
      coming_sales: 3,
      next_on_sale: minutesOf('2026-11-24'),
    },
    { name: 'Unknown', countries: [] },
  ],
  NOW,
);
/** The artists that the server has found by a venue or a city. */
const [, MIXED, UPCOMING] = ROWS.map(({ id }) => id);
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('artists of the resale feed', () => {
  test('are upcoming if an on-sale date is in the future, and mixed if others have passed', () => {
    expect(ROWS.map(({ name, state }) => [name, state])).toEqual([
      ['Past', null],
      ['Mixed', 'mixed'],
      ['Upcoming', 'upcoming'],
      ['Unknown', null],
    ]);
  });

  test('list each on-sale day once, the earliest first', () => {
    const daysOf = (row: number) => onSaleDays(ROWS[row]?.onSales ?? [], NOW);
    expect(daysOf(1)).toEqual([
      { day: '01/10/2026', at: '2026-10-01', isComing: false },
      { day: '04/12/2026', at: '2026-12-04T10:00:00.000Z', isComing: true },
    ]);
    expect(daysOf(2).map(({ day }) => day)).toEqual(['24/11/2026', '24/12/2026']);
    expect(daysOf(3)).toEqual([]);
    // Two on-sales of one local day, of which one is in the future.
    const noon = NOW - (NOW % 86_400_000) + 12 * 3_600_000;
    expect(onSaleDays([noon - 60_000, noon + 60_000], noon)).toEqual([
      expect.objectContaining({ isComing: true }),
    ]);
  });

  test('add up to the totals', () => {
    expect(countTotals(ROWS)).toEqual({
      artists: 4,
      concerts: 7,
      countries: 3,
      visits: 81,
      upcomingSales: 4,
    });
    expect(Object.fromEntries(countCountries(ROWS))).toEqual({ FR: 3, DE: 1, ES: 1 });
  });

  test.each([
    ['nobody published on-sales', { on_sale_days: 0 }, { upcomingSales: null }],
    ['all on-sales have passed', { on_sale_days: 2 }, { upcomingSales: 0 }],
    ['no page views were read', { number_of_visits: null }, { visits: null }],
    ['an article has no views', { number_of_visits: 0 }, { visits: 0 }],
    ['no country is named', { countries: [] }, { countries: null }],
  ])('have no total of unknown values: %s', (_, artist, totals) => {
    expect(countTotals(artistRows([artist, artist], NOW))).toMatchObject(totals);
  });

  const none = { text: '', countries: [], upcomingOnly: false };
  test.each<[string, Partial<typeof none>, (number | undefined)[], string[]]>([
    ['nothing', {}, [], ['Past', 'Mixed', 'Upcoming', 'Unknown']],
    ['a name', { text: 'UP' }, [], ['Upcoming']],
    ['two words of a name', { text: 'com up' }, [], ['Upcoming']],
    ['a city that the server has found', { text: 'köln' }, [MIXED], ['Mixed']],
    ['a name and a city', { text: 'lyon up' }, [UPCOMING], ['Upcoming']],
    ['names and cities', { text: 'mi' }, [UPCOMING], ['Mixed', 'Upcoming']],
    ['countries', { countries: ['DE', 'ES'] as never }, [], ['Mixed', 'Upcoming']],
    ['upcoming sales', { upcomingOnly: true }, [], ['Mixed', 'Upcoming']],
    [
      'all of them',
      { text: 'lyon', countries: ['DE'] as never, upcomingOnly: true },
      [MIXED, UPCOMING],
      ['Mixed'],
    ],
    ['a text that nothing has', { text: 'oslo' }, [], []],
  ])('are filtered by %s', (_, filters, matches, expected) => {
    const found = new Set(matches.flatMap((id) => id ?? []));
    expect(names(filterArtists(ROWS, { ...none, ...filters }, found))).toEqual(expected);
  });

  test('have the states of their parts', () => {
    const [row] = artistRows([{ social_score: null, trend_score: 0.5, stale: ['trend'] }], NOW);
    expect(row?.parts).toEqual({ music: 'measured', social: 'missing', trend: 'stale' });
  });

  test.each([
    ['name', 'asc', ['Mixed', 'Past', 'Unknown', 'Upcoming']],
    ['concerts', 'desc', ['Upcoming', 'Mixed', 'Past', 'Unknown']],
    // The soonest sale is first; artists without a future sale are last in both orders.
    ['onSaleDate', 'asc', ['Upcoming', 'Mixed', 'Past', 'Unknown']],
    ['onSaleDate', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
    ['visits', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
    ['score', 'asc', ['Unknown', 'Mixed', 'Upcoming', 'Past']],
    ['finalScore', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
  ] as const)('are sorted by %s %s', (column, order, expected) => {
    expect(names(sortArtists(ROWS, { column, order }))).toEqual(expected);
  });

  test('show their concerts by date, those without a date last', () => {
    const dates = ['2027-03-14T21:00:00', null, '2027-03-14', '2026-12-01T20:00:00'];
    const events = dates.map((event_date, id) => concert({ id, event_date }));
    expect(sortConcerts(events).map(({ id }) => id)).toEqual([3, 2, 0, 1]);
  });
});

describe('the view of /events', () => {
  const plain: EventsPreferences = {
    countries: [],
    upcomingOnly: false,
    sort: 'finalScore',
    order: 'desc',
  };
  const preferences: EventsPreferences = {
    countries: ['FR', 'DE'],
    upcomingOnly: true,
    sort: 'visits',
    order: 'asc',
  };

  test('is the last one of the operator, unless the address names filters or a sort', () => {
    expect(viewOf({}, preferences)).toEqual({
      text: '',
      countries: ['FR', 'DE'],
      upcomingOnly: true,
      sort: { column: 'visits', order: 'asc' },
    });
    expect(viewOf({ search: 'x' }, preferences).countries).toEqual(['FR', 'DE']);
    expect(viewOf({ countries: 'ES' }, preferences)).toEqual({
      text: '',
      countries: ['ES'],
      upcomingOnly: false,
      sort: { column: 'finalScore', order: 'desc' },
    });
    expect(viewOf({ sort: 'name' }, preferences).sort).toEqual({ column: 'name', order: 'asc' });
  });

  test('survives its address and the preferences', () => {
    const view: EventsView = {
      text: 'lyon',
      countries: ['FR'],
      upcomingOnly: true,
      sort: { column: 'onSaleDate', order: 'asc' },
    };
    expect(searchOf(view)).toEqual({
      search: 'lyon',
      countries: 'FR',
      upcoming: '1',
      sort: 'onSaleDate',
      order: 'asc',
    });
    expect(viewOf(searchOf(view), plain)).toEqual(view);
    expect(viewOf({ search: 'lyon' }, preferencesOf(view))).toEqual(view);
  });

  test('has a plain address in its initial state', () => {
    const search = searchOf(viewOf({}, plain));
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('an answer of GET /events/feed/artists', () => {
  const blocks = [
    artistBlock([{ name: 'Line\nbreak, "quoted"]}' }, { name: 'Élan Vital' }]),
    artistBlock([{ name: 'Kraków' }]),
    artistBlock([{ name: 'Last' }]),
  ];
  const written = (lines: string[]) => `{"success":true,"data":[\n${lines.join(',\n')}\n]}`;
  const text = written(blocks.map((block) => JSON.stringify(block)));
  const sent = (bytes: Uint8Array<ArrayBuffer>, size: number) => ({
    body: new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    }),
  });
  const read = async (answer: string, size: number) => {
    const found: ArtistBlock[] = [];
    const rest = await readByLine(sent(new TextEncoder().encode(answer), size), (some) =>
      found.push(...some),
    );
    return { ...rest, data: [...found, ...rest.data] };
  };

  test.each([1, 2, 3, 7, 64, 100_000])(
    'is read completely from chunks of %i bytes',
    async (size) => {
      expect(await read(text, size)).toEqual({ success: true, data: blocks });
      expect(await read(written([]), size)).toEqual({ success: true, data: [] });
      expect(await read(JSON.stringify({ success: true, data: blocks }), size)).toEqual({
        success: true,
        data: blocks,
      });
    },
  );

  test.each([10, 25, 26, 200])('that ends after %i bytes is refused', async (length) => {
    await expect(read(text.slice(0, length), 16)).rejects.toThrow(SyntaxError);
    await expect(read(text.slice(0, -3), 16)).rejects.toThrow(SyntaxError);
  });
});
