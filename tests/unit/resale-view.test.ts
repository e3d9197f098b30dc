import { describe, expect, test } from 'vitest';
import type { ResaleArtist, ResaleEvent } from '../../shared/resale-events/schema.ts';
import {
  countCountries,
  countTotals,
  type EventsPreferences,
  type EventsView,
  filterArtists,
  preferencesOf,
  readArtists,
  readByLine,
  searchOf,
  sortArtists,
  sortConcerts,
  viewOf,
} from '../../web/features/resale-events/view.ts';

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

const artist = (
  events: ResaleEvent[],
  { visits = 0, score = 0, final = 0 } = {},
): ResaleArtist => ({
  events,
  countries: [...new Set(events.flatMap(({ country }) => country ?? []))],
  number_of_visits: visits,
  category_score: score,
  ranking: {
    final_score: final,
    music_ranking_score: 0,
    social_score: 0,
    trend_score: 0,
    bonus_percentage: 0,
  },
  parts: { music: 'measured', social: 'measured', trend: 'measured' },
  listeners: null,
});

const ROWS = readArtists(
  {
    Past: artist([concert()], { visits: 5, score: 90, final: 0.2 }),
    Mixed: artist(
      [
        concert({ on_sale_date: '2026-12-04T10:00:00Z', country: 'DE', city_name: 'Köln' }),
        concert({ on_sale_date: '2026-10-01' }),
      ],
      { visits: 70, score: 10, final: 0.9 },
    ),
    Upcoming: artist(
      [
        concert({ on_sale_date: '2026-11-24' }),
        concert({ on_sale_date: '2026-11-24', venue_name: 'Pabellón del Sur', country: 'ES' }),
        concert({ on_sale_date: '2026-12-24' }),
      ],
      { visits: 6, score: 50, final: 0.5 },
    ),
    Unknown: artist([concert({ on_sale_date: null, country: null })]),
  },
  NOW,
);
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('artists of the resale feed', () => {
  test('are upcoming if an on-sale date is to come, and mixed if others have passed', () => {
    expect(ROWS.map(({ name, state }) => [name, state])).toEqual([
      ['Past', null],
      ['Mixed', 'mixed'],
      ['Upcoming', 'upcoming'],
      ['Unknown', null],
    ]);
  });

  test('list each on-sale day once, the earliest first', () => {
    expect(ROWS[1]?.onSaleDays).toEqual([
      { day: '01/10/2026', at: '2026-10-01', isComing: false },
      { day: '04/12/2026', at: '2026-12-04T10:00:00Z', isComing: true },
    ]);
    expect(ROWS[2]?.onSaleDays.map(({ day }) => day)).toEqual(['24/11/2026', '24/12/2026']);
    expect(ROWS[3]?.onSaleDays).toEqual([]);
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

  const none = { text: '', countries: [], upcomingOnly: false };
  test.each<[string, Partial<typeof none>, string[]]>([
    ['nothing', {}, ['Past', 'Mixed', 'Upcoming', 'Unknown']],
    ['a city', { text: 'köln' }, ['Mixed']],
    ['a venue', { text: 'PABELLÓN' }, ['Upcoming']],
    ['a name and a city', { text: 'lyon up' }, ['Upcoming']],
    ['countries', { countries: ['DE', 'ES'] as never }, ['Mixed', 'Upcoming']],
    ['upcoming sales', { upcomingOnly: true }, ['Mixed', 'Upcoming']],
    ['all of them', { text: 'lyon', countries: ['DE'] as never, upcomingOnly: true }, ['Mixed']],
    ['a text that nothing has', { text: 'oslo' }, []],
  ])('are filtered by %s', (_, filters, expected) => {
    expect(names(filterArtists(ROWS, { ...none, ...filters }))).toEqual(expected);
  });

  test.each([
    ['name', 'asc', ['Mixed', 'Past', 'Unknown', 'Upcoming']],
    ['concerts', 'desc', ['Upcoming', 'Mixed', 'Past', 'Unknown']],
    // The soonest sale first; artists without a sale to come are last in both orders.
    ['onSaleDate', 'asc', ['Upcoming', 'Mixed', 'Past', 'Unknown']],
    ['onSaleDate', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
    ['visits', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
    ['score', 'asc', ['Unknown', 'Mixed', 'Upcoming', 'Past']],
    ['finalScore', 'desc', ['Mixed', 'Upcoming', 'Past', 'Unknown']],
  ] as const)('are sorted by %s %s', (column, order, expected) => {
    expect(names(sortArtists(ROWS, { column, order }))).toEqual(expected);
  });

  test('show their concerts by date, those without one last', () => {
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
  const own: EventsPreferences = {
    countries: ['FR', 'DE'],
    upcomingOnly: true,
    sort: 'visits',
    order: 'asc',
  };

  test('is the last one of the operator, unless the address names filters or a sort', () => {
    expect(viewOf({}, own)).toEqual({
      text: '',
      countries: ['FR', 'DE'],
      upcomingOnly: true,
      sort: { column: 'visits', order: 'asc' },
    });
    expect(viewOf({ search: 'x' }, own).countries).toEqual(['FR', 'DE']);
    expect(viewOf({ countries: 'ES' }, own)).toEqual({
      text: '',
      countries: ['ES'],
      upcomingOnly: false,
      sort: { column: 'finalScore', order: 'desc' },
    });
    expect(viewOf({ sort: 'name' }, own).sort).toEqual({ column: 'name', order: 'asc' });
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

  test('has a plain address while everything is as at first', () => {
    const search = searchOf(viewOf({}, plain));
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('an answer of GET /events', () => {
  const whole: Record<string, ResaleArtist> = {
    Kasimir: artist([concert({ venue_name: 'Line\nbreak, "quoted"}}' })]),
    'Élan Vital': artist([concert({ city_name: 'Kraków' }), concert({ id: 2 })]),
    'No concerts': artist([]),
  };
  const entries = Object.entries(whole).map((one) =>
    JSON.stringify(one).replace(/^\["(.*?)",/, '"$1":'),
  );
  const written = (lines: string[]) => `{"success":true,"data":{\n${lines.join(',\n')}\n}}`;
  const text = written(entries.map((line) => line.slice(0, -1)));
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
    const found: Record<string, ResaleArtist> = {};
    const rest = await readByLine(sent(new TextEncoder().encode(answer), size), (artists) =>
      Object.assign(found, artists),
    );
    return { ...rest, data: { ...found, ...rest.data } };
  };

  test.each([1, 2, 3, 7, 64, 100_000])('is read whole from pieces of %i bytes', async (size) => {
    expect(await read(text, size)).toEqual({ success: true, data: whole });
    expect(await read(written([]), size)).toEqual({ success: true, data: {} });
    expect(await read(JSON.stringify({ success: true, data: whole }), size)).toEqual({
      success: true,
      data: whole,
    });
  });

  test.each([10, 25, 26, 200])('that ends after %i bytes is refused', async (length) => {
    await expect(read(text.slice(0, length), 16)).rejects.toThrow(SyntaxError);
    await expect(read(text.slice(0, -3), 16)).rejects.toThrow(SyntaxError);
  });
});
